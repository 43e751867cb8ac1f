// A record from a file becomes a table: a finished game to look at, an unfinished one to play on.

import { ask, root } from "./page.js";

const NOTICE = document.getElementById("notice");

document.getElementById("record").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const [file] = event.target.querySelector("input").files;
    const { match, stage } = await ask("records", { text: await file.text() });
    location.assign(`${root}/${stage === "over" ? "replay" : "table"}/${match}`);
  } catch (problem) {
    NOTICE.textContent = problem.message;
    NOTICE.hidden = false;
  }
});
