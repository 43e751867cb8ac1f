// After the game: who won and why, and what can be done next.

import { Component } from "./lib/preact.js";
import { ask, html, page, root, say, sit } from "./page.js";
import { Course } from "./course.js";
import { parts, shown } from "./story.js";

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
    const names = winners.map((seat) => table.names[seat]).join(", ");
    const mine = winners.length === 1 && winners[0] === table.you;
    const last = parts(story).at(-1)?.flatMap((beat) => shown(beat, sums)).slice(-4) ?? [];
    return html`<div class="result" role="status">
      <h2>${mine ? say("won") : winners.length > 1 ? say("shared", { names }) : say("wins", { names })}</h2>
      <ol class="ranking">${ranked(table).map(([seat, words]) => html`<li key=${seat} class=${winners.includes(seat) ? "won" : ""}><b>${table.names[seat]}</b> ${words}</li>`)}</ol>
      ${last.length > 0 && html`<ul class="reasons">${last.map((text, n) => html`<li key=${n}>${text}</li>`)}</ul>`}
      <div class="next">
        ${table.you !== null && html`<button class="gold big" onClick=${() => this.again()}>${say(table.again ? "again_open" : "again")}</button>`}
        <a class="quiet" href=${`${root}/replay/${page.match}`}>${say("replay")}</a>
        <a class="quiet" href=${`${root}/api/v1/matches/${page.match}/record`} download=${`${page.game}-${page.match}.txt`}>${say("record")}</a>
        <button class="quiet" onClick=${() => this.verify()}>${say("verify")}</button>
        <a class="quiet" href=${`${root}/`}>${say("back_to_shelf")}</a>
      </div>
      <${Course} names=${table.names} />
      ${checked && html`<p class="note" role="alert">${checked}</p>`}
      ${problem && html`<p class="note" role="alert">${problem}</p>`}
    </div>`;
  }
}

/** Winners first, then as they sit: which way scores count is the game's affair. */
function ranked(table) {
  const seats = table.scene.scores.map(([, words], seat) => [seat, words]);
  const won = (seat) => (table.result.winners.includes(seat) ? 0 : 1);
  return seats.sort((a, b) => won(a[0]) - won(b[0]));
}
