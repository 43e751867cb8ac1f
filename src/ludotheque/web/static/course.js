// The course of a finished game: how likely each player was to win, and where the game turned.

import { Component } from "./lib/preact.js";
import { ask, html, often, page, percent, root, say, tenths } from "./page.js";
import { SHAPES } from "./things.js";

const [WIDE, HIGH, LEFT, RIGHT, EDGE] = [640, 240, 44, 120, 14];
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "5 2", "1 3", "14 5", "8 3 2 3 2 3"]; // colours are never alone
const APART = 15; // between labels at the end of lines

export class Course extends Component {
  constructor() {
    super();
    this.state = { found: null, waits: false, problem: "" };
  }

  async look() {
    this.setState({ waits: true, problem: "" });
    try {
      this.setState({ found: await ask(`matches/${page.match}/analysis`), waits: false });
    } catch (problem) {
      this.setState({ problem: problem.message, waits: false });
    }
  }

  render({ names, step }, { found, waits, problem }) {
    if (!found) {
      return html`<div class="course" role="status">
        <button class="quiet" disabled=${waits} onClick=${() => this.look()}>${say("analysis")}</button>
        ${waits && html`<p>${say("analysis_waits")}</p>`}
        ${problem && html`<p class="note" role="alert">${problem}</p>`}
      </div>`;
    }
    const turns = found.decisions.filter(({ step }) => found.turns.includes(step));
    const all = found.decisions.filter(({ turning }) => turning).length;
    return html`<section class="course" aria-label=${say("analysis")}>
      <h2>${say("analysis")}</h2>
      <${Chart} found=${found} names=${names} turns=${turns} step=${step} />
      ${turns.length
        ? html`<p>${say("turns_note")}</p>
            ${all > turns.length && html`<p>${say("most_turns", { n: turns.length, all })}</p>`}
            <ol class="turns">${turns.map((turn) => html`<${Turn} key=${turn.step} turn=${turn} names=${names} />`)}</ol>`
        : found.enough && html`<p>${say("never_turned")}</p>`}
      ${!found.enough && html`<p>${say("too_few_tries")}</p>`}
      <${Strange} strange=${found.strange} names=${names} />
      <details><summary>${say("in_numbers")}</summary><${Numbers} decisions=${found.decisions} names=${names} /></details>
    </section>`;
  }
}

const to = (step) => `${root}/replay/${page.match}#step-${step}`;

function Turn({ turn, names }) {
  const { step, seat, move_says: move, best_says: best, why, why_best: whyBest } = turn;
  const better = tenths(turn.chance) === tenths(turn.best_chance) ? say("more_often") : often(turn.best_chance);
  const says = say("turned", { step, name: names[seat], move, chance: often(turn.chance), best, best_chance: better });
  return html`<li><a href=${to(step)}>${says}</a>${why && html`<p><b>${move}</b>: ${why}</p>`}${whyBest && html`<p><b>${best}</b>: ${whyBest}</p>`}</li>`;
}

/** How often everyone played what a champion, who has learned the game, would not; also where no move alone lost much. */
function Strange({ strange, names }) {
  const told = strange.flatMap(([n, all], seat) => (all ? [say("so_many_of", { name: names[seat], n, all })] : []));
  return told.length ? html`<p>${say("strange", { players: told.join(", ") })}</p>` : null;
}

function Numbers({ decisions, names }) {
  return html`<table>
    <thead><tr><th>${say("player")}</th><th>${say("move")}</th><th>${say("chance_to_win")}</th><th>${say("better")}</th></tr></thead>
    <tbody>${decisions.map(({ step, seat, move_says: move, chance, best_says: best, best_chance: bestChance, turning }) => html`<tr key=${step} class=${turning ? "turning" : ""}>
      <td>${names[seat]}</td><td><a href=${to(step)}>${step}. ${move}</a></td><td>${percent(chance)}</td><td>${best === move ? "" : `${best} (${percent(bestChance)})`}</td>
    </tr>`)}</tbody>
  </table>`;
}

/** A line a player, with dashes of its own and the name where it ends; a numbered ring where the game turned. */
function Chart({ found, names, turns, step }) {
  const { decisions, returns } = found;
  const last = Math.max(1, ...decisions.map((decision) => decision.step)) + 1;
  const x = (at) => LEFT + (at / last) * (WIDE - LEFT - RIGHT);
  const y = (chance) => EDGE + (1 - chance) * (HIGH - 2 * EDGE);
  const lines = returns.map((won, seat) => [...decisions.filter((decision) => decision.seat === seat).map(({ step: at, chance }) => [x(at), y(chance)]), [x(last), y(won)]]);
  const labels = spread(returns.map(y));
  return html`<svg class="chart" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${say("course")}>
    ${[0, 0.25, 0.5, 0.75, 1].map((chance) => html`<g key=${chance} class="level"><path d=${`M${LEFT} ${y(chance)}H${x(last)}`} /><text x=${LEFT - 6} y=${y(chance) + 4} text-anchor="end">${percent(chance)}</text></g>`)}
    ${step > 0 && html`<path class="here" d=${`M${x(step)} ${EDGE}V${HIGH - EDGE}`} />`}
    ${lines.map((points, seat) => html`<g key=${seat} class=${`line seat-${seat}`}>
      <polyline points=${points.map((point) => point.map(Math.round).join(",")).join(" ")} stroke-dasharray=${DASHES[seat % DASHES.length]} />
      <path d=${`M${x(last) + 3} ${y(returns[seat])}L${x(last) + 12} ${labels[seat]}`} />
      <text x=${x(last) + 15} y=${labels[seat] + 4}>${SHAPES[seat % SHAPES.length]} ${names[seat]}</text>
    </g>`)}
    ${turns.map((turn, n) => html`<a key=${turn.step} href=${to(turn.step)} aria-hidden="true" tabindex="-1" class="turn"><circle cx=${x(turn.step)} cy=${y(turn.chance)} r="9" /><text x=${x(turn.step)} y=${y(turn.chance) + 4} text-anchor="middle">${n + 1}</text></a>`)}
  </svg>`;
}

/** Labels at about these heights that don't cover one another. */
function spread(heights) {
  const order = heights.map((height, seat) => ({ height, seat })).sort((a, b) => a.height - b.height);
  order.forEach((label, n) => n && (label.height = Math.max(label.height, order[n - 1].height + APART)));
  const beyond = Math.max(0, order.at(-1).height - (HIGH - EDGE / 2));
  const found = [];
  for (const { height, seat } of order) found[seat] = height - beyond;
  return found;
}
