// Playing by keyboard: arrows go to the nearest thing in their direction.

const ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"];

/** Goes there; whether it was such a key. */
export function walked(event) {
  if (!ARROWS.includes(event.key) || !event.target.matches?.(".thing")) return false;
  const step = nearest([...document.querySelectorAll(".thing:is(button)")], event.target, event.key);
  step?.focus();
  if (step) event.preventDefault();
  return true;
}

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

/** Whoever plays by keyboard goes on from what can be touched next: what had the focus is drawn anew, and it never falls to the page. */
export function refocused(table) {
  const now = document.activeElement;
  if (now !== document.body && now.isConnected && !now.matches(".say")) return;
  (table?.querySelector(".thing.can, .offers button, .go-on") ?? table?.querySelector(".say"))?.focus({ preventScroll: true });
}
