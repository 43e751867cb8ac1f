// The shelf: one click plays, one more chooses and invites.

import { Component } from "./lib/preact.js";
import { ask, html, memory, openTable, ownTables, page, render, root, say } from "./page.js";

const bot = (level) => ({ kind: "bot", level });
const LEVELS = ["novice", "casual", "club", "expert", "champion"];
const NOTICE = document.getElementById("notice");

function complain(problem) {
  NOTICE.textContent = problem.message;
  NOTICE.hidden = false;
  NOTICE.scrollIntoView({ block: "center" });
}

/** You against bots, three at a table where that can be, at once. */
async function playNow(game) {
  const players = Math.max(game.players[0], Math.min(3, game.players.at(-1)));
  const seats = [{ kind: "person" }, ...Array.from({ length: players - 1 }, () => bot(memory.get("level", "casual")))];
  location.assign(await openTable({ game: game.id, players, seats, house: { hints: true, seconds_away: 0 } }));
}

class Choice extends Component {
  constructor({ game }) {
    super();
    const options = Object.fromEntries(Object.entries(game.options).map(([name, { default: usual }]) => [name, usual]));
    this.state = { players: game.players[Math.min(1, game.players.length - 1)], who: "bots", level: memory.get("level", "casual"), options, seconds: 0, hints: null, memory: false, closed: false, shelf: false, name: memory.get("name"), problem: "", busy: false };
  }

  async open(event) {
    event.preventDefault();
    const { game } = this.props;
    const { players, who, level, options, seconds, hints, closed, shelf, memory: remembers } = this.state;
    memory.set("name", this.state.name.trim());
    memory.set("level", level);
    const kind = { bots: bot(level), people: { kind: "open" }, device: { kind: "person" } }[who];
    const seats = Array.from({ length: players }, (_, seat) => (seat === 0 ? { kind: "person" } : kind));
    const house = { hints: hints ?? alone(who), seconds_per_move: seconds, help: remembers ? "memory" : "now", watch: closed ? "nobody" : "anyone", shelf: shelf ? "anyone" : "nobody" };
    if (who !== "people") house.seconds_away = 0;
    this.setState({ busy: true });
    try {
      location.assign(await openTable({ game: game.id, players, options, seats, house }, who === "device" ? seats.map((_, seat) => seat) : [0]));
    } catch (problem) {
      this.setState({ problem: problem.message, busy: false });
    }
  }

  render({ game, close }, state) {
    const set = (name) => (event) => this.setState({ [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
    return html`<form class="choice" onSubmit=${(event) => this.open(event)}>
      <h2>${game.title}</h2>
      <label class="field">${say("your_name")}<input value=${state.name} maxlength="24" autocomplete="nickname" onInput=${set("name")} /></label>
      <fieldset><legend>${say("how_many")}</legend><div class="picks">${game.players.map((number) => html`<label key=${number}><input type="radio" name="players" checked=${state.players === number} onChange=${() => this.setState({ players: number })} /><span>${number}</span></label>`)}</div></fieldset>
      <fieldset><legend>${say("against")}</legend><div class="picks">${["bots", "people", "device"].map((who) => html`<label key=${who}><input type="radio" name="who" checked=${state.who === who} onChange=${() => this.setState({ who })} /><span>${say({ bots: "with_bots", people: "with_people", device: "one_device" }[who])}</span></label>`)}</div></fieldset>
      ${state.who === "bots" && html`<fieldset><legend>${say("how_strong")}</legend><div class="picks">${LEVELS.map((level) => html`<label key=${level}><input type="radio" name="level" checked=${state.level === level} onChange=${() => this.setState({ level })} /><span>${say(level)}</span></label>`)}</div></fieldset>`}
      ${Object.entries(game.options).map(([name, option]) => html`<fieldset key=${name}><legend>${say("variant")}</legend><div class="picks tall">${option.values.map((value, n) => html`<label key=${n}><input type="radio" name=${name} checked=${same(state.options[name], value)} onChange=${() => this.setState({ options: { ...state.options, [name]: value } })} /><span>${option.says[n]}</span></label>`)}</div></fieldset>`)}
      <details><summary>${say("house_rules")}</summary>
        <label class="check"><input type="checkbox" checked=${state.hints ?? alone(state.who)} onChange=${set("hints")} />${say("hints")}</label>
        <label class="check"><input type="checkbox" checked=${state.memory} onChange=${set("memory")} />${say("memory")}</label>
        <label class="check"><input type="checkbox" checked=${state.closed} onChange=${set("closed")} />${say("nobody_watches")}</label>
        <label class="check"><input type="checkbox" checked=${state.shelf} onChange=${set("shelf")} />${say("on_the_shelf")}</label>
        <label class="field">${say("clock")}<select value=${state.seconds} onChange=${(event) => this.setState({ seconds: Number(event.target.value) })}>${[0, 15, 30, 60, 120].map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds ? say("seconds", { seconds }) : say("no_clock")}</option>`)}</select></label>
      </details>
      ${state.problem && html`<p class="note" role="alert">${state.problem}</p>`}
      <div class="next"><button class="gold big" disabled=${state.busy}>${say("open_table")}</button><button type="button" class="quiet" onClick=${close}>${say("cancel")}</button></div>
    </form>`;
  }
}

/** Hints are usual for who plays against bots alone; among people where somebody wants them. */
const alone = (who) => who === "bots";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function choose(game) {
  const dialog = document.getElementById("choice");
  const close = () => dialog.close();
  render(null, dialog);
  render(html`<${Choice} game=${game} close=${close} />`, dialog);
  dialog.showModal();
}

for (const game of page.games) {
  document.querySelector(`[data-play="${game.id}"]`).addEventListener("click", (event) => {
    event.target.disabled = true;
    playNow(game).catch((problem) => {
      event.target.disabled = false;
      complain(problem);
    });
  });
  document.querySelector(`[data-choose="${game.id}"]`).addEventListener("click", () => choose(game));
}

// --- one's own tables ----------------------------------------------------------------------------------

/** Those that this device sat at and that are still there; a table that is gone is forgotten. */
async function found() {
  const asked = ownTables.all().map((match) => ask(`matches/${match}`).catch(({ code }) => code && ownTables.drop(match)));
  return (await Promise.all(asked)).filter((table) => table && table.stage !== "closed");
}

function Own({ table }) {
  const over = table.stage === "over";
  const mine = table.stage === "playing" && table.actor === table.you;
  const others = table.seats.filter((seat, at) => seat.name && at !== table.you).map(({ name }) => name);
  return html`<li><b>${page.games.find(({ id }) => table.game.split(" ")[0] === id)?.title}</b> ${others.length > 0 && html`<span>${say("with", { names: others.join(", ") })}</span>`}
    ${mine && html`<small><b>${say("your_turn")}</b></small>`}
    <a class=${over ? "quiet" : "gold"} href=${`${root}/${over ? "replay" : "table"}/${table.match}`}>${say(over ? "replay" : "continue")}</a></li>`;
}

async function showOwn() {
  const own = await found();
  document.getElementById("own-part").hidden = !own.length;
  const open = own.filter(({ stage }) => stage !== "over");
  render(html`<ul class="tables">${[...open, ...own.filter((table) => !open.includes(table))].map((table) => html`<${Own} key=${table.match} table=${table} />`)}</ul>`, document.getElementById("own"));
}

showOwn().catch(complain);

// --- tables of this house ----------------------------------------------------------------------------

function Tables({ tables }) {
  if (!tables.length) return html`<p class="soft">${say("no_tables")}</p>`;
  return html`<ul class="tables">${tables.map((table) => html`<li key=${table.match}><b>${table.title}</b> ${table.names.length > 0 && html`<span>${table.names.join(", ")}</span>`} <small>${table.said}</small>
    <a class="quiet" href=${`${root}/${table.stage === "over" ? "replay" : "table"}/${table.match}`}>${say(table.stage === "over" ? "replay" : table.free && table.stage === "waiting" ? "take_seat" : "watch")}</a></li>`)}</ul>`;
}

async function showTables() {
  const { tables } = await ask("tables");
  render(html`<${Tables} tables=${tables.filter((table) => table.stage !== "over")} />`, document.getElementById("tables"));
  const over = tables.filter((table) => table.stage === "over");
  document.getElementById("recent-part").hidden = !over.length;
  render(html`<${Tables} tables=${over} />`, document.getElementById("recent"));
}

showTables().catch(complain);
setInterval(() => document.hidden || showTables().catch(() => {}), 10_000);

// --- by code, and by record ---------------------------------------------------------------------------

document.getElementById("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const { match } = await ask(`codes/${encodeURIComponent(new FormData(event.target).get("code"))}`);
    location.assign(`${root}/table/${match}`);
  } catch (problem) {
    complain(problem);
  }
});

document.documentElement.dataset.ready = Math.round(performance.now()); // from here on a click is heard
