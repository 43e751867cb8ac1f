// Before the game: who sits where, and how others come in.

import { Component } from "./lib/preact.js";
import { ask, html, known, LEVELS, memory, ownTables, page, root, say, sit } from "./page.js";
import { Logo, SHAPES } from "./things.js";

const unnamed = (seat, at) => seat.name === say("someone", { number: at + 1 });

export class Lobby extends Component {
  constructor() {
    super();
    this.state = { name: memory.get("name"), level: memory.get("level", "casual"), problem: "", copied: false };
  }

  async take(at) {
    const name = this.state.name.trim() || say("someone", { number: at + 1 });
    memory.set("name", this.state.name.trim());
    try {
      await sit(page.match, at, name);
      location.reload();
    } catch (problem) {
      if (this.props.table.you === at) await sit(page.match, at, say("someone", { number: at + 1 })).catch(() => {}); // the seat stays theirs
      this.setState({ problem: problem.message });
    }
  }

  /** Enter takes the first free seat, or changes the name of who sits already: for that one sits down anew. */
  async named(event) {
    event.preventDefault();
    const { you } = this.props.table;
    if (you !== null) {
      await this.opener(["leave", { seat: you }]);
      return this.take(you);
    }
    const at = this.props.table.seats.findIndex((seat) => seat.kind === "free");
    if (at >= 0) this.take(at);
  }

  async leave(seat) {
    await this.opener(["leave", { seat }]);
    ownTables.drop(page.match);
    location.reload();
  }

  /** Asks for several things one after the other. */
  async opener(...wishes) {
    try {
      for (const [action, wish] of wishes) await ask(`matches/${page.match}/${action}`, wish);
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  /** Bots take the seats that are free; with the last one the game begins by itself. */
  begin({ seats }) {
    const free = seats.flatMap((seat, at) => (seat.kind === "free" ? [at] : []));
    return this.opener(...free.map((at) => ["seatbot", { at, level: this.state.level }]));
  }

  async copy(link) {
    await navigator.clipboard?.writeText(link);
    this.setState({ copied: true });
  }

  levels(now, choose) {
    return html`<select aria-label=${say("how_strong")} value=${now} onChange=${(event) => choose(event.target.value)}>${LEVELS.map((level) => html`<option key=${level} value=${level}>${say(level)}</option>`)}</select>`;
  }

  render({ table }, { name, level, problem, copied }) {
    const link = `${page.address}/join/${table.code}`;
    const seated = table.you !== null;
    const learn = page.teaches && `${root}/learn/${page.game}?table=${page.match}`; // in a tab of its own: the seat stays taken
    const invited = learn && !table.opener && table.stage !== "closed" && !known.has(page.game);
    const opens = table.opener && table.stage !== "closed";
    const set = (chosen) => this.setState({ level: chosen }, () => memory.set("level", chosen));
    return html`<section class=${`lobby${seated ? "" : " guest"}`} aria-label=${page.game_title}>
      <header><a class="brand" href=${`${root}/`} aria-label=${say("back_to_shelf")}><${Logo} /></a><h1>${page.game_title}</h1></header>
      <div class="sitting">
        ${(!seated || unnamed(table.seats[table.you], table.you)) && html`<form class="naming" onSubmit=${(event) => this.named(event)}><label class="field">${say("your_name")} <input value=${name} required=${seated} maxlength="24" autocomplete="nickname" onInput=${(event) => this.setState({ name: event.target.value })} /></label>${seated && html`<button>${say("go")}</button>`}</form>`}
        <ul class="seats">${table.seats.map((seat, at) => this.seat(table, seat, at))}</ul>
        ${problem && html`<p class="note" role="alert">${problem}</p>`}
        ${invited && html`<p class="new-here">${say("new_here")} <a class="gold" href=${learn} target="_blank">${say("learn")}</a></p>`}
        <p class="ask" role="status">${table.stage === "closed" ? say("closed") : say("waiting")}</p>
        ${opens && html`<label class="field inline">${say("how_strong")} ${this.levels(level, set)}</label>
          <button class="gold big" onClick=${() => this.begin(table)}>${say("begin")}</button>`}
      </div>
      <div class="invite">
        <p>${say("share")}</p>
        <p class="code">${table.code}</p>
        <img src=${`${root}/table/${page.match}/qr.svg`} width="180" height="180" alt=${say("scan")} />
        <p class="link"><a href=${link}>${link}</a></p>
        ${navigator.clipboard && html`<button onClick=${() => this.copy(link)}>${copied ? say("copied") : say("copy")}</button>`}
      </div>
      <div class="next">
        ${seated && html`<button class="quiet" onClick=${() => this.leave(table.you)}>${say("leave")}</button>`}
        ${opens && html`<button class="quiet" onClick=${() => this.opener(["close", {}])}>${say("close_table")}</button>`}
        <a class="quiet" href=${`${root}/rules/${page.game}`}>${say("rules")}</a>
        ${page.teaches && html`<a class="quiet" href=${`${root}/learn/${page.game}`} target="_blank">${say("learn")}</a>`}
      </div>
    </section>`;
  }

  seat(table, seat, at) {
    const free = seat.kind === "free";
    const own = at === table.you;
    return html`<li key=${at} class=${free ? "free" : "taken"}>
      <span class="shape" aria-hidden="true">${SHAPES[at % SHAPES.length]}</span>
      <b>${free ? say("free_seat") : own ? say("you") : seat.name || table.names[at]} ${own && !unnamed(seat, at) && html`<span class="soft">${seat.name}</span>`}</b>
      ${seat.kind === "bot" && html`<span class="tag">${say("bot")}</span> ${table.opener
        ? this.levels(seat.level, (level) => this.opener(["remove", { at }], ["seatbot", { at, level }]))
        : html`<small>${say(seat.level)}</small>`}`}
      ${free && table.you === null && html`<button class="gold" onClick=${() => this.take(at)}>${say("take_seat")}</button>`}
      ${free && table.opener && html`<button onClick=${() => this.opener(["seatbot", { at, level: this.state.level }])}>${say("add_bot")}</button>`}
      ${!free && table.opener && !own && html`<button aria-label=${say("remove")} title=${say("remove")} onClick=${() => this.opener(["remove", { at }])}>×</button>`}
    </li>`;
  }
}
