// After the game: who won and why, round by round, and then what can be done next.

import { Component } from "./lib/preact.js";
import { ask, html, page, root, say, sit } from "./page.js";
import { parts, shown } from "./story.js";
import { SHAPES } from "./things.js";

const REASONS = 4; // sentences, the last that were said

export class Result extends Component {
  constructor() {
    super();
    this.state = { checked: "", problem: "" };
  }

  async verify() {
    try {
      const { draws, uncovered: steps, problem } = await ask(`matches/${page.match}/verified`);
      const found = !problem ? say("verified", { draws }) : steps && !draws ? problem : say("not_verified", { problem });
      this.setState({ checked: [steps && say("uncovered", { steps }), found].filter(Boolean).join(" ") });
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  /** Everyone at this device sits down again where they sat; who was first opens the table. */
  async again() {
    const { held, seats, you } = this.props.table;
    try {
      const { match } = await ask(`matches/${page.match}/rematch`, {});
      for (const at of held?.length ? held : [you]) await sit(match, at, seats[at].name).catch(() => {}); // else at the new table
      location.assign(`${root}/table/${match}`);
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  render({ table, story, sums }, { checked, problem }) {
    if (table.stage === "closed") return html`<div class="result"><h2>${say("closed")}</h2><a class="gold" href=${`${root}/`}>${say("back_to_shelf")}</a></div>`;
    const { winners } = table.result;
    const together = table.held?.length > 1; // at this device, where "you" would be somebody else's
    const called = (seat) => (together && table.seats[seat]?.name) || (table.names[seat] ?? table.names.at(-1));
    const reasons = parts(story).at(-1)?.flatMap((beat) => shown(beat, sums)).slice(-REASONS) ?? [];
    const rounds = sheet(story);
    return html`<div class="result" role="status">
      <h2>${verdict(winners, together ? null : table.you, called)}</h2>
      <ol class="ranking">${ranked(table).map(([seat, words]) => html`<li key=${seat} class=${winners.includes(seat) ? "won" : ""}><b>${called(seat)}</b> ${words}</li>`)}</ol>
      ${rounds.length > 0 && html`<${Sheet} rounds=${rounds} seats=${table.scene.scores.length} called=${called} />`}
      ${reasons.length > 0 && html`<ul class="reasons">${reasons.map((text, n) => html`<li key=${n}>${text}</li>`)}</ul>`}
      <div class="next">
        ${table.you !== null && html`<button class="gold big" onClick=${() => this.again()}>${say(table.again ? "again_open" : "again")}</button>`}
        <a class="quiet" href=${`${root}/replay/${page.match}#turns`}>${say("analysis")}</a>
        <a class="quiet" href=${`${root}/replay/${page.match}`}>${say("replay")}</a>
        <a class="quiet" href=${`${root}/`}>${say("back_to_shelf")}</a>
      </div>
      <details class="kept"><summary>${say("more")}</summary><div class="next">
        <a class="quiet" href=${`${root}/api/v1/matches/${page.match}/record`} download=${`${page.game}-${page.match}.txt`}>${say("record")}</a>
        <button class="quiet" onClick=${() => this.verify()}>${say("verify")}</button>
      </div></details>
      ${checked && html`<p class="note" role="alert">${checked}</p>`}
      ${problem && html`<p class="note" role="alert">${problem}</p>`}
    </div>`;
  }
}

/** Who won, said to the one who looks. */
function verdict(winners, you, called) {
  const others = winners.filter((seat) => seat !== you).map(called).join(", ");
  if (!winners.includes(you)) return say(winners.length > 1 ? "shared" : "wins", { names: others });
  return others ? say("shared_by_you", { names: others }) : say("won");
}

/** Winners first, then as they sit: which way scores count is the game's affair. */
function ranked(table) {
  const seats = table.scene.scores.map(([, words], seat) => [seat, words]);
  const won = (seat) => (table.result.winners.includes(seat) ? 0 : 1);
  return seats.sort((a, b) => won(a[0]) - won(b[0]));
}

/** The rounds of a game as its story wrote them down, by seat; who stands in a round already begins the next. */
export function sheet(story) {
  const rounds = [];
  for (const { seat, n, mark } of story.flatMap((beat) => beat.sheet ?? [])) {
    if (!rounds.length || (n !== undefined && rounds.at(-1)[seat])) rounds.push({});
    const cell = (rounds.at(-1)[seat] ??= { marks: [] });
    cell.n ??= n;
    if (mark) cell.marks.push(mark);
  }
  return rounds;
}

const SIGNS = { won: ["◆", "round_won"], bust: ["✸", "round_bust"] };

function Sheet({ rounds, seats, called }) {
  const columns = Array.from({ length: seats }, (_, seat) => seat);
  const mark = (name) => {
    const [sign, word] = SIGNS[name];
    return html`<span class=${name}><span aria-hidden="true">${sign}</span><span class="hidden">${say(word)}</span></span>`;
  };
  const used = Object.keys(SIGNS).filter((name) => rounds.some((cells) => Object.values(cells).some(({ marks }) => marks.includes(name))));
  return html`<table class="sheet">
    ${used.length > 0 && html`<caption aria-hidden="true">${used.map((name) => html`<span key=${name}><b class=${name}>${SIGNS[name][0]}</b> ${say(SIGNS[name][1])}</span> `)}</caption>`}
    <thead><tr><th>${say("round")}</th>${columns.map((seat) => html`<th key=${seat}><span aria-hidden="true">${SHAPES[seat % SHAPES.length]}</span> ${called(seat)}</th>`)}</tr></thead>
    <tbody>${rounds.map((cells, n) => html`<tr key=${n}><th>${n + 1}</th>${columns.map((seat) => html`<td key=${seat}>${cells[seat]?.n} ${cells[seat]?.marks.map(mark)}</td>`)}</tr>`)}</tbody>
  </table>`;
}
