// Things that lie on a table, drawn by their kind: chips, cards, dice, tokens, boxes, places, buttons. No rule is known here.

import { html, say } from "./page.js";

const AROUND = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => (n * Math.PI) / 4);
const MARK = { red: "●", blue: "■", black: "◆" };
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const UPSIDE_DOWN = new Set(["6", "9", "66", "99", "68", "89"]);

/** A number that also reads upside down carries a bar. The zero is plain: the font's has a stroke, which looks like an eight from afar. */
function Face({ face, x, y, size }) {
  const bar = UPSIDE_DOWN.has(face);
  const digits = face.endsWith("0") ? [...face] : [face];
  const at = (n) => x + size * 0.6 * (n - (digits.length - 1) / 2);
  return html`${digits.map((digit, n) => digit === "0"
      ? html`<ellipse class="zero" cx=${at(n)} cy=${y} rx=${size * 0.21} ry=${size * 0.28} stroke-width=${size * 0.15} />`
      : html`<text x=${at(n)} y=${y + size * 0.35} text-anchor="middle" font-size=${size} font-weight="700">${digit}</text>`)}
    ${bar && html`<rect x=${x - size * 0.26} y=${y + size * 0.47} width=${size * 0.52} height=${size * 0.09} rx="1" />`}`;
}

/** Red ones have round notches, blue ones square, black ones diamonds. */
function Chip({ thing }) {
  const tone = thing.tone || "red";
  const notch = (angle, n) => {
    const [x, y] = [50 + 42 * Math.cos(angle), 50 + 42 * Math.sin(angle)];
    if (tone === "red") return html`<circle cx=${x} cy=${y} r="6.2" />`;
    const side = tone === "blue" ? 11 : 9;
    return html`<rect x=${x - side / 2} y=${y - side / 2} width=${side} height=${side} rx="1" transform=${`rotate(${n * 45 + (tone === "black" ? 45 : 0)} ${x} ${y})`} />`;
  };
  return html`<svg class=${`chip ${tone}`} viewBox="0 0 100 100" aria-hidden="true">
    <circle class="edge" cx="50" cy="50" r="49" />
    <g class="notches">${AROUND.map(notch)}</g>
    <circle class=${thing.face ? "heart" : "heart down"} cx="50" cy="50" r="31" />
    ${thing.face
      ? html`<g class="ink"><${Face} face=${thing.face} x=${50} y=${50} size=${thing.face.length > 1 ? 48 : 50} /></g>`
      : html`<text class="mark" x="50" y="61" text-anchor="middle" font-size="32">${MARK[tone] ?? "●"}</text>`}
  </svg>`;
}

function Card({ thing }) {
  if (thing.square) return html`<${SquareCard} thing=${thing} />`;
  const under = Math.min((thing.count ?? 1) - 1, 4);
  const many = (thing.count ?? 1) > 1;
  return html`<svg class="card" viewBox="-2 -12 84 126" aria-hidden="true">
    ${Array.from({ length: under }, (_, n) => html`<rect class="under" x=${2 + (under - n) * 1.5} y=${-(under - n) * 2.5} width="74" height="106" rx="9" />`)}
    ${thing.face
      ? html`<rect class="front" x="1" y="1" width="76" height="108" rx="10" />
          <g class="ink"><${Face} face=${thing.face} x=${39} y=${52} size=${60} /></g>`
      : html`<rect class="back" x="1" y="1" width="76" height="108" rx="10" />
          <rect class="weave" x="8" y="8" width="62" height="94" rx="6" />
          <path class="star" d="M39 36 l5 13 l14 1 l-11 9 l4 14 l-12 -8 l-12 8 l4 -14 l-11 -9 l14 -1 z" />`}
    ${many && html`<g class="many"><rect x="38" y="82" width=${thing.count > 9 ? 42 : 32} height="30" rx="15" /><text x=${thing.count > 9 ? 59 : 54} y="104" text-anchor="middle" font-size="22" font-weight="700">${thing.count}</text></g>`}
  </svg>`;
}

/** One of many in a grid, where height is scarce. */
function SquareCard({ thing }) {
  return html`<svg class="card" viewBox="0 0 82 80" aria-hidden="true">
    ${thing.face
      ? html`<rect class="front" x="2" y="2" width="78" height="76" rx="9" /><g class="ink"><${Face} face=${thing.face} x=${41} y=${38} size=${54} /></g>
          ${thing.state === "marked" && html`<g class="pin"><circle cx="67" cy="15" r="10" /><path d="M62 15 l4 4 l6 -7" /></g>`}`
      : html`<rect class="back" x="2" y="2" width="78" height="76" rx="9" /><rect class="weave" x="9" y="9" width="64" height="62" rx="5" /><path class="star" d="M41 19 l5 13 l14 1 l-11 9 l4 14 l-12 -8 l-12 8 l4 -14 l-11 -9 l14 -1 z" />`}
  </svg>`;
}

function Die({ thing }) {
  return html`<svg class="die" viewBox="0 0 100 100" aria-hidden="true">
    <rect x="3" y="3" width="94" height="94" rx="20" />
    ${(PIPS[thing.face] ?? []).map(([x, y]) => html`<circle cx=${50 + x * 25} cy=${50 + y * 25} r=${thing.face === "1" ? 11 : 9} />`)}
  </svg>`;
}

/** A heap of so many; from seven on a number says it. */
function Token({ thing }) {
  const count = thing.count ?? 1;
  const shown = Math.min(count, 6);
  return html`<span class="tokens" aria-hidden="true">
    ${Array.from({ length: shown }, () => html`<svg viewBox="0 0 60 60"><circle class="rim" cx="30" cy="30" r="28" /><circle class="inside" cx="30" cy="30" r="20" /><path d="M30 16 l4 9 l10 1 l-8 7 l3 10 l-9 -6 l-9 6 l3 -10 l-8 -7 l10 -1 z" /></svg>`)}
    ${count > 3 && html`<b class="times">${count}</b>`}
  </span>`;
}

function Box({ thing }) {
  return html`<span class=${`lid ${thing.tone ?? ""}`} aria-hidden="true"><svg viewBox="0 0 24 24"><path d="M12 2 l3 7 l7 .6 l-5.4 4.8 l1.8 7.2 l-6.4 -4 l-6.4 4 l1.8 -7.2 l-5.4 -4.8 l7 -.6 z" /></svg>${thing.face}</span>`;
}

const Place = () => html`<span class="place" aria-hidden="true"></span>`;
const Tile = ({ thing }) => html`<span class="tile" aria-hidden="true">${thing.face}</span>`;
const Words = ({ thing }) => html`<span class="words">${thing.face}</span>`;

const KINDS = { chip: Chip, card: Card, die: Die, token: Token, box: Box, place: Place, tile: Tile, button: Words };

/** One thing as a picture. */
export function Picture({ thing }) {
  return html`<${KINDS[thing.kind] ?? Words} thing=${thing} />`;
}

export const SHAPES = ["●", "▲", "■", "◆", "★", "⬟", "✚", "♥"]; // of the players, by seat

/** A sum as lengths side by side against the line that it is measured by; what goes beyond is hatched. */
export function Rod({ parts, line, named }) {
  const sum = parts.reduce((total, { length }) => total + length, 0);
  const above = Math.max(0, sum - line);
  return html`<div class="rod" aria-hidden="true" style=${{ "--line": line, "--longest": Math.max(sum, line) }}>
    ${parts.map(({ length, tone }, n) => html`<b key=${n} class=${tone ?? ""} style=${{ "--length": length }}>${length}</b>`)}
    ${above > 0 && html`<u style=${{ "--length": above }}></u>`}
    <i>${named && html`<small>${line}</small>`}</i>
  </div>`;
}

/** What is won, in the beds that it takes to win. */
export function Beds({ beds, filled }) {
  return html`<span class="beds" aria-hidden="true">${Array.from({ length: Math.max(beds, filled) }, (_, n) => html`<i key=${n} class=${n < filled ? "full" : ""}>${n < filled && "★"}</i>`)}</span>`;
}

/** Too much. */
export function Boom() {
  return html`<span class="boom"><svg viewBox="0 0 120 80" aria-hidden="true"><path d="M6 40 L22 30 L10 14 L32 20 L38 4 L52 16 L64 2 L72 16 L92 6 L90 22 L112 18 L100 36 L116 46 L98 52 L106 70 L84 62 L76 78 L62 64 L48 76 L42 62 L20 70 L26 54 Z" /></svg><b>${say("boom")}</b></span>`;
}

/** Letters along the top and numbers down the side, as the story names the cells. */
export function Edges({ zone }) {
  const rows = Math.ceil(zone.things.length / zone.columns);
  const mark = (text, style, kind = "") => html`<span class=${`edge-mark ${kind}`} aria-hidden="true" style=${style}>${text}</span>`;
  return html`${Array.from({ length: zone.columns }, (_, n) => mark("abcdefghijklmnopqrstuvwxyz"[n], { "--row": -1, "--column": n }, "letter"))}
    ${Array.from({ length: rows }, (_, n) => mark(n + 1, { "--row": n, "--column": -1 }))}`;
}

/** The sign of the house. */
export const Logo = () => html`<svg viewBox="0 0 34 34" width="34" height="34" aria-hidden="true"><circle cx="17" cy="17" r="16" fill="#CF3F38" /><circle cx="17" cy="17" r="10" fill="#FFFDF8" /><text x="17" y="21.6" text-anchor="middle" font-size="13" font-weight="700" fill="#2A2833">12</text></svg>`;
