// What every script needs of its page: its words, its addresses, and a way to ask the house.

import { h, render } from "./lib/preact.js";
import htm from "./lib/htm.js";

export const html = htm.bind(h);
export { render };

const about = JSON.parse(document.body.dataset.page);
export const { root, language, words } = about;
export const page = about;

/** A word of the page, with what belongs in its braces. */
export function say(name, values = {}) {
  return (words[name] ?? name).replace(/\{(\w+)\}/g, (whole, key) => values[key] ?? whole);
}

/** `48 %`, the way the language writes it. */
export const percent = (share) => share.toLocaleString(language, { style: "percent" });

/** The same as a good friend would say it; `exactly` a number where "about" was said before. */
export function often(share, exactly = "about") {
  const n = tenths(share);
  return n === 0 ? say("almost_never") : n === 10 ? say("almost_always") : say(exactly, { n });
}

export const tenths = (share) => Math.round(10 * share);

export const api = (path) => `${root}/api/v1/${path}`;

/** Asks the house; what it refuses is thrown as an error whose message is its sentence. */
export async function ask(path, body, method = body === undefined ? "GET" : "POST") {
  const about = { method, headers: { "x-language": language } };
  if (body !== undefined) {
    about.headers["content-type"] = "application/json";
    about.body = JSON.stringify(body);
  }
  const answer = await fetch(api(path), about);
  const said = answer.headers.get("content-type")?.startsWith("application/json") ? await answer.json() : await answer.text();
  if (answer.ok) return said;
  const problem = new Error(said.says ?? say("trouble"));
  problem.code = said.code ?? "";
  throw problem;
}

/** 32 hexadecimal digits that nobody could know before: this player's part in the shuffle. */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What this device remembers; nothing where it may not. */
export const memory = {
  get(name, otherwise = "") {
    try {
      return localStorage.getItem(name) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // private windows may not
    }
  },
};

const MOST_TABLES = 8;

/** The tables that this device sat at, the newest first. */
export const ownTables = {
  all() {
    try {
      return JSON.parse(memory.get("tables", "[]")).filter((match) => typeof match === "string");
    } catch {
      return [];
    }
  },
  /** Those that are still there and where this device holds a seat, as it sees them; any other is forgotten. */
  async found() {
    const asked = ownTables.all().map(async (match) => {
      const table = await ask(`matches/${match}`).catch(({ code }) => code && { held: [] });
      if (table && !table.held.length) ownTables.drop(match);
      return table;
    });
    return (await Promise.all(asked)).filter((table) => table?.held.length && table.stage !== "closed");
  },
  add: (match) => memory.set("tables", JSON.stringify([match, ...ownTables.all().filter((other) => other !== match)].slice(0, MOST_TABLES))),
  drop: (match) => memory.set("tables", JSON.stringify(ownTables.all().filter((other) => other !== match))),
};

/** The games that somebody learnt or played at this device. */
export const known = {
  has: (game) => memory.get("known").split(" ").includes(game),
  add: (game) => known.has(game) || memory.set("known", `${memory.get("known")} ${game}`.trim()),
};

/** Dark or light as this person chose; else as the device has it. */
export function lit(light) {
  if (light === "system") delete document.documentElement.dataset.light;
  else document.documentElement.dataset.light = light;
}
lit(memory.get("light", "system"));

export const calm = matchMedia("(prefers-reduced-motion: reduce)");

export const LEVELS = ["novice", "casual", "club", "expert", "champion"]; // of bots

/** Opens a table and sits down at it with this device's name; the address of its page. */
export async function openTable(wish, seats = [0]) {
  const table = await ask("matches", wish);
  for (const [number, at] of seats.entries()) await sit(table.match, at, nameOf(number, at));
  return `${root}/table/${table.match}`;
}

export function sit(match, at, name) {
  return ask(`matches/${match}/sit`, { at, name, nonce: nonce(), id: nonce() });
}

/** On from a step of this finished game, as that seat, against bots. */
export async function playOn(step, seat) {
  const { match } = await ask(`matches/${page.match}/branch`, { step, seat });
  await sit(match, seat, nameOf(0, seat));
  location.assign(`${root}/table/${match}`);
}

function nameOf(number, at) {
  return (number === 0 && memory.get("name")) || say("someone", { number: at + 1 });
}

/** The one script that is named by an address: scripts and rules at hand, where the origin is secure. */
if (isSecureContext && navigator.serviceWorker) {
  const worker = `${root}/worker.js`;
  const trusted = window.trustedTypes?.createPolicy("ludotheque", { createScriptURL: (address) => (address === worker ? address : "") });
  navigator.serviceWorker.register(trusted ? trusted.createScriptURL(worker) : worker).catch(() => {});
}
