// Put into a table's page before its scripts: a clock that is turned by hand, a log of what was told and shown, and a measure.
//
// Only setTimeout and performance.now go by that clock: by them the page shows one thing after another. It stands still while
// nothing turns it, so however slow a machine is, what is shown is shown for as long as the page meant to show it.

(() => {
  if (!/\/table\//.test(location.pathname)) return;

  // --- the clock -----------------------------------------------------------------------------------

  const after = window.setTimeout.bind(window);
  const timers = new Map();
  let now = 1000;
  let number = 1_000_000;
  performance.now = () => now;
  window.setTimeout = (act, wait = 0, ...about) => {
    number += 1;
    timers.set(number, { at: now + Math.max(0, Number(wait) || 0), act: () => act(...about) });
    return number;
  };
  window.clearTimeout = (id) => timers.delete(id);

  /** Turns the clock forward to what is due next; whether there was anything. */
  function turn() {
    const [id, timer] = [...timers].reduce((one, other) => (!one || other[1].at < one[1].at ? other : one), null) ?? [];
    if (!timer) return false;
    timers.delete(id);
    now = Math.max(now, timer.at);
    timer.act();
    return true;
  }

  const pause = (milliseconds) => new Promise((done) => after(done, milliseconds));

  // --- what is told, and what is shown ---------------------------------------------------------------

  const log = [];
  let you = null;
  let asked = null; // the move that has been sent and not been answered
  let changes = 0;
  let stuck = false;
  const squeezed = (text) => text.replace(/\s+/g, " ").trim();

  function told(frame) {
    if (frame.t === "table") you = frame.you;
    if (frame.id === asked && frame.t === "no") asked = null;
    if (frame.t !== "table" && frame.t !== "event") return;
    if (frame.id === asked) asked = null;
    const own = frame.by === "person" && frame.seat === you;
    for (const [n, beat] of (frame.beats ?? []).entries()) {
      const stays = you !== null && (beat.stays === "each" || (beat.stays === "own" && beat.seat === you));
      const text = squeezed(beat.lines.map((line) => line.text).join(" "));
      log.push({ is: "told", at: now, event: beat.event, text, lasts: beat.lasts, own: own && n === 0, stays });
    }
    log.push({ is: "rest", at: now });
  }

  window.WebSocket = class extends WebSocket {
    constructor(...about) {
      super(...about);
      this.addEventListener("message", ({ data }) => told(JSON.parse(data)));
    }
    send(data) {
      const wish = JSON.parse(data);
      if (wish.do === "move") asked = wish.id;
      super.send(data);
    }
  };

  let last = null;
  new MutationObserver(() => {
    changes += 1;
    const beat = document.querySelector(".beat[data-event]");
    const is = beat && { event: beat.dataset.event, text: squeezed(beat.querySelector(".say").textContent) };
    if (is?.event === last?.event && is?.text === last?.text) return;
    if (last) log.push({ is: "gone", at: now });
    if (is) log.push({ is: "shown", at: now, ...is });
    last = is;
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  // --- going through a game --------------------------------------------------------------------------

  const WAIT = 15_000; // real milliseconds for an answer of the house

  /** What the page does now: shows a beat, waits for the person, is at rest. */
  function doing() {
    if (!document.querySelector(".felt")) return "waiting";
    if (document.querySelector(".beat")) return document.querySelector(".go-on:not(:has(.drain))") ? "stays" : "beat";
    if (document.querySelector(".result")) return "over";
    return document.querySelector(".say.mine") && asked === null ? "mine" : "waiting";
  }

  /** On to the next thing to be seen. */
  async function next() {
    const was = changes;
    const end = Date.now() + WAIT;
    await pause(0);
    while (changes === was && Date.now() < end) {
      if (doing() !== "beat" && ["stays", "mine", "over"].includes(doing())) break;
      const turned = turn();
      await pause(turned ? 0 : 4);
    }
    await pause(0);
    if (changes === was && doing() === "waiting") stuck = true;
  }

  const choice = (pick) => {
    const offers = [...document.querySelectorAll(".offers button")];
    const glowing = [...document.querySelectorAll("button.thing.can:not(.touched)")];
    const chosen = offers.length && (pick < 0.7 || !glowing.length) ? offers : glowing;
    return chosen[Math.floor(pick * 7919) % chosen.length];
  };

  const acts = {
    touch: (pick) => Boolean(choice(pick)?.click() ?? choice(pick)),
    aim: (pick) => Boolean(choice(pick)?.focus() ?? choice(pick)),
    goOn() {
      went();
      document.querySelector(".go-on").click();
    },
  };
  const went = () => log.push({ is: "went on", at: now });

  // --- the measure -----------------------------------------------------------------------------------

  const PARTS = {
    thing: ".felt .thing > :not(small)", small: ".felt .thing > small", name: ".felt .name > b", score: ".felt .score", tag: ".felt .tag",
    say: ".felt .say", sum: ".felt .sum", rod: ".felt .rod", offer: ".felt .offers button", "go on": ".felt .go-on", goal: ".goal",
    note: ".felt .note", result: ".felt .result",
  };
  const LOGO = ".brand"; // a picture, whose link has a name of its own
  const IN_WORDS = ["small", "name", "score", "tag", "say", "sum", "goal"];
  const PRESSED = ".room button, .room a[href], .room summary, .room input, .room select";
  const whole = (box) => [box.left, box.top, box.right, box.bottom].map((x) => Math.round(10 * x) / 10);
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest(".hidden, .ghosted");

  /** What of an element is ink: words are often narrower than the box they stand in. */
  function boxOf(element, words) {
    if (!words) return whole(element.getBoundingClientRect());
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter((box) => box.width);
    const most = (name, of) => of(...boxes.map((box) => box[name]));
    return boxes.length ? whole({ left: most("left", Math.min), top: most("top", Math.min), right: most("right", Math.max), bottom: most("bottom", Math.max) }) : [0, 0, 0, 0];
  }

  /** How much of a box lies outside of what holds it: cut off, or to be scrolled to. */
  function cut(element, [left, top, right, bottom]) {
    const found = { hidden: 0, scrolls: 0 };
    for (let holder = element.parentElement; holder && holder !== document.body; holder = holder.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(holder);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = holder.getBoundingClientRect();
      const out = Math.max(box.left - left, box.top - top, right - box.right, bottom - box.bottom);
      const how = /auto|scroll/.test(overflowX + overflowY) ? "scrolls" : "hidden";
      found[how] = Math.max(found[how], Math.round(out));
    }
    return found;
  }

  /** What lies on top of its middle and is neither part of it nor of what it is part of. */
  function coveredBy(element, [left, top, right, bottom]) {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return "";
    const above = document.elementFromPoint(x, y);
    const thing = element.closest(".thing") ?? element;
    const around = above?.contains(element) && !element.closest(".thing"); // words have gaps, things have none
    if (!above || thing.contains(above) || around || (above.closest(".thing") && zoneOf(above) === zoneOf(element))) return "";
    return path(above.closest(".thing, .say, .rod") ?? above);
  }

  const zoneOf = (element) => element.closest("[data-zone-box]")?.dataset.zoneBox ?? "";
  const plain = (element) => [...element.classList].filter((name) => !["can", "touched", "hinted", "mine", "turn", "won", "empty"].includes(name)).join(".");

  /** Where an element is, by classes. */
  function path(element) {
    const up = [];
    for (let one = element; one && one.id !== "table" && up.length < 3; one = one.parentElement) {
      const name = plain(one) ? `.${plain(one)}` : one.localName;
      if (one === element || plain(one)) up.unshift(name);
    }
    return up.join(" ");
  }

  function part(is, element, n) {
    const box = boxOf(element, IN_WORDS.includes(is));
    const seat = element.closest(".seat");
    const of = seat ? (seat.matches(".you:not(.lane)") ? "own" : "other") : "middle"; // where all are added up, all are alike
    const picture = element.closest(".thing");
    return {
      is, n, box, of, zone: zoneOf(element), thing: picture?.dataset.name ?? "", where: path(element), round: is === "thing" && picture.matches(".chip"),
      says: squeezed(picture?.getAttribute("aria-label") ?? element.textContent).slice(0, 80), can: Boolean(element.closest(".can, .offers, .go-on")),
      kind: picture?.classList[1] ?? is, inside: element.closest(".result, .note") && !["result", "note"].includes(is) ? "paper" : "",
      ...cut(element, box), covered: coveredBy(element, box),
    };
  }

  const parts = () =>
    Object.entries(PARTS).flatMap(([is, where]) => [...document.querySelectorAll(where)].filter(visible).map((element, n) => part(is, element, n)))
      .filter(({ box: [left, top, right, bottom] }) => right > left && bottom > top);

  /** Every text that can be seen, how high it is in pixels, and whether some of it is left out. */
  function texts() {
    const found = [];
    const nodes = document.createTreeWalker(document.querySelector(".room"), NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const element = nodes.currentNode.parentElement;
      if (!/[\p{L}\p{N}]/u.test(nodes.currentNode.data) || !visible(element)) continue;
      const size = parseFloat(getComputedStyle(element).fontSize) * (element.ownerSVGElement?.getScreenCTM().a ?? 1);
      const style = getComputedStyle(element.closest("h3") ?? element);
      if (!size || !element.getBoundingClientRect().width || element.closest(LOGO) || style.clipPath.startsWith("inset(50%")) continue;
      const face = Boolean(element.closest(".ink, .front"));
      const needed = face || Boolean(element.closest(".say, .offers, .go-on, .words") && !element.closest("small"));
      const seat = element.closest(".seat");
      found.push({ says: squeezed(nodes.currentNode.data), size: Math.round(10 * size) / 10, where: path(element), needed, face, left: leftOut(element), rod: Boolean(element.closest(".rod")),
        of: seat ? (seat.matches(".you") ? "own" : "other") : "middle", zone: zoneOf(element), kind: element.closest(".thing")?.classList[1] ?? "" });
    }
    return found;
  }

  /** How many pixels of a line of words its box has no room for. */
  function leftOut(element) {
    for (let box = element; box && !box.matches(".felt, .room, .parts"); box = box.parentElement) {
      const { overflowX, display } = getComputedStyle(box);
      if (display !== "inline" && !(box instanceof SVGElement) && ["hidden", "clip"].includes(overflowX)) return Math.max(0, box.scrollWidth - box.clientWidth);
    }
    return 0;
  }

  const pressed = () =>
    [...document.querySelectorAll(PRESSED)].filter((element) => visible(element) && !element.matches(".thing:not(.can)")).map((element) => {
      const { width, height } = element.getBoundingClientRect();
      const says = squeezed(element.getAttribute("aria-label") ?? element.textContent).slice(0, 80);
      return { where: path(element), says, width: Math.round(width), height: Math.round(height), cell: Boolean(element.closest(".grid")) };
    });

  /** What has the colour of the buttons and can't be pressed. */
  function golden() {
    const gold = document.createElement("i");
    gold.style.background = "var(--gold)";
    document.querySelector(".room").append(gold);
    const { backgroundColor } = getComputedStyle(gold);
    gold.remove();
    const shut = "button:not(:disabled, [aria-disabled=true]), a[href], summary, label, .bar";
    return [...document.querySelectorAll(".room *")].filter((element) => getComputedStyle(element).backgroundColor === backgroundColor && visible(element) && !element.closest(shut))
      .map((element) => ({ where: path(element), says: squeezed(element.textContent).slice(0, 80) }));
  }

  function measured() {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
    const focus = document.activeElement;
    return { width: innerWidth, height: innerHeight, wider: scrollWidth - clientWidth, higher: scrollHeight - innerHeight, doing: stuck ? "stuck" : doing(), felt: boxOf(document.querySelector(".felt")),
      focus: focus === document.body || !focus ? "body" : path(focus), parts: parts(), texts: texts(), pressed: pressed(), golden: golden() };
  }

  window.walk = { ...acts, next, went, measured, log: () => log };
})();
