// The connection to a table: asks, hears, and comes back by itself. What was asked and not answered is asked again.

import { language, nonce, root, say } from "./page.js";

const PATIENCE = [300, 600, 1200, 2500, 5000]; // milliseconds until the next try
const QUIET = 8000; // a connection that can't be made for so long is tried anew

/** Whether this tab opens the table for the first time: then it is shown how the game began. */
function first(match) {
  try {
    if (sessionStorage.getItem("opened") === match) return false;
    sessionStorage.setItem("opened", match);
    return true;
  } catch {
    return false;
  }
}

export class Wire {
  constructor(match, seat, hear) {
    Object.assign(this, { match, seat, hear, seq: null, tries: 0, unanswered: new Map(), ended: false, shown: first(match) ? 0 : null });
    this.connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const query = new URLSearchParams({ page: language });
    if (this.seat !== null) query.set("seat", this.seat);
    if (this.shown !== null) query.set("shown", this.shown);
    const address = new URL(`${root}/api/v1/matches/${this.match}/socket?${query}`, location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.socket = new WebSocket(address, "ludotheque.v1"));
    this.timer = setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), QUIET);
    socket.onmessage = ({ data }) => this.socket === socket && this.heard(JSON.parse(data));
    socket.onclose = () => this.socket === socket && this.lost();
  }

  heard(frame) {
    if (frame.t === "table") {
      this.tries = 0;
      for (const request of this.unanswered.values()) this.socket.send(JSON.stringify(request));
    }
    this.shown = frame.steps ?? this.shown;
    if (frame.id) {
      this.unanswered.get(frame.id)?.answered?.(frame);
      this.unanswered.delete(frame.id);
    }
    this.hear(frame);
  }

  async lost() {
    if (this.ended) return;
    this.hear({ t: "lost" });
    const wait = PATIENCE[Math.min(this.tries, PATIENCE.length - 1)];
    this.tries += 1;
    this.timer = setTimeout(async () => {
      const says = this.tries > 1 && (await this.whyNot());
      if (says) this.hear({ t: "gone", says });
      else this.connect();
    }, wait);
  }

  /** A socket does not say why it was refused; a plain question does. Nothing where that gets no answer either. */
  async whyNot() {
    try {
      const answer = await fetch(`${root}/api/v1/matches/${this.match}`, { headers: { "x-language": language } });
      if (answer.status === 404) return say("gone");
      return answer.status === 403 ? (await answer.json()).says : "";
    } catch {
      return "";
    }
  }

  hurry() {
    if (!this.ended && this.socket.readyState > WebSocket.OPEN) this.connect();
  }

  /** Asks; the id makes sure that it is done once, however often it has to be sent. */
  send(request) {
    const wish = { ...request, id: nonce() };
    this.unanswered.set(wish.id, wish);
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(wish));
  }

  /** Says something that needs no answer, and need not arrive. */
  tell(word) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(word));
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
