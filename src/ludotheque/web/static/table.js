// The table page: what comes in is shown, what is shown is drawn, what is touched becomes a move.

import { Component } from "./lib/preact.js";
import { ask, html, known, memory, nonce, ownTables, page, render, root, say } from "./page.js";
import { Wire } from "./wire.js";
import { Lesson } from "./lesson.js";
import { arrived, due, goOn, hold, letGo, next, nothing, PACES } from "./showing.js";
import { Story, shown, told } from "./story.js";
import { Felt, furnished } from "./felt.js";
import { meant, offered, touch } from "./choosing.js";
import { refocused, walked } from "./keys.js";
import { Learning, Learnt, Tips, home } from "./learning.js";
import { Asking, Curtain, FACES, Menu, Note, Notice } from "./asides.js";
import { coached } from "./hints.js";
import { keep, settings } from "./settings.js";
import { Lobby } from "./lobby.js";
import { Result } from "./result.js";
import { Rules } from "./rules.js";
import { chime } from "./sound.js";
import { Logo } from "./things.js";
import * as motion from "./motion.js";

const NEW_TABLE = { table: null, beat: null, past: null, story: [], spoken: [], touched: [], note: null };
const HEARD = 6; // sentences that stay where screen readers hear them
const SEEN = 250; // milliseconds until the house is told again
const FORCED = 700; // milliseconds until the page plays where there is nothing to choose
const AMONG_PEOPLE = [1500, 4000]; // as long as a person might take, whatever they hold

class TablePage extends Component {
  constructor() {
    super();
    this.state = { ...NEW_TABLE, lost: false, gone: "", panel: "", curtain: null, faces: {}, drawer: false, settings: settings() };
    this.showing = nothing(this.state.settings.pace);
    this.hear = (frame) => this.heard(frame);
    this.tips = new Tips(() => this.setState({}));
    this.wire = page.lesson ? new Lesson(page.game, this.hear) : new Wire(page.match, null, this.hear);
    addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("pointerup", () => this.letGo());
    for (const name of ["pointercancel", "blur"]) addEventListener(name, () => this.letGo(false)); // scrolled, or gone elsewhere
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
      if (!this.state.table) this.showing = nothing(this.state.settings.pace); // who comes back goes on where they were
      this.setState(({ gone, table }) => ({ lost: false, gone: frame.version === page.version ? gone : "old", table: table ?? frame }));
      this.you = frame.you;
      if (!page.lesson && (frame.you !== null || frame.held?.length)) ownTables.add(page.match);
    }
    if (frame.is === "tookback" && frame.seat === this.you) this.chooses = true;
    arrived(this.showing, this.played && frame.seat === this.you ? { ...frame, by: "page" } : frame, this.you);
    return this.run();
  }

  // --- what is shown -------------------------------------------------------------------------------

  /** Everything whose time has come. */
  run() {
    clearTimeout(this.timer);
    for (let item = next(this.showing, performance.now()); item; item = next(this.showing, performance.now())) {
      if (item.beat) this.draw(item.beat);
      else this.settle(item.rest);
    }
    const at = due(this.showing);
    if (at !== null) this.timer = setTimeout(() => this.run(), Math.max(0, at - performance.now()));
  }

  draw(beat) {
    this.moving(({ table, story, spoken, settings: { sums } }) => {
      const scene = beat.scene ? { ...beat.scene, moves: [], turn: null } : table.scene;
      const stage = table.stage === "waiting" && scene ? "playing" : table.stage;
      const names = beat.names ?? table.names;
      const heard = [...spoken, ...beat.lines.filter(({ text }) => shown(beat, sums === "own").includes(text)).map((line) => ({ ...line, key: Math.random() }))].slice(-HEARD);
      const now = told(story, beat, remembers(table));
      return {
        table: { ...table, names, seats: beat.seats ?? table.seats, stage, scene, before: table.scene },
        beat, story: now, spoken: stillTold(heard, now), touched: [], note: null,
      };
    });
  }

  /** The table at rest. */
  settle(frame) {
    const was = this.state.table;
    this.moving(
      ({ table, story, spoken, note }) => ({
        table: { ...table, ...frame, before: table?.scene },
        spoken: [...stillTold(spoken, frame.story ?? story), ...taught(frame)].slice(-HEARD),
        beat: null, story: frame.story ?? story, touched: [], note: note?.kept ? note : null,
      }),
      () => {
        this.signal(was);
        this.drawCurtain();
        this.playForced();
        if (!this.showing.waiting.length && !page.lesson) this.tellSeen();
      },
    );
  }

  /** Changes what is drawn, and lets things glide from where they were. */
  moving(change, then) {
    const table = document.querySelector(".table");
    const before = table && motion.measured(table);
    this.changing(change, (now) => {
      if (before && now && this.showing.pace !== "once") motion.play(now, before);
      then?.();
    });
  }

  /** Changes what is drawn; whose focus was at the table keeps it there. */
  changing(change, then) {
    const inside = document.querySelector(".table")?.contains(document.activeElement);
    this.setState(change, () => {
      const now = document.querySelector(".table");
      then?.(now);
      if (inside) refocused(now);
    });
  }

  /** That all is shown: so bots may go on. */
  tellSeen() {
    clearTimeout(this.seen);
    this.wire.tell({ do: "seen", seq: this.state.table.seq });
  }

  /** Where there is nothing to choose, the page plays. Among people that takes a time which says nothing about the hand. */
  playForced() {
    clearTimeout(this.forced);
    const { table, settings } = this.state;
    if (table.stage === "over" && !page.lesson) memory.set("played", "yes");
    if (table.learnt || (table.stage === "over" && table.you !== null)) known.add(page.game);
    if (settings.forced !== "on" || page.lesson || this.chooses || table.held?.length > 1 || !isMine(table) || table.scene.moves.length > 1) return;
    const [least, most] = AMONG_PEOPLE;
    const people = table.seats.some(({ kind }, at) => kind === "person" && at !== table.you);
    const wait = people ? least + (most - least) * Math.random() : FORCED * PACES[this.showing.pace];
    this.forced = setTimeout(() => this.play(table.scene.moves[0], true), wait);
  }

  goOn() {
    goOn(this.showing, performance.now());
    this.run();
  }

  hold() {
    if (!this.showing.beat) return;
    hold(this.showing, performance.now());
    clearTimeout(this.timer);
    this.held = performance.now();
  }

  /** A tap goes on; a longer hold was to look. */
  letGo(mayGoOn = true) {
    if (this.held === undefined) return;
    const tapped = mayGoOn && performance.now() - this.held < 400;
    this.held = undefined;
    letGo(this.showing, performance.now());
    if (tapped) this.goOn();
    else this.run();
  }

  /** Your turn: the title says so, and a gentle sound. */
  signal(was) {
    const { table, settings: { sound } } = this.state;
    const mine = isMine(table);
    document.title = mine ? `● ${say("your_turn")} – ${page.title}` : page.title;
    if (mine && was && !isMine(was) && sound === "on") chime();
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
    this.showing = nothing(this.state.settings.pace);
    this.setState({ ...NEW_TABLE, curtain: null }); // what the last one saw is not the next one's
    this.wire = new Wire(page.match, seat, this.hear);
  }

  refused(frame) {
    if (frame.id === "") {
      this.seen = setTimeout(() => this.tellSeen(), SEEN); // nobody asked for that: the page did, too often
      return;
    }
    this.setState({ note: { says: frame.says, why: frame.why, clause: frame.args?.clause }, touched: [] });
    motion.shake(document.querySelector(".touched, .seat.you"));
  }

  waved(frame) {
    const key = Math.random();
    this.setState(({ faces }) => ({ faces: { ...faces, [frame.seat]: { face: FACES[frame.face], key } } }));
    setTimeout(() => this.setState(({ faces }) => (faces[frame.seat]?.key === key ? { faces: { ...faces, [frame.seat]: null } } : null)), 3000);
  }

  // --- what is done --------------------------------------------------------------------------------

  touch(thing) {
    const { table, touched } = this.state;
    if (!isMine(table)) return;
    const now = touch(touched, thing);
    const move = meant(table.scene.moves, now);
    if (move) this.play(move);
    else this.changing({ touched: now, note: null });
  }

  /** What the page played by itself is shown like the move of somebody else. */
  play(move, played = false) {
    clearTimeout(this.forced);
    Object.assign(this, { played, chooses: false, asked: null });
    this.changing({ touched: [], note: null });
    this.wire.send({ do: "move", move, expected: this.state.table.seq });
  }

  send(request) {
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

  /** The better answer takes the place of the first, unless one has played or put it away. */
  async hint() {
    const { seq, you, scene } = this.state.table;
    const own = (this.asked = {});
    const tell = (note) => this.state.table.seq === seq && this.asked === own && this.setState({ note });
    tell({ says: say("hint_waits") });
    try {
      await coached(you, scene.said, tell);
    } catch (problem) {
      tell({ says: problem.message });
    }
  }

  putAway() {
    this.asked = null;
    this.setState({ touched: [], note: null, panel: "", drawer: false });
  }

  pressed(event) {
    if (event.key === "Escape") this.putAway();
    else if (this.state.beat && ["Enter", " "].includes(event.key) && !event.target.closest("button, a, input, summary")) this.goOn();
    else walked(event);
  }

  set(name, value) {
    keep(name, value);
    this.setState({ settings: { ...this.state.settings, [name]: value } });
    if (name === "pace") this.showing.pace = value;
  }

  // --- how it looks --------------------------------------------------------------------------------

  render(_, state) {
    const { table, lost, gone, curtain } = state;
    if (gone && gone !== "old") return html`<${Notice} text=${gone} />`;
    if (!table) return html`<p class="loading" role="status">…</p>`;
    if (curtain !== null) return html`<${Curtain} name=${table.seats[curtain]?.name || table.names[curtain]} look=${() => this.lookAs(curtain)} />`;
    const lobby = table.stage === "waiting" || (table.stage === "closed" && !table.scene);
    return html`
      ${gone === "old" && html`<div class="banner" role="alert">${say("old")} <button onClick=${() => location.reload()}>${say("reload")}</button></div>`}
      ${lost && html`<div class="banner" role="alert">${say("offline")}</div>`}
      ${lobby
        ? html`<${Lobby} table=${table} do=${(request) => this.send(request)} look=${(seat) => this.lookAs(seat)} />`
        : html`<div class=${`room${lost ? " lost" : ""}${state.drawer ? " drawer" : ""}`}>
            <${Bar} ...${state} on=${this} />
            <${Table} ...${state} on=${this} />
            <aside class="story" aria-label=${say("story")}>
              <h2>${say("story")} <button class="close" onClick=${() => this.setState({ drawer: false })} aria-label=${say("close")}>×</button></h2>
              <${Story} story=${state.story} names=${table.names} sums=${state.settings.sums === "own"} past=${state.past} look=${(past) => this.setState({ past })} />
            </aside>
            <div class="hidden" role="log" aria-live="polite">${state.spoken.map(({ text, key }) => html`<p key=${key}>${text}</p>`)}</div>
          </div>`}
      ${state.panel === "rules" && html`<${Rules} clause=${state.clause} close=${() => this.setState({ panel: "" })} />`}
    `;
  }
}

const taught = ({ lesson, learnt }) => [lesson ?? learnt].filter(Boolean).map(({ says }) => ({ text: says, key: Math.random() }));
const gaveUp = (table) => table.you !== null && table.seats[table.you]?.resigned;
const isMine = (table) => Boolean(table && table.stage === "playing" && table.you !== null && !gaveUp(table) && table.scene?.turn === table.you && table.scene.moves.length);
/** What a screen reader can go back to: what people should remember for themselves only as long as the story keeps it. */
const stillTold = (spoken, story) => spoken.filter(({ text, fades }) => !fades || story.some(({ lines }) => lines.some((line) => line.text === text)));
const remembers = (table) => table.house.help === "memory" || table.stage === "over";

/** Paper above the table: whose turn it is, and the tools. */
function Bar({ table, beat, settings, on }) {
  const playing = table.stage === "playing" && table.you !== null && !gaveUp(table);
  const mine = isMine(table) && !beat;
  const turn = beat ? beat.turn : table.scene.turn;
  const when = mine ? say("your_turn") : turn === table.you || turn === null || turn === undefined ? "" : table.names[turn];
  return html`<header class="bar">
    <a class="brand" href=${home.href} aria-label=${say(home.word)}><${Logo} /></a>
    <b class="title">${page.game_title}</b> <span class="when">${when}</span>
    <div class="tools" role="toolbar" aria-label=${say("more")}>
      ${table.undo && playing && !beat && html`<button onClick=${() => on.send({ do: "undo", expected: table.seq })}><span aria-hidden="true">↶</span> ${say("undo")}</button>`}
      ${mine && table.house.hints && html`<button onClick=${() => on.hint()}><span aria-hidden="true">☞</span> ${say("hint")}</button>`}
      <button onClick=${() => on.setState({ panel: "rules", clause: "" })}><span aria-hidden="true">§</span> ${say("rules")}</button>
      <${Menu} table=${table} playing=${playing} settings=${settings} on=${on} />
    </div>
  </header>`;
}

function Table({ table, beat, past, touched, note, faces, settings, story, on }) {
  const scene = past?.scene ?? table.scene;
  const zones = furnished(scene);
  const mine = isMine(table) && !beat && !past;
  const things = zones.flatMap((zone) => zone.things.filter((thing) => thing.moves.length));
  const sums = settings.sums === "own";
  const over = (table.stage === "over" || table.stage === "closed") && !beat && !table.learnt;
  const hinted = note?.hint ?? (beat ? null : table.lesson?.move);
  const latest = story.at(-1);
  const rules = (clause) => on.setState({ panel: "rules", clause });
  const part = { table, scene, zones, you: table.you, before: table.before, mine, touched, hinted, sums, faces, acts: beat?.turn, on };
  return html`<div class=${`table${past ? " past" : ""}`} onPointerDown=${(event) => beat && !event.target.closest("button, a, .story") && on.hold()}>
    <p class="goal">${scene.aim}</p>
    <${Felt} ...${part}>
      <div class="tell">
        ${over
          ? html`<${Result} table=${table} story=${story} sums=${sums} />`
          : html`
            ${beat
              ? html`<${Beat} beat=${beat} sums=${sums} lasts=${on.showing.lasts} stays=${on.showing.stays} go=${() => on.goOn()} />`
              : table.lesson
                ? html`<${Learning} lesson=${table.lesson} rules=${rules} />`
                : table.learnt
                  ? html`<${Learnt} table=${table} />`
                  : html`<p class=${mine ? "say mine" : "say"} role="status" tabindex="-1">${gaveUp(table) && scene.turn === table.you ? say("bot_plays") : scene.ask}</p>`}
            ${mine && on.tips.at(table.seq, scene.moves, (tip) => html`<p class="tip">${say("tip", { tip })}</p>`)}
            <${Offers} hinted=${hinted} moves=${mine ? offered(scene.moves, touched, things) : []} said=${scene.said} play=${(move) => on.play(move)} />`}
        ${note && html`<${Note} note=${note} rules=${rules} play=${(move) => on.play(move)} />`}
        ${table.asking && !beat && html`<${Asking} table=${table} send=${(request) => on.send(request)} />`}
        ${table.you !== null && table.seats[table.you]?.away && html`<p class="note">${say("bot_plays")} <button onClick=${() => on.send({ do: "back" })}>${say("again_back")}</button></p>`}
      </div>
    <//>
    <p class="latest"><span>${latest && shown(latest, sums)[0]}</span> <button onClick=${() => on.setState({ drawer: true })}>${say("story")}</button></p>
  </div>`;
}

/** What happens now, in words; a judging moment stays until one goes on, or as long as its bar drains. */
function Beat({ beat, sums, lasts, stays, go }) {
  const [first, ...more] = shown(beat, sums);
  return html`<div class="beat" key=${beat.lines[0].text} data-event=${beat.event}>
    <p class="say" tabindex="-1">${first}${more.map((text) => html` <small>${text}</small>`)}</p>
    ${beat.judged && html`<button class="gold go-on" onClick=${go}>${say("go_on")}${!stays && html`<i class="drain" style=${{ animationDuration: `${lasts}ms` }}></i>`}</button>`}
  </div>`;
}

function Offers({ moves, said, hinted, play }) {
  if (!moves.length) return null;
  return html`<div class="offers">${moves.map((move) => html`<button key=${move} class=${move === hinted ? "gold hinted" : "gold"} onClick=${() => play(move)}>${said[move] ?? move}</button>`)}</div>`;
}

render(html`<${TablePage} />`, document.getElementById("table"));
