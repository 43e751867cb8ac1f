// The shelf: one click plays, one more chooses and invites.

import { Component } from "./lib/preact.js";
import { ask, html, LEVELS, memory, openTable, ownTables, page, render, root, say } from "./page.js";
import { Choices, keep, settings } from "./settings.js";

const bot = (level) => ({ kind: "bot", level });
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
    const options = Object.fromEntries(game.options.map(({ name, values }) => [name, values[0]]));
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

  /** One of several; what `group` was until now. */
  picks(group, legend, values, says, now, pick, tall = "") {
    return html`<fieldset key=${group}><legend>${legend}</legend><div class=${`picks${tall}`}>${values.map((value, n) => html`<label key=${n}><input type="radio" name=${group} checked=${now === value} onChange=${() => pick(value)} /><span>${says(value, n)}</span></label>`)}</div></fieldset>`;
  }

  render({ game, close }, state) {
    const pick = (name) => (value) => this.setState({ [name]: value });
    const check = (name, word) => html`<label class="check"><input type="checkbox" checked=${state[name] ?? alone(state.who)} onChange=${(event) => this.setState({ [name]: event.target.checked })} />${say(word)}</label>`;
    const option = ({ name, about, values, says }) =>
      this.picks(name, about, values, (_, n) => says[n], state.options[name], (value) => this.setState({ options: { ...state.options, [name]: value } }), " tall");
    return html`<form class="choice" onSubmit=${(event) => this.open(event)}>
      <h2>${game.title}</h2>
      ${this.picks("players", say("how_many"), game.players, String, state.players, pick("players"))}
      ${this.picks("who", say("against"), ["bots", "people", "device"], (who) => say({ bots: "with_bots", people: "with_people", device: "one_device" }[who]), state.who, pick("who"))}
      ${state.who === "bots" && this.picks("level", say("how_strong"), LEVELS, (level) => say(level), state.level, pick("level"))}
      <label class="field">${say("your_name")}<input value=${state.name} maxlength="24" autocomplete="nickname" onInput=${(event) => this.setState({ name: event.target.value })} /></label>
      <details><summary>${say("more")}</summary>
        ${game.options.map(option)}
        <fieldset><legend>${say("house_rules")}</legend>
          ${check("hints", "hints")}${check("memory", "memory")}${check("closed", "nobody_watches")}${check("shelf", "on_the_shelf")}
        </fieldset>
        <label class="field">${say("clock")}<select value=${state.seconds} onChange=${(event) => this.setState({ seconds: Number(event.target.value) })}>${[0, 15, 30, 60, 120].map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds ? say("seconds", { seconds }) : say("no_clock")}</option>`)}</select></label>
      </details>
      ${state.problem && html`<p class="note" role="alert">${state.problem}</p>`}
      <div class="next"><button class="gold big" disabled=${state.busy}>${say("open_table")}</button><button type="button" class="quiet" onClick=${close}>${say("cancel")}</button></div>
    </form>`;
  }
}

/** Hints are usual for who plays against bots alone; among people where somebody wants them. */
const alone = (who) => who === "bots";

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

// --- one's own tables, and those of this house --------------------------------------------------------

const isOpen = (table) => table.stage !== "over" && !table.held.every((seat) => table.seats[seat].resigned);
const withOthers = ({ seats, held }) => seats.filter((seat, at) => seat.name && !held.includes(at)).map(({ name }) => name).join(", ");
const titleOf = (table) => page.games.find(({ id }) => table.game.split(" ")[0] === id)?.title;

function Own({ table }) {
  const mine = table.stage === "playing" && table.held.includes(table.actor);
  const names = withOthers(table);
  return html`<li><b>${titleOf(table)}</b> ${names && html`<span>${say("with", { names })}</span>`} ${mine && html`<small><b>${say("your_turn")}</b></small>`}
    <a class="gold" href=${`${root}/table/${table.match}`}>${say("continue")}</a></li>`;
}

function Table({ table }) {
  const { match, title, names, said, free, stage } = table;
  return html`<li><b>${title}</b> ${names.length > 0 && html`<span>${names.join(", ")}</span>`} <small>${said}</small>
    <a class="quiet" href=${`${root}/table/${match}`}>${say(free && stage === "waiting" ? "take_seat" : "watch")}</a></li>`;
}

function Over({ match, title, names }) {
  return html`<li><b>${title}</b> ${names && html`<span>${say("with", { names })}</span>`}
    <a class="quiet" href=${`${root}/replay/${match}`}>${say("replay")}</a></li>`;
}

/** A list where there is something to list; else nothing, or a sentence. */
function list(id, items, otherwise = "") {
  render(items.length ? html`<ul class="tables">${items}</ul>` : otherwise && html`<p class="soft">${otherwise}</p>`, document.getElementById(id));
  const part = document.getElementById(`${id}-part`);
  if (part) part.hidden = !items.length;
}

/** Each table once: one's own to go on with, those of others to watch, and games that are over. */
async function showTables() {
  const [own, { tables }] = await Promise.all([ownTables.found(), ask("tables")]);
  const others = tables.filter(({ match }) => !own.some((table) => table.match === match));
  const over = own.filter(({ stage }) => stage === "over").map((table) => ({ match: table.match, title: titleOf(table), names: withOthers(table) }));
  over.push(...others.filter(({ stage }) => stage === "over").map(({ match, title }) => ({ match, title, names: "" })));
  list("own", own.filter(isOpen).map((table) => html`<${Own} key=${table.match} table=${table} />`));
  list("tables", others.filter(({ stage }) => stage !== "over").map((table) => html`<${Table} key=${table.match} table=${table} />`), say("no_tables"));
  list("recent", over.map((table) => html`<${Over} key=${table.match} ...${table} />`));
}

showTables().catch(complain);
setInterval(() => document.hidden || showTables().catch(() => {}), 10_000);
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // who comes back by the browser's arrow

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

// --- what this device likes -----------------------------------------------------------------------------

class Menu extends Component {
  state = settings();

  render(_, chosen) {
    const set = (name, value) => this.setState({ [name]: value }, () => keep(name, value));
    return html`<details class="menu"><summary><span aria-hidden="true">⋯</span> ${say("more")}</summary><div><${Choices} settings=${chosen} set=${set} /></div></details>`;
  }
}

render(html`<${Menu} />`, document.getElementById("menu"));
document.addEventListener("click", ({ target }) => target.closest(".menu") || document.querySelector(".menu").removeAttribute("open"));

document.documentElement.dataset.ready = Math.round(performance.now()); // from here on a click is heard
