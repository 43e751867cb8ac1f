// A lesson in place of a connection: it says what happens, waits for the move that it is about, and goes on.

import { ask, language, page, say } from "./page.js";

export class Lesson {
  constructor(game, hear) {
    Object.assign(this, { hear, frames: [], at: 0 });
    ask(`games/${game}/lesson?lang=${language}`).then(
      ({ frames, end }) => {
        Object.assign(this, { frames, last: end });
        this.goOn();
      },
      ({ message }) => hear({ t: "gone", says: message }),
    );
  }

  /** Until it is one's own turn, or the end. */
  goOn() {
    while (this.at < this.frames.length) {
      const frame = this.frames[this.at];
      this.at += 1;
      this.hear({ ...frame, version: page.version, lesson: frame.lesson ?? null, learnt: this.at === this.frames.length ? this.last : null });
      if (frame.lesson) return;
    }
  }

  /** Something else than the lesson is about is answered with why: it is not possible, or not the time for it. */
  send({ do: what, move }) {
    const { lesson, scene } = this.frames[this.at - 1] ?? {};
    if (what !== "move" || !lesson) return;
    const { move: wanted, why, no } = lesson;
    if (move === wanted) this.goOn();
    else if (no[move]) this.hear({ t: "no", says: no[move].says, args: { clause: no[move].clause } });
    else this.hear({ t: "no", says: say("lesson_other", { move: scene.said[wanted] ?? wanted }), why });
  }

  end() {}
}
