// Before the game: who sits where, and how others come in.

import { Component } from "./lib/preact.js";
import { ask, html, known, memory, page, root, say, sit } from "./page.js";
import { SHAPES } from "./things.js";

export class Lobby extends Component {
  constructor() {
    super();
    this.state = { name: memory.get("name"), problem: "", copied: false };
  }

  async take(at) {
    const name = this.state.name.trim() || say("someone", { number: at + 1 });
    memory.set("name", this.state.name.trim());
    try {
      await sit(page.match, at, name);
      location.reload();
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  /** Enter takes the first free seat. */
  takeFirst(event) {
    event.preventDefault();
    const at = this.props.table.seats.findIndex((seat) => seat.kind === "free");
    if (at >= 0) this.take(at);
  }

  async leave(seat) {
    await this.opener("leave", { seat });
    location.reload();
  }

  async opener(action, wish) {
    try {
      await ask(`matches/${page.match}/${action}`, wish);
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  async copy(link) {
    await navigator.clipboard?.writeText(link);
    this.setState({ copied: true });
  }

  render({ table }, { name, problem, copied }) {
    const link = `${page.address}/join/${table.code}`;
    const seated = table.you !== null;
    const learn = page.teaches && `${root}/learn/${page.game}?table=${page.match}`; // in a tab of its own: the seat stays taken
    const invited = learn && !table.opener && table.stage !== "closed" && !known.has(page.game);
    return html`<section class="lobby" aria-label=${page.game_title}>
      <h1>${page.game_title}</h1>
      ${!seated && html`<form onSubmit=${(event) => this.takeFirst(event)}><label class="field">${say("your_name")} <input value=${name} maxlength="24" autocomplete="nickname" onInput=${(event) => this.setState({ name: event.target.value })} /></label></form>`}
      <ul class="seats">${table.seats.map((seat, at) => this.seat(table, seat, at))}</ul>
      ${problem && html`<p class="note" role="alert">${problem}</p>`}
      ${invited && html`<p class="new-here">${say("new_here")} <a class="gold" href=${learn} target="_blank">${say("learn")}</a></p>`}
      <p class="ask" role="status">${table.stage === "closed" ? say("closed") : say("waiting")}</p>
      ${table.opener && html`<button class="gold big" onClick=${() => this.opener("begin", {})}>${say("begin")}</button>`}
      <div class="next">
        ${seated && html`<button class="quiet" onClick=${() => this.leave(table.you)}>${say("leave")}</button>`}
        ${table.opener && table.stage !== "closed" && html`<button class="quiet" onClick=${() => this.opener("close", {})}>${say("close_table")}</button>`}
        <a class="quiet" href=${`${root}/rules/${page.game}`}>${say("rules")}</a>
        ${learn && !invited && html`<a class="quiet" href=${learn} target="_blank">${say("learn")}</a>`}
      </div>
      <div class="invite">
        <p>${say("share")}</p>
        <p class="code">${table.code}</p>
        <img src=${`${root}/table/${page.match}/qr.svg`} width="180" height="180" alt=${say("scan")} />
        <p><a href=${link}>${link}</a></p>
        ${navigator.clipboard && html`<button onClick=${() => this.copy(link)}>${copied ? say("copied") : say("copy")}</button>`}
      </div>
    </section>`;
  }

  seat(table, seat, at) {
    const free = seat.kind === "free";
    return html`<li key=${at} class=${free ? "free" : "taken"}>
      <span class="shape" aria-hidden="true">${SHAPES[at % SHAPES.length]}</span>
      <b>${free ? say("free_seat") : at === table.you ? `${seat.name} (${say("you")})` : seat.name || table.names[at]}</b>
      ${seat.kind === "bot" && html`<span class="tag">${say("bot")}</span>`}
      ${free && table.you === null && html`<button class="gold" onClick=${() => this.take(at)}>${say("take_seat")}</button>`}
      ${free && table.opener && html`<button onClick=${() => this.opener("seatbot", { at })}>${say("add_bot")}</button>`}
      ${!free && table.opener && at !== table.you && html`<button onClick=${() => this.opener("remove", { at })}>${say("remove")}</button>`}
    </li>`;
  }
}
