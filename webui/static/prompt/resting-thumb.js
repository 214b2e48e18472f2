// @ts-check
// A thumb that answered a question still lies there when the next one comes: it gives nothing away.
import { h } from "/static/dom.js";

/** Milliseconds in which a second tap at the same place means the question before. */
const REST_MS = 600;

/** Covers the place of the tap that answered a question, when what follows is drawn. */
export class RestingThumb {
  /** @param {HTMLElement} el where the questions are tapped */
  constructor(el) {
    /** @type {{ x: number, y: number } | null} the last tap; null after a key, which is never a second tap */
    this.tap = null;
    /** @type {{ x: number, y: number } | null} the tap that answered the question on the screen */
    this.answered = null;
    // A button that a key presses has no clicks to count.
    el.addEventListener("click", (event) => {
      this.tap = event.detail ? { x: event.clientX, y: event.clientY } : null;
    }, true);
    el.addEventListener("keydown", () => this.tap = null, true);
  }

  /** The question was answered by whatever was used last. */
  answers() {
    this.answered = this.tap;
  }

  /** The answer was refused: the same question stands. */
  refused() {
    this.answered = null;
  }

  /** Something else is drawn where the answered question was. */
  moved() {
    if (!this.answered) return;
    const { x, y } = this.answered;
    this.answered = null;
    const cover = h("div", { class: "resting-thumb", "aria-hidden": "true" });
    cover.style.left = `${x}px`;
    cover.style.top = `${y}px`;
    document.body.append(cover);
    setTimeout(() => cover.remove(), REST_MS);
  }
}
