// The table page: draws the scene that the house sends, and turns touches into moves. It knows kinds of things, never rules.

import { Component, createRef } from "./lib/preact.js";
import { ask, calm, html, memory, nonce, page, percent, render, root, say } from "./page.js";
import { Edges, Picture, SHAPES } from "./things.js";
import { Wire } from "./wire.js";
import { helps, meant, offered, touch } from "./choosing.js";
import * as motion from "./motion.js";
import { chime } from "./sound.js";
import { dragging } from "./drag.js";
import { Lobby } from "./lobby.js";
import { Result } from "./result.js";
import { Rules } from "./rules.js";
import { Lesson } from "./lesson.js";

const PACE = Number(memory.get("pace", calm.matches ? 200 : 650)); // milliseconds that the eye gets for a move of somebody else's
const KEPT = 200; // sentences
const FACES = ["👏", "😄", "🤔", "😮", "🙈"];

class TablePage extends Component {
  constructor() {
    super();
    this.state = {
      table: null, says: [], touched: [], note: null, lost: false, gone: "", panel: "", curtain: null, faces: {},
      sums: memory.get("sums") === "own", sound: memory.get("sound", "on") === "on",
    };
    this.waiting = [];
    const hear = (frame) => this.heard(frame);
    this.wire = page.lesson ? new Lesson(page.game, hear) : new Wire(page.match, null, hear);
    addEventListener("keydown", (event) => this.pressed(event));
    if (location.hash.length > 1) this.follow(location.hash.slice(1));
  }

  // --- what comes in -------------------------------------------------------------------------------

  heard(frame) {
    if (frame.t === "lost") return this.setState({ lost: true });
    if (frame.t === "gone") return this.setState({ gone: frame.says });
    if (frame.t === "no") return this.refused(frame);
    if (frame.t === "here") return this.setState(({ table }) => ({ table: table && { ...table, here: frame.here } }));
    if (frame.t === "react") return this.waved(frame);
    if (frame.t === "done") return undefined;
    if (frame.t === "table") {
      if (frame.version !== page.version) this.setState({ gone: "old" });
      this.waiting = [];
      clearTimeout(this.timer);
      this.timer = 0;
      this.setState(({ gone }) => ({ lost: false, gone: gone === "old" ? gone : "" }));
      return this.show(frame);
    }
    this.waiting.push(frame);
    if (!this.timer) this.next();
    return undefined;
  }

  /** Frames are shown one after the other, so that bots never outrun the eye. */
  next() {
    const frame = this.waiting.shift();
    this.timer = 0;
    if (!frame) return;
    this.show(frame);
    const own = frame.seat === this.state.table?.you && frame.by === "person";
    const quick = own && this.waiting.length === 0;
    if (this.waiting.length || !quick) this.timer = setTimeout(() => this.next(), frame.is === "moved" ? PACE : 60);
  }

  /** Whoever acts has seen enough: the newest is shown at once. */
  hurry() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.waiting.length) this.show(this.waiting.shift());
  }

  show(frame) {
    const felt = document.querySelector(".felt");
    const before = felt && motion.measured(felt);
    const inside = felt?.contains(document.activeElement);
    const was = this.state.table;
    this.setState(
      ({ table, says, note }) => ({
        table: { ...table, ...frame, before: table?.scene },
        says: told(says, frame, table),
        touched: [],
        note: note?.kept ? note : null,
      }),
      () => {
        const now = document.querySelector(".felt");
        if (before && now && frame.t === "event") motion.play(now, before);
        if (inside) refocus(now);
        this.signal(was);
        this.drawCurtain();
      },
    );
  }

  /** Your turn: the title says so, and a gentle sound. */
  signal(was) {
    const { table, sound } = this.state;
    const mine = isMine(table);
    document.title = mine ? `● ${say("your_turn")} – ${page.title}` : page.title;
    if (mine && was && !isMine(was) && sound) chime();
  }

  /** Several people at this device: whoever is next looks alone. */
  drawCurtain() {
    const { table } = this.state;
    const turn = table.scene?.turn;
    if (!(table.held?.length > 1)) return;
    if (table.stage === "playing" && table.held.includes(turn) && turn !== table.you) this.setState({ curtain: turn });
    else if (table.you === null && table.stage === "over") this.lookAs(table.held[0]);
  }

  lookAs(seat) {
    this.wire.end();
    clearTimeout(this.timer);
    Object.assign(this, { timer: 0, waiting: [] });
    this.setState({ table: null, curtain: null, says: [], touched: [], note: null }); // what the last one saw is not the next one's
    this.wire = new Wire(page.match, seat, (frame) => this.heard(frame));
  }

  refused(frame) {
    this.setState({ note: { says: frame.says, clause: frame.args?.clause }, touched: [] });
    motion.shake(document.querySelector(".touched, .you"));
  }

  waved(frame) {
    const key = Math.random();
    this.setState(({ faces }) => ({ faces: { ...faces, [frame.seat]: { face: FACES[frame.face], key } } }));
    setTimeout(() => this.setState(({ faces }) => (faces[frame.seat]?.key === key ? { faces: { ...faces, [frame.seat]: null } } : null)), 3000);
  }

  // --- what is done --------------------------------------------------------------------------------

  touch(thing) {
    this.hurry();
    const { table, touched } = this.state;
    if (!isMine(table)) return;
    const now = touch(touched, thing);
    const move = meant(table.scene.moves, now);
    if (move) this.play(move);
    else this.setState({ touched: now, note: null });
  }

  play(move) {
    const { table } = this.state;
    this.setState({ touched: [], note: null });
    this.wire.send({ do: "move", move, expected: table.seq });
  }

  do(request) {
    this.setState({ panel: "" });
    this.wire.send(request);
  }

  /** A link that takes this seat to another device, once. */
  async moveSeat() {
    try {
      const { link } = await ask(`matches/${page.match}/link`, { seat: this.state.table.you, id: nonce() });
      this.setState({ note: { says: say("move_seat_says"), link: `${page.address}/table/${page.match}#${link}`, kept: true } });
    } catch (problem) {
      this.setState({ note: { says: problem.message } });
    }
  }

  /** This page was opened by such a link. */
  async follow(link) {
    history.replaceState(null, "", location.pathname + location.search);
    try {
      await ask(`matches/${page.match}/follow`, { link, id: nonce() });
      this.lookAs(null);
    } catch (problem) {
      this.setState({ note: { says: problem.message, kept: true } });
    }
  }

  async leave() {
    try {
      await ask(`matches/${page.match}/leave`, { seat: this.state.table.you, id: nonce() });
      location.assign(`${root}/`);
    } catch (problem) {
      this.setState({ note: { says: problem.message } });
    }
  }

  async hint() {
    const waiting = setTimeout(() => this.setState({ note: { says: say("hint_waits") } }), 600);
    try {
      const query = this.state.table.you === null ? "" : `?seat=${this.state.table.you}`;
      const { move, chance, low, high, why, next_move: next, next_chance: nextChance, next_why: nextWhy } = await ask(`matches/${page.match}/hint${query}`);
      const says = say(low < high ? "hint_says" : "hint_sure", { chance: percent(chance), low: percent(low), high: percent(high) });
      const inWords = this.state.table.scene.said[next] ?? next;
      const other = next && `${say("hint_next", { move: inWords, chance: percent(nextChance) })} ${nextWhy}`;
      this.setState({ note: { says, why, other, hint: move } });
    } catch (problem) {
      this.setState({ note: { says: problem.message } });
    } finally {
      clearTimeout(waiting);
    }
  }

  pressed(event) {
    if (event.key === "Escape") this.setState({ touched: [], note: null, panel: "" });
    if (!["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"].includes(event.key) || !event.target.matches?.(".thing")) return;
    const things = [...document.querySelectorAll(".thing:not(:disabled)")];
    const step = nearest(things, event.target, event.key);
    if (step) {
      step.focus();
      event.preventDefault();
    }
  }

  turnSwitch(name) {
    const on = !this.state[name];
    memory.set(name, name === "sums" ? (on ? "own" : "shown") : on ? "on" : "off");
    this.setState({ [name]: on });
  }

  // --- how it looks --------------------------------------------------------------------------------

  render(_, state) {
    const { table, lost, gone, curtain } = state;
    if (gone && gone !== "old") return html`<${Notice} text=${gone} />`;
    if (!table) return html`<p class="loading" role="status">…</p>`;
    if (curtain !== null) return html`<${Curtain} name=${nameAt(table, curtain)} look=${() => this.lookAs(curtain)} />`;
    return html`
      ${gone === "old" && html`<div class="banner" role="alert">${say("old")} <button onClick=${() => location.reload()}>${say("reload")}</button></div>`}
      ${lost && html`<div class="banner" role="alert">${say("offline")}</div>`}
      <div class=${`room${lost ? " lost" : ""}${table.house.help === "memory" ? " long" : ""}`}>
        ${table.stage === "waiting" || (table.stage === "closed" && !table.scene)
          ? html`<${Lobby} table=${table} do=${(request) => this.do(request)} look=${(seat) => this.lookAs(seat)} />`
          : html`<${Felt} ...${state} table=${table} on=${this} />`}
        ${table.house.help === "memory" && html`<${Story} says=${state.says} />`}
      </div>
      ${state.panel === "rules" && html`<${Rules} clause=${state.clause} close=${() => this.setState({ panel: "" })} />`}
    `;
  }
}

/**
 * The sentences to show. Where people should remember for themselves, those of the turn that is going on are all that
 * stays: nobody can look up in the page what they forgot.
 */
function told(says, frame, table) {
  const turn = frame.scene?.turn ?? null;
  const fresh = (frame.says ?? []).map((text, n) => ({ text, key: `${frame.seq}.${n}`, turn: frame.seat ?? turn }));
  const house = frame.house ?? table?.house;
  const kept = house?.help === "memory" ? says : says.filter((said) => said.turn === (frame.seat ?? turn));
  return [...kept, ...fresh].slice(-KEPT);
}

const gaveUp = (table) => table.you !== null && table.seats[table.you]?.resigned;
const isMine = (table) => Boolean(table && table.stage === "playing" && table.you !== null && !gaveUp(table) && table.scene?.turn === table.you && table.scene.moves.length);
const nameAt = (table, seat) => table.seats[seat]?.name || table.names[seat];

/** Whoever plays by keyboard goes on from what can be touched next; what they had touched is drawn anew. */
function refocus(felt) {
  if (document.activeElement !== document.body && !document.activeElement.matches(".ask")) return;
  (felt?.querySelector(".thing.can") ?? felt?.querySelector(".ask"))?.focus({ preventScroll: true });
}

/** The nearest thing in the direction of an arrow key. */
function nearest(things, from, key) {
  const at = from.getBoundingClientRect();
  const sideways = key === "ArrowRight" || key === "ArrowLeft";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    const box = thing.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2 - at.left - at.width / 2, box.top + box.height / 2 - at.top - at.height / 2];
    const along = sign * (sideways ? x : y);
    const distance = along + 3 * Math.abs(sideways ? y : x);
    if (along > 4 && distance < least) [best, least] = [thing, distance];
  }
  return best;
}

// --- the felt --------------------------------------------------------------------------------------

function Felt({ table, touched, note, sums, sound, faces, says, panel, on }) {
  const { scene, you } = table;
  const names = motion.named(scene);
  const zones = scene.zones.map((zone, z) => ({ ...zone, things: zone.things.map((thing, n) => ({ ...thing, moves: thing.moves ?? [], tries: thing.tries ?? [], name: names[z][n], says: thing.name })) }));
  const mine = isMine(table);
  const things = zones.flatMap((zone) => zone.things.filter((thing) => thing.moves.length));
  const order = scene.order.length ? scene.order : Array.from({ length: scene.participants }, (_, seat) => seat);
  const around = you === null ? order : turned(order, you);
  const part = { table, zones, mine, touched, note, sums, on, faces };
  const middle = zones.filter((zone) => zone.owner === undefined);
  const others = around.filter((seat) => seat !== you);
  return html`<section class=${`felt of-${others.length}`} aria-label=${page.game_title}>
    <div class="others">${others.map((seat) => html`<${Seat} key=${seat} seat=${seat} ...${part} />`)}</div>
    <div class="middle">${middle.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} ...${part} />`)}</div>
    ${table.house.help !== "memory" && table.stage === "playing" && html`<${Tale} says=${sums ? says.filter(({ text }) => !text.includes("=")) : says} />`}
    <div class="asking">
      ${table.stage === "over" || table.stage === "closed"
        ? html`<${Result} table=${table} says=${says} send=${(request) => on.do(request)} />`
        : html`
          ${table.lesson && html`<${Learning} lesson=${table.lesson} said=${scene.said} />`}
          ${table.learnt && !table.lesson && html`<p class="note learnt">${say("learnt")} <a class="gold" href=${`${root}/`}>${say("back_to_shelf")}</a></p>`}
          <${Offers} moves=${mine ? offered(scene.moves, touched, things) : []} said=${scene.said} play=${(move) => on.play(move)} />
          <p class=${mine ? "ask mine" : "ask"} role="status" tabindex="-1">${gaveUp(table) && scene.turn === you ? say("bot_plays") : scene.ask}</p>`}
      ${note && html`<${Note} note=${note} rules=${(clause) => on.setState({ panel: "rules", clause })} play=${(move) => on.play(move)} />`}
      ${table.asking && html`<${Asking} table=${table} send=${(request) => on.do(request)} />`}
      ${you !== null && table.seats[you]?.away && html`<p class="note">${say("bot_plays")} <button onClick=${() => on.do({ do: "back" })}>${say("again_back")}</button></p>`}
    </div>
    ${you === null ? html`<p class="onlooker">${say("onlooker")}</p>` : html`<div class="you"><${Seat} seat=${you} ...${part} /></div>`}
    <${Tools} table=${table} sums=${sums} sound=${sound} panel=${panel} on=${on} />
  </section>`;
}

/** The seats as this one sees them: the next to play on the left. */
function turned(order, you) {
  const at = order.indexOf(you);
  return at < 0 ? order : [...order.slice(at), ...order.slice(0, at)];
}

function Seat({ seat, table, zones, faces, ...part }) {
  const about = table.seats[seat];
  const turn = table.scene.turn === seat && table.stage === "playing";
  const own = zones.filter((zone) => zone.owner === seat);
  const score = table.scene.scores[seat]?.[1];
  const won = table.result?.winners.includes(seat);
  const state = about?.resigned ? say("gone_up") : about?.away || (about?.kind === "person" && table.here && !table.here[seat]) ? say("away") : "";
  return html`<section class=${`seat${turn ? " turn" : ""}${won ? " won" : ""}`} aria-label=${table.names[seat]} data-seat=${seat}>
    <h2 class="name">
      <span class="shape" aria-hidden="true">${SHAPES[seat % SHAPES.length]}</span>
      <b>${table.names[seat] ?? table.names.at(-1)}</b>
      ${about?.kind === "bot" && html`<span class="tag">${say("bot")}</span>`}
      ${state && html`<span class="tag">${state}</span>`}
      ${turn && html`<span class="tick" aria-hidden="true">▸</span>`}
      ${won && html`<span class="crown" aria-hidden="true">♛</span>`}
      ${score && html`<span class="score">${score}</span>`}
      ${faces?.[seat] && html`<span class="face" role="status">${faces[seat].face}</span>`}
    </h2>
    <${Clock} table=${table} turn=${turn} />
    <div class="zones">${own.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} table=${table} zones=${zones} ...${part} />`)}</div>
  </section>`;
}

/** The time that is left for a move. */
class Clock extends Component {
  componentDidMount() {
    this.timer = setInterval(() => this.setState({}), 500);
  }
  componentWillUnmount() {
    clearInterval(this.timer);
  }
  render({ table, turn }) {
    if (!turn || !table.deadline) return null;
    const left = Math.max(0, Math.ceil((table.deadline - Date.now()) / 1000));
    return html`<span class=${left <= 5 ? "clock soon" : "clock"} role="timer">⏱ ${left}</span>`;
  }
}

function Zone({ zone, table, mine, touched, note, sums, on }) {
  const before = table.before?.zones.find((other) => other.id === zone.id);
  const grew = before && weight(zone) > weight(before);
  const shown = zone.note && !sums;
  if (!zone.things.length && !shown && zone.owner !== undefined && zone.owner !== table.you && !zone.label) return null;
  const style = zone.columns ? { "--columns": zone.columns } : {};
  return html`<div class=${`zone ${zone.columns ? "grid" : "row"} z-${zone.id.replace(/\d+$/, "")}`} data-zone-box=${zone.id} data-owner=${zone.owner} data-grew=${grew || undefined}>
    <h3>${zone.label}</h3>
    <div class="things" style=${style}>
      ${zone.columns > 0 && html`<${Edges} zone=${zone} />`}
      ${zone.things.map((thing, n) => html`<${Thing} key=${thing.name} thing=${thing} at=${n} zone=${zone} table=${table} mine=${mine} touched=${touched} hinted=${note?.hint ?? table.lesson?.move} on=${on} />`)}
      ${!zone.things.length && !zone.note && html`<span class="nothing" aria-hidden="true"></span>`}
    </div>
    ${shown && html`<p class="sum">${zone.note}</p>`}
  </div>`;
}

const weight = (zone) => zone.things.reduce((sum, thing) => sum + (thing.count ?? 1), 0);

function Thing({ thing, at, zone, table, mine, touched, hinted, on }) {
  const can = mine && thing.moves.length > 0 && helps(table.scene.moves, touched, thing);
  const chosen = touched.some((other) => other.name === thing.name);
  const look = `${thing.kind} ${thing.tone ?? ""} ${thing.face ?? ""}`;
  const from = thing.owner !== undefined && thing.owner !== zone.owner ? table.names[thing.owner] : "";
  const classes = ["thing", thing.kind, can && "can", chosen && "touched", hinted && thing.moves.includes(hinted) && "hinted", thing.state].filter(Boolean).join(" ");
  const spoken = [from, thing.says || thing.face].filter(Boolean).join(": ");
  const inside = html`<${Picture} thing=${thing} />${from && html`<small class="from">${thing.kind === "button" ? "→ " : ""}${from}</small>`}${thing.label && html`<small class="label">${thing.label}</small>`}`;
  const style = zone.columns ? { gridColumn: (at % zone.columns) + 2, gridRow: Math.floor(at / zone.columns) + 2 } : {};
  const data = { style, "data-name": thing.name, "data-zone": zone.id, "data-look": look, "data-owner": thing.owner };
  const may = can || (mine && thing.tries.length > 0);
  if (!may) return html`<span class=${classes} role="img" aria-label=${spoken} ...${data}>${inside}</span>`;
  return html`<button class=${classes} aria-label=${spoken} aria-pressed=${chosen} aria-disabled=${!can} ...${data} onClick=${() => on.touch(thing)} ...${dragging(thing, on)}>${inside}</button>`;
}

function Offers({ moves, said, play }) {
  if (!moves.length) return null;
  return html`<div class="offers">${moves.map((move) => html`<button key=${move} class="gold" onClick=${() => play(move)}>${said[move] ?? move}</button>`)}</div>`;
}

function Note({ note, rules, play }) {
  return html`<div class="note" role="alert">
    <p>${note.says}</p>
    ${note.why && html`<p><b>${note.why}</b></p>`}
    ${note.other && html`<p>${note.other}</p>`}
    ${note.clause && html`<button class="link" onClick=${() => rules(note.clause)}>${say("rules")} ${note.clause}</button>`}
    ${note.link && html`<p><a href=${note.link}>${note.link}</a></p>`}
    ${note.hint && html`<button class="gold" onClick=${() => play(note.hint)}>${say("do_it")}</button>`}
  </div>`;
}

/** What a lesson asks for, and the clauses behind it. */
function Learning({ lesson, said }) {
  return html`<div class="note learning" role="status">
    ${lesson.clauses.map(({ id, text }) => html`<p key=${id}><b>${id}</b> ${text}</p>`)}
    <p><b>${say("lesson_do", { move: said[lesson.move] ?? lesson.move })}</b></p>
  </div>`;
}

function Asking({ table, send }) {
  const { seat, missing } = table.asking;
  if (seat === table.you) return html`<p class="note">${say("you_asked")}</p>`;
  if (!missing.includes(table.you)) return null;
  return html`<div class="note" role="alert">
    <p>${say("asks_back", { name: table.names[seat] })}</p>
    <button class="gold" onClick=${() => send({ do: "answer", agrees: true })}>${say("agree")}</button>
    <button onClick=${() => send({ do: "answer", agrees: false })}>${say("disagree")}</button>
  </div>`;
}

function Tools({ table, sums, sound, panel, on }) {
  const seated = table.you !== null;
  const playing = table.stage === "playing" && !gaveUp(table);
  const shut = (event) => event.target.closest("details")?.removeAttribute("open");
  const sure = (word, request) => confirm(say(word)) && on.do(request);
  return html`<div class="tools" role="toolbar" aria-label=${say("more")}>
    ${seated && playing && table.house.undo !== "none" && html`<button onClick=${() => on.do({ do: "undo", expected: table.seq })}>↶ ${say("undo")}</button>`}
    ${seated && playing && table.house.hints && isMine(table) && html`<button onClick=${() => on.hint()}>☞ ${say("hint")}</button>`}
    <button onClick=${() => on.setState({ panel: "rules", clause: "" })}>§ ${say("rules")}</button>
    <button aria-pressed=${sums} onClick=${() => on.turnSwitch("sums")}>Σ ${say("sums")}</button>
    <button aria-pressed=${sound} onClick=${() => on.turnSwitch("sound")}>♪ ${say("sound")}</button>
    ${seated && !page.lesson && html`<details class="menu"><summary>♡ ${say("react")}</summary><div onClick=${shut}>${FACES.map((face, n) => html`<button key=${n} onClick=${() => on.wire.send({ do: "react", face: n })}>${face}</button>`)}</div></details>`}
    ${seated && playing && !page.lesson && html`<details class="menu"><summary>⋯ ${say("more")}</summary><div onClick=${shut}>
      <button onClick=${() => on.moveSeat()}>${say("move_seat")}</button>
      <button onClick=${() => sure("sure_resign", { do: "resign" })}>${say("resign")}</button>
      <button onClick=${() => confirm(say("sure_leave")) && on.leave()}>${say("leave")}</button>
    </div></details>`}
  </div>`;
}

/** What just happened, on the table itself; screen readers hear it as it comes. */
function Tale({ says }) {
  return html`<div class="tale" role="log" aria-live="polite" aria-label=${say("story")}>${says.slice(-3).map(({ text, key }) => html`<p key=${key}>${text}</p>`)}</div>`;
}

/** All that happened, where the table remembers it for everyone. */
function Story({ says }) {
  return html`<aside class="story"><h2>${say("story")}</h2><div role="log" aria-live="polite" tabindex="0">${says.map(({ text, key }) => html`<p key=${key}>${text}</p>`)}</div></aside>`;
}

class Curtain extends Component {
  button = createRef();

  componentDidMount() {
    this.button.current.focus();
  }

  render({ name, look }) {
    return html`<div class="curtain" role="dialog" aria-modal="true" aria-label=${say("curtain", { name })}>
      <h1>${say("curtain", { name })}</h1><p>${say("curtain_says", { name })}</p>
      <button class="gold big" ref=${this.button} onClick=${look}>${say("i_look")}</button>
    </div>`;
  }
}

function Notice({ text }) {
  return html`<div class="notice"><p>${text}</p><a class="gold big" href=${`${root}/`}>${say("back_to_shelf")}</a></div>`;
}

render(html`<${TablePage} />`, document.getElementById("table"));
