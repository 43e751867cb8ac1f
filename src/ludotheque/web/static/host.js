// The host's page: all tables of the house, several opened at once, and closed.

import { Component } from "./lib/preact.js";
import { ask, html, memory, ownTables, page, render, root, say } from "./page.js";

class Host extends Component {
  constructor() {
    super();
    this.state = { tables: [], held: {}, game: page.games[0].id, players: page.games[0].players[0], number: 4, problem: "" };
    this.look();
    setInterval(() => document.hidden || this.look(), 5000);
  }

  async look() {
    try {
      const [{ tables }, seated] = await Promise.all([ask("tables"), ownTables.found()]);
      this.setState({ tables, held: Object.fromEntries(seated.map(({ match, held }) => [match, held])) });
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  async open(event) {
    event.preventDefault();
    const { game, players, number } = this.state;
    try {
      for (let table = 0; table < number; table += 1) own.add((await ask("matches", { game, players })).match);
      memory.set("hosted", JSON.stringify([...own].slice(-200)));
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
    this.look();
  }

  async close(match) {
    try {
      await ask(`matches/${match}/close`, {});
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
    this.look();
  }

  render(_, { tables, held, game, players, number, problem }) {
    const chosen = page.games.find(({ id }) => id === game);
    const running = tables.filter((table) => table.stage !== "over");
    const mine = running.filter((table) => own.has(table.match));
    const pick = (id) => this.setState({ game: id, players: page.games.find((other) => other.id === id).players[0] });
    return html`
      <form class="hosting" onSubmit=${(event) => this.open(event)}>
        <label class="field">${say("game")}<select value=${game} onChange=${(event) => pick(event.target.value)}>${page.games.map(({ id, title }) => html`<option key=${id} value=${id}>${title}</option>`)}</select></label>
        <label class="field">${say("how_many")}<select value=${players} onChange=${(event) => this.setState({ players: Number(event.target.value) })}>${chosen.players.map((some) => html`<option key=${some} value=${some}>${some}</option>`)}</select></label>
        <label class="field">${say("how_many_tables")}<input type="number" min="1" max="30" value=${number} onInput=${(event) => this.setState({ number: Number(event.target.value) })} /></label>
        <button class="gold big">${say("open_all")}</button>
      </form>
      ${problem && html`<p class="note" role="alert">${problem}</p>`}
      <ul class="tables">${running.map((table) => html`<li key=${table.match}><span class="code">${table.code}</span><b>${table.title}</b><span>${table.names.map((name, at) => (held[table.match]?.includes(at) ? say("you") : name)).join(", ")}</span><small>${table.said}</small>
        <a class="quiet" href=${`${root}/table/${table.match}`}>${say("watch")}</a>
        ${own.has(table.match) && html`<button onClick=${() => this.close(table.match)}>${say("close")}</button>`}</li>`)}</ul>
      ${running.length === 0 && html`<p class="soft">${say("no_tables")}</p>`}
      ${mine.length > 1 && html`<button class="quiet" onClick=${() => mine.forEach(({ match }) => this.close(match))}>${say("close_all")}</button>`}
    `;
  }
}

const own = new Set(JSON.parse(memory.get("hosted", "[]")));
render(html`<${Host} />`, document.getElementById("host"));
