// The coach as a good friend: a tip at once, a better one while one waits, figures for who opens them.

import { ask, often, page, percent, say } from "./page.js";

const UNSURE = 0.35; // an interval that says nothing of how often it wins

/** Asks for a first answer and for the one that takes its place; `tell` gets each as a note. */
export async function coached(seat, said, tell) {
  const hear = async (query) => ask(`matches/${page.match}/hint?${new URLSearchParams(query)}`);
  const query = seat === null ? {} : { seat };
  const better = hear(query);
  better.catch(() => {}); // told below
  await hear({ ...query, quick: true }).then((first) => tell({ ...tip(first, said), waits: true }), () => {});
  tell(tip(await better, said));
}

/** A hint in words: what to play, how often that wins, and why. */
export function tip(hint, said) {
  const { move, chance, low, high, why, next_move: next, next_chance: nextChance, next_why: nextWhy } = hint;
  const inWords = (text) => said[text] ?? text;
  if (chance === null) return { says: say("hint_first", { move: inWords(move) }), why, hint: move };
  const exact = [say(low < high ? "hint_says" : "hint_sure", { chance: percent(chance), low: percent(low), high: percent(high) })];
  if (next) exact.push(say("hint_next", { move: inWords(next), chance: percent(nextChance) }));
  if (high - low > UNSURE) return { says: say("hint_unsure", { move: inWords(move) }), why, exact, hint: move };
  return {
    says: say("hint_tip", { move: inWords(move), chance: often(chance) }),
    why,
    exact: next ? [`${say("hint_other", { move: inWords(next), chance: often(nextChance) })} ${nextWhy}`, ...exact] : exact,
    hint: move,
  };
}
