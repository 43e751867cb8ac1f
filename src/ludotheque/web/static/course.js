// The course of a finished game: how likely each player was to win, and where the game turned.

import { Component } from "./lib/preact.js";
import { ask, html, often, page, percent, playOn, root, say, tenths } from "./page.js";
import { SHAPES } from "./things.js";

const [WIDEST, HIGH, LEFT, RIGHT, EDGE] = [640, 240, 62, 110, 14]; // pixels of the screen, so that texts keep their size
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "5 2", "1 3", "14 5", "8 3 2 3 2 3"]; // colours are never alone
const HANDFUL = 5; // moves that are told of: who reads of fifty reads of none
const APART = 18; // between labels at the end of lines

export class Course extends Component {
  constructor() {
    super();
    this.state = { found: null, waits: false, problem: "" };
  }

  componentDidMount() {
    if (this.props.open) this.look();
  }

  async look() {
    this.setState({ waits: true, problem: "" });
    try {
      this.setState({ found: await ask(`matches/${page.match}/analysis`), waits: false });
    } catch (problem) {
      this.setState({ problem: problem.message, waits: false });
    }
  }

  async playOn(step, seat) {
    await playOn(step, seat).catch((problem) => this.setState({ problem: problem.message }));
  }

  render({ names, step }, { found, waits, problem }) {
    const wrong = problem && html`<p class="note" role="alert">${problem}</p>`;
    if (!found) {
      return html`<div class="course" role="status">
        <button class="quiet" disabled=${waits} onClick=${() => this.look()}>${say("analysis")}</button>
        ${waits && html`<p>${say("analysis_waits")}</p>`}
        ${wrong}
      </div>`;
    }
    const { decisions, own, enough } = found;
    const mine = worst(decisions.filter(({ seat }) => own.includes(seat)));
    const others = worst(decisions.filter(({ seat }) => !own.includes(seat)));
    const first = own.length ? mine : others;
    const turns = (list, seen) => html`<ol class="turns">${list.map((turn) => html`<${Turn} key=${turn.step} turn=${turn} name=${names[turn.seat]} own=${seen} play=${() => this.playOn(turn.step - 1, turn.seat)} />`)}</ol>`;
    return html`<section class="course" aria-label=${say("analysis")}>
      <h2>${say("analysis")}</h2>
      <${Chart} found=${found} names=${names} turns=${first} step=${step} />
      ${first.length
        ? html`<h3>${say(own.length ? "own_turns" : "all_turns")}</h3><p>${say("turns_note")}</p>${turns(first, own.length === 1)}`
        : enough && html`<p>${say(own.length ? "no_own_turns" : "never_turned")}</p>`}
      ${own.length > 0 && others.length > 0 && html`<details><summary>${say("others_turns")}</summary>${turns(others, false)}</details>`}
      ${!enough && html`<p>${say("too_few_tries")}</p>`}
      ${wrong}
      <details><summary>${say("in_numbers")}</summary><${Strange} strange=${found.strange} names=${names} /><${Numbers} decisions=${decisions} names=${names} /></details>
    </section>`;
  }
}

const to = (step) => `${root}/replay/${page.match}#step-${step}`;

/** The moves that cost most, a handful, as they were played. */
function worst(decisions) {
  const cost = decisions.filter(({ turning }) => turning).sort((a, b) => b.gain - a.gain);
  return cost.slice(0, HANDFUL).sort((a, b) => a.step - b.step);
}

/** One's own move has its reasons beside it: they speak to who plays. */
function Turn({ turn, name, own, play }) {
  const { step, turn: number, move_says: move, best_says: best, chance, best_chance: bestChance, why, why_best: whyBest } = turn;
  const chances = { chance: often(chance), best: often(bestChance, "so_often") };
  return html`<li>
    <p><a href=${to(step)}>${say("turn", { turn: number })}</a> ${say(own ? "turned_by_you" : "turned", { name, move, best })}</p>
    <p>${tenths(chance) === tenths(bestChance) ? say("wins_less") : say("wins_instead", chances)}</p>
    ${own && why && html`<p class="soft">${move}: ${why}</p>`}
    ${own && whyBest && html`<p class="soft">${best}: ${whyBest}</p>`}
    <button class="quiet" onClick=${play}>${say("play_on")}</button>
  </li>`;
}

/** How often everyone played what a champion, who has learned the game, would not; also where no move alone lost much. */
function Strange({ strange, names }) {
  const told = strange.flatMap(([n, all], seat) => (all ? [say("so_many_of", { name: names[seat], n, all })] : []));
  return told.length ? html`<p>${say("strange", { players: told.join(", ") })}</p>` : null;
}

function Numbers({ decisions, names }) {
  return html`<table>
    <thead><tr><th>${say("player")}</th><th>${say("move")}</th><th>${say("chance_to_win")}</th><th>${say("better")}</th></tr></thead>
    <tbody>${decisions.map(({ step, turn, seat, move_says: move, chance, best_says: best, best_chance: bestChance, turning }) => html`<tr key=${step} class=${turning ? "turning" : ""}>
      <td>${names[seat]}</td><td><a href=${to(step)}>${turn}. ${move}</a></td><td>${percent(chance)}</td><td>${best === move ? "" : `${best} (${percent(bestChance)})`}</td>
    </tr>`)}</tbody>
  </table>`;
}

/** A line a player, with dashes of its own and the name where it ends; a numbered ring where the game turned. */
function Chart({ found, names, turns, step }) {
  const { decisions, returns } = found;
  const wide = Math.min(WIDEST, document.documentElement.clientWidth - 32);
  const last = Math.max(1, ...decisions.map((decision) => decision.step)) + 1;
  const x = (at) => LEFT + (at / last) * (wide - LEFT - RIGHT);
  const y = (chance) => EDGE + (1 - chance) * (HIGH - 2 * EDGE);
  const lines = returns.map((won, seat) => [...decisions.filter((decision) => decision.seat === seat).map(({ step: at, chance }) => [x(at), y(chance)]), [x(last), y(won)]]);
  const labels = spread(returns.map(y));
  return html`<figure><figcaption>${say("course")}</figcaption><svg class="chart" viewBox=${`0 0 ${wide} ${HIGH}`} role="img" aria-label=${say("course")}>
    ${[0, 0.25, 0.5, 0.75, 1].map((chance) => html`<g key=${chance} class="level"><path d=${`M${LEFT} ${y(chance)}H${x(last)}`} /><text x=${LEFT - 6} y=${y(chance) + 5} text-anchor="end">${chance % 0.5 ? "" : say("so_often", { n: 10 * chance })}</text></g>`)}
    ${step > 0 && html`<path class="here" d=${`M${x(step)} ${EDGE}V${HIGH - EDGE}`} />`}
    ${lines.map((points, seat) => html`<g key=${seat} class=${`line seat-${seat}`}>
      <polyline points=${points.map((point) => point.map(Math.round).join(",")).join(" ")} stroke-dasharray=${DASHES[seat % DASHES.length]} />
      <path d=${`M${x(last) + 3} ${y(returns[seat])}L${x(last) + 12} ${labels[seat]}`} />
      <text x=${x(last) + 15} y=${labels[seat] + 5}>${SHAPES[seat % SHAPES.length]} ${names[seat]}</text>
    </g>`)}
    ${turns.map((turn, n) => html`<g key=${turn.step} class="turn"><circle cx=${x(turn.step)} cy=${y(turn.chance)} r="11" /><text x=${x(turn.step)} y=${y(turn.chance) + 5} text-anchor="middle">${n + 1}</text></g>`)}
  </svg></figure>`;
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
