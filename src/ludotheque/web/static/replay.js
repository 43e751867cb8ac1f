// A finished game again, step by step, from any seat.

import { Component } from "./lib/preact.js";
import { ask, html, language, page, playOn, render, root, say } from "./page.js";
import { settings } from "./settings.js";
import { Course } from "./course.js";
import { Felt, furnished } from "./felt.js";
import { arrived, due, next, nothing } from "./showing.js";
import { shown as texts, Story } from "./story.js";
import * as motion from "./motion.js";

const PAUSE = 500; // milliseconds between two steps

class Replay extends Component {
  constructor() {
    super();
    const chosen = settings();
    this.state = { step: 0, seat: "", shown: null, beat: null, plays: false, drawer: false, problem: "", sums: chosen.sums === "own" };
    this.kept = new Map();
    this.review = location.hash === "#turns";
    this.showing = nothing(chosen.pace);
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
    scrollTo(0, 0);
  }

  componentDidUpdate() {
    if (!this.review || !this.state.shown) return;
    this.review = false;
    document.querySelector(".course").scrollIntoView();
  }

  async load(step, seat) {
    const key = `${step}/${seat}`;
    if (!this.kept.has(key)) this.kept.set(key, ask(`matches/${page.match}/steps/${step}?lang=${language}&seat=${seat}`));
    return this.kept.get(key);
  }

  /** To a step. What happened in it is shown beat by beat where one goes on by one step, else as it was at the end. */
  async go(wish, seat = this.state.seat) {
    const steps = this.state.shown?.steps ?? 0;
    const step = Math.max(0, steps ? Math.min(wish, steps) : wish);
    const onward = step === this.state.step + 1 && seat === this.state.seat;
    this.setState({ step, seat });
    try {
      const shown = await this.load(step, seat);
      if (this.state.step !== step || this.state.seat !== seat) return;
      this.showing = nothing(this.showing.pace);
      arrived(this.showing, onward ? shown : { ...shown, beats: [] }, null);
      this.run();
      if (step < shown.steps) this.load(step + 1, seat);
    } catch (problem) {
      this.setState({ problem: problem.message });
    }
  }

  run() {
    clearTimeout(this.timer);
    for (let item = next(this.showing, performance.now()); item; item = next(this.showing, performance.now())) {
      const felt = document.querySelector(".felt");
      const before = felt && motion.measured(felt);
      const beat = item.beat ?? null;
      const shown = item.rest ?? { ...this.state.shown, scene: beat.scene };
      this.setState({ beat, shown }, () => before && motion.play(document.querySelector(".felt"), before));
    }
    const at = due(this.showing);
    if (at !== null) this.timer = setTimeout(() => this.run(), Math.max(0, at - performance.now()));
    else if (this.state.plays) this.timer = setTimeout(() => this.onward(), PAUSE);
  }

  onward() {
    if (this.state.step < this.state.shown.steps) this.go(this.state.step + 1);
    else this.setState({ plays: false });
  }

  plays() {
    this.setState({ plays: !this.state.plays }, () => (this.state.plays ? this.onward() : clearTimeout(this.timer)));
  }

  /** As who is looked at, or as oneself. */
  playOn() {
    const { step, seat, shown } = this.state;
    this.setState({ busy: true });
    playOn(step, seat === "" ? (shown.own ?? 0) : Number(seat)).catch((problem) => this.setState({ problem: problem.message }));
  }

  render(_, { step, seat, shown, beat, plays, drawer, problem, sums, busy }) {
    if (problem) return html`<div class="notice"><p>${problem}</p><a class="gold big" href=${`${root}/`}>${say("back_to_shelf")}</a></div>`;
    if (!shown) return html`<p class="loading" role="status">…</p>`;
    const { steps, turn, turns } = shown;
    const when = turn ? say("turn_of", { turn, turns }) : say("the_start");
    const to = (number, word, sign) => html`<button aria-label=${say(word)} title=${say(word)} onClick=${() => this.go(number)}>${sign}</button>`;
    const { scene, names } = shown;
    const table = { names, seats: [], stage: "over", house: {} };
    const said = beat ? [beat] : shown.beats;
    return html`<div class=${`room again${drawer ? " drawer" : ""}`} data-step=${shown.step}>
      <div class="table"><p class="goal">${scene.aim}</p>
        <${Felt} table=${table} scene=${scene} zones=${furnished(scene)} you=${seat === "" ? shown.own : Number(seat)} mine=${false} touched=${[]} sums=${sums} acts=${scene.turn} on=${{}}>
          <div class="tell"><p class="say" role="status">${said.flatMap((one) => texts(one, sums)).join(" ")}</p></div>
        <//>
        <p class="latest"><span></span> <button onClick=${() => this.setState({ drawer: true })}>${say("story")}</button></p>
      </div>
      <aside class="story" aria-label=${say("story")}>
        <h2>${say("story")} <button class="close" onClick=${() => this.setState({ drawer: false })} aria-label=${say("close")}>×</button></h2>
        <${Story} story=${shown.story} names=${names} sums=${sums} look=${() => {}} />
      </aside>
      <div class="replay">
        <input type="range" min="0" max=${steps} value=${step} aria-label=${say("step")} aria-valuetext=${when} onInput=${(event) => this.go(Number(event.target.value))} />
        <div class="next">
          ${to(0, "first", "|◀")}${to(step - 1, "earlier", "◀")}
          <button aria-pressed=${plays} aria-label=${say("replay")} onClick=${() => this.plays()}>${plays ? "❚❚" : "▶▶"}</button>
          ${to(step + 1, "later", "▶")}${to(steps, "last", "▶|")}
          <span>${when}</span>
          <label class="field inline">${say("seen_by")} <select value=${seat} onChange=${(event) => this.go(step, event.target.value)}>
            <option value="">${say("all_open")}</option>${names.slice(0, page.players).map((name, number) => html`<option key=${number} value=${number}>${name}</option>`)}
          </select></label>
          <button class="gold" disabled=${busy || step === steps} onClick=${() => this.playOn()}>${say("play_on")}</button>
          <a class="quiet" href=${`${root}/`}>${say("back_to_shelf")}</a>
        </div>
      </div>
    </div>
    <${Course} names=${shown.names} step=${step} open=${this.review} />`;
  }
}

render(html`<${Replay} />`, document.getElementById("replay"));
