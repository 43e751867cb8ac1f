// The table: draws a scene. It knows kinds of things, never rules.

import { Component } from "./lib/preact.js";
import { html, page, say } from "./page.js";
import { Beds, Boom, Edges, Picture, Rod, SHAPES } from "./things.js";
import { helps } from "./choosing.js";
import { dragging } from "./drag.js";
import { named } from "./motion.js";

/** The scene with everything that its things are usually without, each with its name. */
export function furnished(scene) {
  const names = named(scene);
  const thing = (one, name, square) => ({ ...one, moves: one.moves ?? [], tries: one.tries ?? [], name, says: one.name, square });
  return scene.zones.map((zone, z) => ({ ...zone, things: zone.things.map((one, n) => thing(one, names[z][n], zone.columns > 0)) }));
}

export function Felt({ table, scene, zones, you, middle, children, ...part }) {
  const order = scene.order.length ? scene.order : Array.from({ length: scene.participants }, (_, seat) => seat);
  const others = (you === null ? order : turned(order, you)).filter((seat) => seat !== you);
  const alone = others.length === 1; // neighbours sit beside one, the rest across, in turn order
  const [beside, across] = alone ? [[], others] : [[...others.slice(0, 1), ...others.slice(1).slice(-1)], others.slice(1, -1)];
  const all = { table, scene, zones, you, ...part };
  const lanes = scene.lanes ?? [];
  if (lanes.length) {
    const seats = [...others, ...(you === null ? [] : [you])];
    return html`<section class=${`felt counting of-${others.length}`} aria-label=${page.game_title}>
      <div class="lanes">${seats.map((seat) => html`<${Lane} key=${seat} lane=${lanes.find((lane) => lane.seat === seat)} ...${all} />`)}</div>
      ${children}
    </section>`;
  }
  return html`<section class=${`felt of-${others.length}`} aria-label=${page.game_title}>
    <div class="others">
      ${beside.slice(0, 1).map((seat) => html`<${Seat} key=${seat} seat=${seat} place="left" ...${all} />`)}
      <div class="across">${across.map((seat) => html`<${Seat} key=${seat} seat=${seat} place="top" ...${all} />`)}</div>
      ${beside.slice(1).map((seat) => html`<${Seat} key=${seat} seat=${seat} place="right" ...${all} />`)}
    </div>
    <div class="middle">${zones.filter((zone) => zone.owner === undefined).map((zone) => html`<${Zone} key=${zone.id} zone=${zone} ...${all} />`)}</div>
    ${children}
    ${you === null ? html`<p class="onlooker">${say("onlooker")}</p>` : html`<${Seat} seat=${you} place="you" ...${all} />`}
  </section>`;
}

/** The seats as this one sees them: the next to play on the left. */
function turned(order, you) {
  const at = order.indexOf(you);
  return at < 0 ? order : [...order.slice(at), ...order.slice(0, at)];
}

function Seat({ seat, place, table, scene, zones, faces, ...part }) {
  const turn = (scene.turn ?? part.acts) === seat && table.stage === "playing";
  const own = zones.filter((zone) => zone.owner === seat);
  const won = table.result?.winners.includes(seat);
  return html`<section class=${`seat ${place}${turn ? " turn" : ""}${won ? " won" : ""}`} aria-label=${table.names[seat]} data-seat=${seat}>
    <${Name} seat=${seat} own=${place === "you"} table=${table} scene=${scene} turn=${turn} won=${won} faces=${faces} />
    <div class="zones">${own.map((zone) => html`<${Zone} key=${zone.id} zone=${zone} table=${table} scene=${scene} ...${part} />`)}</div>
  </section>`;
}

/** Who sits here, and how far they have come. */
function Name({ seat, own, table, scene, turn, won, faces }) {
  const about = table.seats[seat];
  const gone = !own && (about?.away || (about?.kind === "person" && table.here && !table.here[seat]));
  const state = about?.resigned ? say("gone_up") : gone ? say("away") : "";
  const [number, words] = scene.scores[seat] ?? [];
  return html`<h2 class="name">
    <span class="shape" aria-hidden="true">${SHAPES[seat % SHAPES.length]}</span>
    <b>${table.names[seat] ?? table.names.at(-1)}</b>
    ${state && html`<span class="tag">${state}</span>`}
    ${won && html`<span class="crown" aria-hidden="true">♛</span>`}
    ${words && scene.beds > 0 && html`<${Beds} beds=${scene.beds} filled=${number} />`}
    ${words && html`<span class=${scene.beds ? "score hidden" : "score"}>${words}</span>`}
    <${Clock} table=${table} turn=${turn} />
    ${faces?.[seat] && html`<span class="face" role="status">${faces[seat].face}</span>`}
  </h2>`;
}

/** What somebody's things come to, when everyone's are added up: one after the other, and last who is best. */
function Lane({ lane, zones, table, scene, you, faces, ...part }) {
  const own = lane.zones.map((id) => zones.find((zone) => zone.id === id)).filter((zone) => zone?.things.length);
  const things = own.flatMap((zone) => zone.things);
  const sum = things.reduce((total, thing) => total + Number(thing.face), 0);
  const classes = ["seat", "lane", lane.seat === you && "you", lane.best && "best"].filter(Boolean).join(" ");
  return html`<section class=${classes} aria-label=${table.names[lane.seat]} data-seat=${lane.seat}>
    <${Name} seat=${lane.seat} own=${lane.seat === you} table=${table} scene=${scene} faces=${faces} />
    <div class="addends">${own.map((zone, z) => html`${z > 0 && html`<b class="plus">+</b>`}<div class=${`zone row z-${zone.id.replace(/\d+$/, "")}`} data-zone-box=${zone.id} data-owner=${zone.owner}>
      <div class="things">${zone.things.map((thing, n) => html`${n > 0 && html`<b class="plus">+</b>`}<${Thing} key=${thing.name} thing=${thing} at=${n} zone=${zone} table=${table} scene=${scene} ...${part} />`)}</div></div>`)}</div>
    <p class="total">${lane.counted && html`= <b>${sum}</b>`}</p>
    <div class="measured"><${Rod} parts=${things.map(({ face, tone }) => ({ length: Number(face), tone }))} line=${scene.line} named /> <span>${lane.verdict}</span></div>
    <div class="verdict">${lane.boom && html`<${Boom} />`}${lane.best && html`<span class="crown" aria-hidden="true">♛</span>`}</div>
  </section>`;
}

/** The time that is left for a move. */
class Clock extends Component {
  componentDidMount() {
    this.timer = setInterval(() => this.setState({}), 500);
  }
  componentWillUnmount() {
    clearInterval(this.timer);
  }
  render({ table, turn }) {
    if (!turn || !table.deadline) return null;
    const left = Math.max(0, Math.ceil((table.deadline - Date.now()) / 1000));
    return html`<span class=${left <= 5 ? "clock soon" : "clock"} role="timer">⏱ ${left}</span>`;
  }
}

function Zone({ zone, scene, before, sums, you, ...part }) {
  const was = before?.zones.find((other) => other.id === zone.id);
  const grew = was && weight(zone) > weight(was);
  const measured = !sums && zone.parts?.length > 0;
  const parts = measured ? zone.parts.map((length, n) => ({ length, tone: zone.things[n]?.tone })) : [];
  const large = zone.owner === undefined || zone.owner === you;
  if (!zone.things.length && !measured && !zone.note && zone.owner !== undefined && zone.owner !== you && !zone.label) return null;
  const style = zone.columns ? { "--columns": zone.columns, "--rows": Math.ceil(zone.things.length / zone.columns) } : {};
  const empty = !zone.things.length && !measured && !zone.note;
  return html`<div class=${`zone ${zone.columns ? "grid" : "row"} z-${zone.id.replace(/\d+$/, "")}${empty ? " empty" : ""}`} data-zone-box=${zone.id} data-owner=${zone.owner} data-grew=${grew || undefined}>
    <h3>${zone.label}</h3>
    <div class="things" style=${style}>
      ${zone.columns > 0 && html`<${Edges} zone=${zone} />`}
      ${zone.things.map((thing, n) => html`<${Thing} key=${thing.name} thing=${thing} at=${n} zone=${zone} scene=${scene} ...${part} />`)}
      ${empty && html`<span class="nothing" aria-hidden="true"></span>`}
    </div>
    ${zone.note && !sums && html`<p class="sum">${large && parts.length > 1 ? html`<${Equation} parts=${zone.parts} />` : zone.note}</p>`}
    ${measured && html`<${Rod} parts=${parts} line=${scene.line} named=${large} />`}
    ${zone.boom && html`<${Boom} />`}
  </div>`;
}

const Equation = ({ parts }) => html`${parts.join(" + ")} = <b>${parts.reduce((sum, part) => sum + part, 0)}</b>`;

const weight = (zone) => zone.things.reduce((sum, thing) => sum + (thing.count ?? 1), 0);

function Thing({ thing, at, zone, table, scene, mine, touched, hinted, on }) {
  const can = mine && thing.moves.length > 0 && helps(scene.moves, touched, thing);
  const chosen = touched.some((other) => other.name === thing.name);
  const look = `${thing.kind} ${thing.tone ?? ""} ${thing.face ?? ""}`;
  const from = thing.owner !== undefined && thing.owner !== zone.owner ? table.names[thing.owner] : "";
  const classes = ["thing", thing.kind, can && "can", chosen && "touched", hinted && thing.moves.includes(hinted) && "hinted", thing.state].filter(Boolean).join(" ");
  const spoken = [from, thing.says || thing.face].filter(Boolean).join(": ");
  const inside = html`<${Picture} thing=${thing} />${from && html`<small class="from">${thing.kind === "button" ? "→ " : ""}${from}</small>`}${thing.label && html`<small class="label">${thing.label}</small>`}`;
  const style = zone.columns ? { "--column": at % zone.columns, "--row": Math.floor(at / zone.columns) } : {};
  const data = { style, "data-name": thing.name, "data-zone": zone.id, "data-look": look, "data-owner": thing.owner };
  const may = can || (mine && thing.tries.length > 0);
  if (!may) return html`<span class=${classes} role="img" aria-label=${spoken} ...${data}>${inside}</span>`;
  return html`<button class=${classes} aria-label=${spoken} aria-pressed=${chosen} aria-disabled=${!can} ...${data} onClick=${() => on.touch(thing)} ...${dragging(thing, on)}>${inside}</button>`;
}
