// The story so far, by turns. What people should remember for themselves leaves it once the next turn is over.

import { html, say } from "./page.js";
import { SHAPES } from "./things.js";

const OPEN = 2; // the turn that is going on, and the one before

/** The parts of a story: as its events begin them, or else each turn. */
export function parts(story) {
  const begun = story.some((beat) => beat.begins);
  const found = [];
  for (const [n, beat] of story.entries()) {
    const begins = begun ? beat.begins : n > 0 && story[n - 1].turn !== beat.turn;
    if (!found.length || begins) found.push([]);
    found.at(-1).push(beat);
  }
  return found;
}

/** A story with one more beat; what should be remembered goes, and with it the tables on which it can be seen. */
export function told(story, beat, remembers) {
  const found = parts([...story, beat]);
  if (remembers) return found.flat();
  const forgets = story.some(({ lines }) => lines.some((line) => line.fades)) || beat.lines.some((line) => line.fades);
  const older = found.slice(0, -OPEN).flat();
  const kept = forgets ? older.map(({ scene, ...one }) => ({ ...one, lines: one.lines.filter((line) => !line.fades) })) : older;
  return [...kept.filter(({ lines }) => lines.length), ...found.slice(-OPEN).flat()];
}

/** Newest first; pointing at a line shows the table as it was. */
export function Story({ story, names, sums, look, past }) {
  const found = parts(story).reverse();
  return html`<div class="parts" tabindex="0">${found.map((part, n) => html`<section key=${found.length - n} class=${n === 0 ? "part now" : "part"}>
    ${title(part, names, n === found.length - 1)}
    ${part.map((beat) => html`<p class=${beat === past ? "line past" : "line"} tabindex=${beat.scene ? 0 : undefined}
        onPointerEnter=${beat.scene && (() => look(beat))} onPointerLeave=${() => look(null)} onFocus=${beat.scene && (() => look(beat))} onBlur=${() => look(null)}>
      ${shown(beat, sums).map((text) => html`<span>${text}</span> `)}</p>`)}
  </section>`)}</div>`;
}

/** Its sentences; without those that reckon, for who does the sums themselves. */
export function shown(beat, sums) {
  const texts = beat.lines.map(({ text }) => text);
  return sums ? texts.filter((text) => !text.includes("=")) : texts;
}

/** Whose part of the story it is; where it is everyone's, its first sentence says enough. */
function title(part, names, first) {
  const [{ begins, seat: whose, turn }] = part;
  const seat = begins ? whose : turn;
  if (seat === null || seat === undefined) return first && html`<h3>${say("the_start")}</h3>`;
  return html`<h3><span class="shape" aria-hidden="true">${SHAPES[seat % SHAPES.length]}</span> ${names[seat] ?? names.at(-1)}</h3>`;
}
