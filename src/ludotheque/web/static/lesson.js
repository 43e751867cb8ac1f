// A lesson in place of a connection: it says what happens, waits for the move that it is about, and goes on.

import { ask, language, page, say } from "./page.js";

export class Lesson {
  constructor(game, hear) {
    Object.assign(this, { hear, frames: [], at: 0 });
    ask(`games/${game}/lesson?lang=${language}`).then(
      ({ frames }) => {
        this.frames = frames;
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
      this.hear({ ...frame, version: page.version, lesson: frame.lesson ?? null, learnt: this.at === this.frames.length });
      if (frame.lesson) return;
    }
  }

  send({ do: what, move }) {
    const { lesson, scene } = this.frames[this.at - 1] ?? {};
    const wanted = lesson?.move;
    if (what !== "move") return;
    if (move === wanted) this.goOn();
    else this.hear({ t: "no", says: say("lesson_other", { move: scene.said[wanted] ?? wanted }), args: {} });
  }

  end() {}
}
