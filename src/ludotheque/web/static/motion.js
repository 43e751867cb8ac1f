// Movement that tells who did what: things glide from where they were to where they are (FLIP, on the Web Animations API).
//
// Things have no numbers of their own, on purpose: a number that stays with a face-down card would tell where it goes.
// What shows a face is known by its face; what lies face down comes from where there is one less now.

import { calm } from "./page.js";

const GLIDE = { duration: 320, easing: "cubic-bezier(.2,.8,.3,1)" };
const TUMBLE = { duration: 480, easing: "cubic-bezier(.2,.7,.3,1)" };

/** A name for every thing of a scene, the same in the next scene where it is plainly the same thing. */
export function named(scene) {
  const counts = new Map();
  const next = (name) => {
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return `${name}#${number}`;
  };
  return scene.zones.map((zone) =>
    zone.things.map((thing, place) => {
      if (zone.columns || thing.kind === "die" || thing.kind === "place" || thing.label) return `${zone.id}@${place}`;
      if (thing.face && ["chip", "card"].includes(thing.kind)) return next(`${thing.kind} ${thing.tone ?? ""} ${thing.face}`);
      return next(`${zone.id} ${thing.kind} ${thing.tone ?? ""} ${thing.face ?? ""}`);
    }),
  );
}

/** Where everything lies before the scene changes. */
export function measured(table) {
  const things = new Map();
  for (const element of table.querySelectorAll("[data-name]")) {
    things.set(element.dataset.name, { box: element.getBoundingClientRect(), zone: element.dataset.zone, look: element.dataset.look, element });
  }
  const zones = new Map();
  for (const element of table.querySelectorAll("[data-zone-box]")) zones.set(element.dataset.zoneBox, element.getBoundingClientRect());
  return { things, zones };
}

/** Plays the way from there to what the table shows now. */
export function play(table, before) {
  if (calm.matches || document.hidden || !table.animate) return;
  const now = measured(table);
  const missing = [...before.things].filter(([name, was]) => !now.things.has(name) && was.look !== "place");
  for (const [name, is] of now.things) {
    const was = before.things.get(name);
    if (was) {
      if (was.look !== is.look) turn(is.element, is.look);
      if (moved(was.box, is.box)) glide(is.element, was.box, is.box);
      continue;
    }
    const from = takeOne(missing, is, table) ?? zoneOf(before, is.element);
    if (is.look.startsWith("die")) turn(is.element, is.look);
    else if (from && moved(from, is.box)) glide(is.element, from, is.box);
    else is.element.animate([{ opacity: 0, transform: "scale(.6)" }, {}], GLIDE);
  }
  for (const [, was] of missing) leave(table, was, now);
}

/** A thing that came from somewhere: one like it that is gone, best of all from the hand of the one who played it. */
function takeOne(missing, is, table) {
  const like = ([, was]) => kind(was.look) === kind(is.look) && was.zone !== is.zone;
  const owner = is.element.dataset.owner;
  const mine = (entry) => like(entry) && owner !== undefined && ownerOf(table, entry[1].zone) === owner;
  let at = missing.findIndex(mine);
  if (at < 0) at = missing.findIndex(like);
  return at < 0 ? null : missing.splice(at, 1)[0][1].box;
}

const kind = (look) => look.split(" ").slice(0, 2).join(" ");
const ownerOf = (table, zone) => table.querySelector(`[data-zone-box="${CSS.escape(zone)}"]`)?.dataset.owner;

/** Cards come from their stock, chips from the dealer in the middle. */
function zoneOf(before, element) {
  return element.dataset.look?.startsWith("card") ? before.zones.get("stock") : undefined;
}

const moved = (a, b) => Math.abs(a.left - b.left) + Math.abs(a.top - b.top) > 6;

function glide(element, from, to) {
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / (to.width || 1)})`;
  element.style.transformOrigin = "0 0";
  element.animate([{ transform: shift, zIndex: 5 }, { transform: "none", zIndex: 5 }], GLIDE);
}

function turn(element, look) {
  const face = element.firstElementChild ?? element;
  if (look.startsWith("die")) {
    const far = 200 + Math.random() * 300;
    face.animate([{ transform: `translateY(-30px) rotate(${-far}deg) scale(1.15)` }, { transform: "translateY(4px) rotate(12deg)", offset: 0.7 }, { transform: "none" }], TUMBLE);
  } else {
    face.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { ...GLIDE, duration: 240 });
  }
}

/** What is gone flies to where there is more now, or fades. */
function leave(table, was, now) {
  const ghost = was.element.cloneNode(true);
  for (const name of ["data-name", "id", "tabindex"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  ghost.className = "ghosted";
  const frame = table.getBoundingClientRect();
  Object.assign(ghost.style, { left: `${was.box.left - frame.left}px`, top: `${was.box.top - frame.top}px`, width: `${was.box.width}px`, height: `${was.box.height}px` });
  table.append(ghost);
  const goal = table.querySelector(`[data-grew]`)?.getBoundingClientRect() ?? now.zones.get(was.zone);
  const shift = goal ? `translate(${goal.left + goal.width / 2 - was.box.left - was.box.width / 2}px, ${goal.top + goal.height / 2 - was.box.top - was.box.height / 2}px) scale(.6)` : "scale(.5)";
  ghost.animate([{ opacity: 1 }, { opacity: 0.9, offset: 0.7 }, { transform: shift, opacity: 0 }], { ...GLIDE, duration: 420 }).finished.finally(() => ghost.remove());
}

/** A gentle no. */
export function shake(element) {
  if (!element || calm.matches) return;
  element.animate([0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 320 });
}
