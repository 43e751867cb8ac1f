// What is being shown of what has come in: beat after beat, and then the table at rest.
//
// One plain object, which knows no clock: whoever holds it says what time it is, so that a test can turn it forward.

export const PACES = { calm: 1.7, normal: 1, quick: 0.45, once: 0 };
const OWN = 300; // milliseconds for what one did oneself: one knows it already
const MANY = 10; // beats that wait: from there on they pass twice as quickly, and none is left out

export const nothing = (pace) => ({ pace: pace in PACES ? pace : "normal", waiting: [], beat: null, ends: 0, stays: false, left: null });

/** What a frame brings waits for its turn: its beats, and then the table as it is after them. */
export function arrived(showing, frame, you) {
  const own = frame.by === "person" && frame.seat === you;
  const about = { names: frame.names, seats: frame.seats };
  let zones = new Map();
  for (const [n, beat] of (frame.beats ?? []).entries()) {
    const scene = beat.scene && whole(beat.scene, zones);
    if (scene) zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
    showing.waiting.push({ beat: { ...beat, ...about, scene, stays: stays(beat, you), judged: Boolean(beat.stays), quick: own && n === 0 } });
  }
  showing.waiting.push({ rest: frame });
}

/** A scene names alone what lies as in the one before. */
const whole = (scene, zones) => ({ ...scene, zones: scene.zones.map((zone) => (typeof zone === "string" ? zones.get(zone) : zone)) });

/** Whether it waits for this person: each judges for themselves how a round ended, and everyone what they did. */
const stays = (beat, you) => you !== null && (beat.stays === "each" || (beat.stays === "own" && beat.seat === you));

/** The next thing to show, where it is time for one: a beat, or the table at rest. */
export function next(showing, now) {
  if (showing.beat && !over(showing, now)) return null;
  const item = showing.waiting.shift() ?? null;
  showing.beat = item?.beat ?? null;
  if (!showing.beat) return item;
  const { lasts, quick } = showing.beat;
  const pace = PACES[showing.pace] * (showing.waiting.length > MANY ? 0.5 : 1);
  showing.lasts = pace * (quick ? Math.min(lasts, OWN) : lasts);
  showing.ends = now + showing.lasts;
  showing.stays = showing.beat.stays && showing.pace !== "once";
  showing.left = null;
  return item;
}

const over = (showing, now) => !showing.stays && showing.left === null && now >= showing.ends;

/** When there is something to show again; null: when something comes in, or when the person goes on. */
export function due(showing) {
  if (!showing.beat) return showing.waiting.length ? 0 : null;
  return showing.stays || showing.left !== null ? null : showing.ends;
}

/** The person has seen it. */
export function goOn(showing, now) {
  Object.assign(showing, { stays: false, left: null, ends: now });
}

/** As long as they hold it, it stays. */
export function hold(showing, now) {
  if (showing.beat && showing.left === null) showing.left = Math.max(0, showing.ends - now);
}

export function letGo(showing, now) {
  if (showing.left === null) return;
  showing.ends = now + showing.left;
  showing.left = null;
}
