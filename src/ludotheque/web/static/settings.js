// What this device likes: pace, light, sums, sound, forced moves. The same choices in the menu of the table and of the shelf.

import { html, lit, memory, say } from "./page.js";

const PACES = ["pace_calm", "pace_normal", "pace_quick", "pace_once"];
const LIGHTS = ["light_system", "light_light", "light_dark"];

/** What was chosen, or what is usual. */
export function settings() {
  const usual = { pace: "normal", light: "system", sums: "shown", sound: "on", forced: memory.get("played") ? "on" : "off" };
  return Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, memory.get(name, value)]));
}

export function keep(name, value) {
  memory.set(name, value);
  if (name === "light") lit(value);
}

export function Choices({ settings, set }) {
  const pick = (name, word, value) => html`<label key=${word}><input type="radio" name=${name} checked=${settings[name] === value} onChange=${() => set(name, value)} /><span>${say(word)}</span></label>`;
  const choice = (name, words) => html`<fieldset class="choice"><legend>${say(name)}</legend><div class="picks">${words.map((word) => pick(name, word, word.slice(name.length + 1)))}</div></fieldset>`;
  const tick = (name, yes, no) => html`<label class="check"><input type="checkbox" checked=${settings[name] === yes} onChange=${(event) => set(name, event.target.checked ? yes : no)} />${say(name)}</label>`;
  return html`${choice("light", LIGHTS)}${choice("pace", PACES)}${tick("sums", "own", "shown")}${tick("sound", "on", "off")}${tick("forced", "on", "off")}`;
}
