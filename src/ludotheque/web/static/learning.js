// Who learns a game: what a lesson says, where it ends, and tips for the first game after it.

import { Component } from "./lib/preact.js";
import { ask, html, language, memory, openTable, page, root, say } from "./page.js";

const OFTEN = 3; // times that a tip is given
const table = page.lesson && new URLSearchParams(location.search).get("table"); // where a seat waits for who learns

/** Where one goes from here. */
export const home = table
  ? { href: `${root}/table/${encodeURIComponent(table)}`, word: "back_to_table" }
  : { href: `${root}/`, word: "back_to_shelf" };

/** What to do now; the clauses behind it can be opened. */
export function Learning({ lesson, rules }) {
  return html`<div class="learning">
    <p class="say mine" tabindex="-1">${lesson.says}</p>
    <p class="behind"><span>${say("lesson_step", lesson)}</span>${lesson.clauses.map((clause) => html` <button key=${clause} class="link" aria-label=${`${say("rules")} ${clause}`} onClick=${() => rules(clause)}>${clause}</button>`)}</p>
  </div>`;
}

/** After the last step: back to the table where others wait, or a first game against as many bots as in the lesson. */
export class Learnt extends Component {
  async play() {
    const bots = this.props.table.seats.slice(1).map(() => ({ kind: "bot", level: "novice" }));
    this.setState({ busy: true });
    try {
      const address = await openTable({ game: page.game, players: bots.length + 1, seats: [{ kind: "person" }, ...bots], house: { hints: true, seconds_away: 0 } });
      memory.set("first", address.split("/").at(-1));
      location.assign(address);
    } catch (problem) {
      this.setState({ problem: problem.message, busy: false });
    }
  }

  render({ table: { learnt } }, { busy, problem }) {
    return html`<div class="learnt">
      <p class="say" tabindex="-1">${learnt.says}</p>
      <p>${say("learnt")}</p>
      <p class="next">${!table && html`<button class="gold" disabled=${busy} onClick=${() => this.play()}>${say("first_game")}</button>`}
        <a class=${table ? "gold" : "quiet"} href=${home.href}>${say(home.word)}</a></p>
      ${problem && html`<p class="note" role="alert">${problem}</p>`}
    </div>`;
  }
}

/** In the first game after a lesson: something to think of at each kind of move, the first few times that it comes up. */
export class Tips {
  constructor(heard) {
    Object.assign(this, { tips: [], times: new Map(), seq: null, tip: "" });
    if (page.lesson || memory.get("first") !== page.match) return;
    ask(`games/${page.game}/lesson?lang=${language}`).then(({ tips }) => heard((this.tips = tips)), () => {});
  }

  /** What there is to say at this turn; said as often as it may be drawn. */
  at(seq, moves, drawn) {
    if (this.tips.length && seq !== this.seq) {
      const kinds = moves.map((move) => move.split(" ")[0]);
      const says = this.tips.find((tip) => tip.for.some((kind) => kinds.includes(kind)))?.says ?? "";
      const times = (this.times.get(says) ?? 0) + 1;
      this.times.set(says, times);
      Object.assign(this, { seq, tip: times > OFTEN ? "" : says });
    }
    return this.tip && drawn(this.tip);
  }
}
