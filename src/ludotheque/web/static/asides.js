// What stands beside the game: notes, questions, the menu, the curtain between two people at one device.

import { Component, createRef } from "./lib/preact.js";
import { html, language, page, root, say } from "./page.js";
import { Choices } from "./settings.js";

export const FACES = ["👏", "😄", "🤔", "😮", "🙈"];

export function Note({ note, rules, play }) {
  return html`<div class="note" role="alert">
    <p>${note.says}</p>
    ${note.why && html`<p><b>${note.why}</b></p>`}
    ${note.waits && html`<p class="soft">${say("hint_waits")}</p>`}
    ${note.clause && html`<button class="link" onClick=${() => rules(note.clause)}>${say("rules")} ${note.clause}</button>`}
    ${note.link && html`<p><a href=${note.link}>${note.link}</a></p>`}
    ${note.hint && !note.waits && html`<button class="gold" onClick=${() => play(note.hint)}>${say("do_it")}</button>`}
    ${note.exact && html`<details><summary>${say("more")}</summary>${note.exact.map((line) => html`<p key=${line}>${line}</p>`)}</details>`}
  </div>`;
}

/** Somebody wants to take a move back. */
export function Asking({ table, send }) {
  const { seat, missing } = table.asking;
  if (seat === table.you) return html`<p class="note">${say("you_asked")}</p>`;
  if (!missing.includes(table.you)) return null;
  return html`<div class="note" role="alert">
    <p>${say("asks_back", { name: table.names[seat] })}</p>
    <button class="gold" onClick=${() => send({ do: "answer", agrees: true })}>${say("agree")}</button>
    <button onClick=${() => send({ do: "answer", agrees: false })}>${say("disagree")}</button>
  </div>`;
}

/** Everything that is needed now and then, behind one button. */
export function Menu({ table, playing, settings, on }) {
  const seated = table.you !== null && !page.lesson;
  const shut = (event) => event.target.closest("button, a") && event.currentTarget.closest("details").removeAttribute("open");
  const sure = (word, act) => confirm(say(word)) && act();
  return html`<details class="menu"><summary><span aria-hidden="true">⋯</span> ${say("more")}</summary><div onClick=${shut}>
    <${Choices} settings=${settings} set=${(name, value) => on.set(name, value)} />
    ${seated && html`<p class="faces" aria-label=${say("react")}>${FACES.map((face, n) => html`<button key=${n} onClick=${() => on.send({ do: "react", face: n })}>${face}</button>`)}</p>`}
    ${seated && playing && html`<p class="rare">
      <button onClick=${() => on.moveSeat()}>${say("move_seat")}</button>
      <button onClick=${() => sure("sure_resign", () => on.send({ do: "resign" }))}>${say("resign")}</button>
      <button onClick=${() => sure("sure_leave", () => on.leave())}>${say("leave")}</button>
    </p>`}
    <p class="languages" aria-label=${say("language")}>${Object.entries(page.languages).map(([code, name]) => html`<a key=${code} href=${inLanguage(code)} lang=${code} aria-current=${code === language}>${name}</a>`)}</p>
  </div></details>`;
}

function inLanguage(code) {
  const query = new URLSearchParams(location.search);
  query.set("lang", code);
  return `?${query}`;
}

export class Curtain extends Component {
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

export function Notice({ text }) {
  return html`<div class="notice"><p>${text}</p><a class="gold big" href=${`${root}/`}>${say("back_to_shelf")}</a></div>`;
}
