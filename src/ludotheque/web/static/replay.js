// A finished game again, step by step, from any seat.

import { Component } from "./lib/preact.js";
import { ask, calm, html, language, memory, page, render, root, say, sit } from "./page.js";
import { Course } from "./course.js";
import { Edges, Picture, SHAPES } from "./things.js";
import * as motion from "./motion.js";

class Replay extends Component {
  constructor() {
    super();
    this.state = { step: 0, seat: "", shown: null, plays: false, problem: "" };
    this.kept = new Map();
    this.follow();
    addEventListener("hashchange", () => this.follow());
    addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, button")) return;
      if (event.key === "ArrowRight") this.go(this.state.step + 1);
      if (event.key === "ArrowLeft") this.go(this.state.step - 1);
    });
  }

  /** A link to a step, such as those of the turning points: `#step-12`. */
  follow() {
    this.go(Number(/^#step-(\d+)$/.exec(location.hash)?.[1] ?? 0));
  }

  async load(step, seat) {
    const key = `${step}/${seat}`;
    if (!this.kept.has(key)) this.kept.set(key, ask(`matches/${page.match}/steps/${step}?lang=${language}&seat=${seat}`));
    return this.kept.get(key);
  }

  async go(wish, seat = this.state.seat) {
    const steps = this.state.shown?.steps ?? 0;
    const step = Math.max(0, steps ? Math.min(wish, steps) : wish);
    this.setState({ step, seat });
    try {
      const shown = await this.load(step, seat);
      if (this.state.step !== step || this.state.seat !== seat) return;
      const felt = document.querySelector(".felt");
      const before = felt && motion.measured(felt);
      this.setState({ shown }, () => before && motion.play(document.querySelector(".felt"), before));
      if (step < shown.steps) this.load(step + 1, seat);
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  run() {
    const plays = !this.state.plays;
    this.setState({ plays });
    clearInterval(this.timer);
    if (plays) this.timer = setInterval(() => (this.state.step < this.state.shown.steps ? this.go(this.state.step + 1) : this.run()), calm.matches ? 1200 : 800);
  }

  async playOn() {
    try {
      const { match } = await ask(`matches/${page.match}/branch`, { step: this.state.step });
      await sit(match, 0, memory.get("name") || say("someone", { number: 1 }));
      location.assign(`${root}/table/${match}`);
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  render(_, { step, seat, shown, plays, problem }) {
    if (problem) return html`<div class="notice"><p>${problem}</p><a class="gold big" href=${`${root}/`}>${say("back_to_shelf")}</a></div>`;
    if (!shown) return html`<p class="loading" role="status">…</p>`;
    const { steps } = shown;
    const to = (number, word, sign) => html`<button aria-label=${say(word)} title=${say(word)} onClick=${() => this.go(number)}>${sign}</button>`;
    return html`<div class="room">
      <${Still} shown=${shown} />
      <div class="replay">
        <p class="ask" role="status">${shown.says.join(" ") || say("step", { step, steps })}</p>
        <input type="range" min="0" max=${steps} value=${step} aria-label=${say("step", { step, steps })} onInput=${(event) => this.go(Number(event.target.value))} />
        <div class="next">
          ${to(0, "first", "|◀")}${to(step - 1, "earlier", "◀")}
          <button aria-pressed=${plays} aria-label=${say("replay")} onClick=${() => this.run()}>${plays ? "❚❚" : "▶▶"}</button>
          ${to(step + 1, "later", "▶")}${to(steps, "last", "▶|")}
          <span>${say("step", { step, steps })}</span>
          <label class="field inline">${say("seen_by")} <select value=${seat} onChange=${(event) => this.go(step, event.target.value)}>
            <option value="">${say("all_open")}</option>${page.seats.map((name, number) => html`<option key=${number} value=${number}>${name}</option>`)}
          </select></label>
          <button class="gold" onClick=${() => this.playOn()}>${say("play_on")}</button>
          <a class="quiet" href=${`${root}/`}>${say("back_to_shelf")}</a>
        </div>
      </div>
      <${Course} names=${shown.names} step=${step} />
    </div>`;
  }
}

/** A scene that is only looked at. */
function Still({ shown }) {
  const { scene, names } = shown;
  const keys = motion.named(scene);
  const zones = scene.zones.map((zone, z) => ({ ...zone, keys: keys[z] }));
  const seats = scene.order.length ? scene.order : Array.from({ length: scene.participants }, (_, seat) => seat);
  return html`<section class=${`felt still of-${seats.length}`} aria-label=${page.game_title}>
    <div class="others">${seats.map((seat) => html`<section class=${`seat${scene.turn === seat ? " turn" : ""}`} key=${seat} aria-label=${names[seat]}>
      <h2 class="name"><span class="shape" aria-hidden="true">${SHAPES[seat % SHAPES.length]}</span><b>${names[seat] ?? names.at(-1)}</b>${scene.scores[seat] && html`<span class="score">${scene.scores[seat][1]}</span>`}</h2>
      <div class="zones">${zones.filter((zone) => zone.owner === seat).map((zone) => html`<${StillZone} key=${zone.id} zone=${zone} names=${names} />`)}</div>
    </section>`)}</div>
    <div class="middle">${zones.filter((zone) => zone.owner === undefined).map((zone) => html`<${StillZone} key=${zone.id} zone=${zone} names=${names} />`)}</div>
  </section>`;
}

function StillZone({ zone, names }) {
  return html`<div class=${`zone ${zone.columns ? "grid" : "row"} z-${zone.id.replace(/\d+$/, "")}`} data-zone-box=${zone.id} data-owner=${zone.owner}>
    <h3>${zone.label}</h3>
    <div class="things" style=${zone.columns ? { "--columns": zone.columns } : {}}>${zone.columns > 0 && html`<${Edges} zone=${zone} />`}${zone.things.map((thing, n) => {
      const style = zone.columns ? { gridColumn: (n % zone.columns) + 2, gridRow: Math.floor(n / zone.columns) + 2 } : {};
      const from = thing.owner !== undefined && thing.owner !== zone.owner ? names[thing.owner] : "";
      return html`<span key=${zone.keys[n]} style=${style} class=${`thing ${thing.kind} ${thing.state ?? ""}`} role="img" aria-label=${thing.name || thing.face} data-name=${zone.keys[n]} data-zone=${zone.id} data-look=${`${thing.kind} ${thing.tone ?? ""} ${thing.face ?? ""}`} data-owner=${thing.owner}><${Picture} thing=${thing} />${from && html`<small class="from">${from}</small>`}${thing.label && html`<small class="label">${thing.label}</small>`}</span>`;
    })}${!zone.things.length && html`<span class="nothing" aria-hidden="true"></span>`}</div>
    ${zone.note && html`<p class="sum">${zone.note}</p>`}
  </div>`;
}

render(html`<${Replay} />`, document.getElementById("replay"));
