// The rulebook beside the table, open at the clause that matters.

import { Component, createRef } from "./lib/preact.js";
import { ask, html, language, page, say } from "./page.js";

export class Rules extends Component {
  constructor() {
    super();
    this.state = { book: null };
    this.panel = createRef();
  }

  async componentDidMount() {
    this.before = document.activeElement;
    this.panel.current.focus();
    this.setState({ book: await ask(`games/${page.game}/rules?lang=${language}`) }, () => this.find());
  }

  componentWillUnmount() {
    this.before?.focus?.();
  }

  componentDidUpdate({ clause }) {
    if (clause !== this.props.clause) this.find();
  }

  find() {
    const id = this.props.clause?.split(" ").at(-1);
    if (id) document.getElementById(`clause-${id}`)?.scrollIntoView({ block: "center" });
  }

  render({ clause, close }, { book }) {
    const wanted = clause?.split(" ").at(-1);
    return html`<aside class="rules" role="dialog" aria-label=${say("rules")} tabindex="-1" ref=${this.panel}>
      <button class="close" onClick=${close} aria-label=${say("close")}>×</button>
      ${book
        ? html`<h2>${book.title}</h2><p>${book.introduction}</p>${book.sections.map((section) => html`<h3>${section.title}</h3>
            <dl>${section.clauses.map(({ id, text }) => html`<div id=${`clause-${id}`} class=${id === wanted ? "wanted" : ""}><dt>${id}</dt><dd>${text}</dd></div>`)}</dl>`)}`
        : html`<p role="status">…</p>`}
    </aside>`;
  }
}
