// Dragging a thing onto another, or onto the middle, is touching one after the other.

import { calm } from "./page.js";

const FAR = 8; // pixels from which it is a drag and no tap

export function dragging(thing, on) {
  return {
    onPointerDown(event) {
      if (event.button !== 0 || event.pointerType === "touch") return; // fingers scroll and tap
      const element = event.currentTarget;
      const [x, y] = [event.clientX, event.clientY];
      let dragged = false;
      const move = (now) => {
        if (!dragged && Math.hypot(now.clientX - x, now.clientY - y) < FAR) return;
        dragged = true;
        element.classList.add("dragged");
        if (!calm.matches) element.style.transform = `translate(${now.clientX - x}px, ${now.clientY - y}px)`;
      };
      const drop = (now) => {
        removeEventListener("pointermove", move);
        element.classList.remove("dragged");
        element.style.transform = "";
        if (!dragged) return;
        element.addEventListener("click", swallow, { capture: true, once: true });
        setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), 50);
        const under = document.elementsFromPoint(now.clientX, now.clientY);
        const target = under.map((found) => found.closest?.(".thing.can")).find((found) => found && found !== element);
        const middle = under.some((found) => found.matches?.(".middle, .middle *"));
        if (target || middle) on.touch(thing);
        if (target) setTimeout(() => target.isConnected && target.click()); // once the first touch is in the state
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", drop, { once: true });
    },
  };
}

function swallow(event) {
  event.stopPropagation();
  event.preventDefault();
}
