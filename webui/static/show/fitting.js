// @ts-check
// Dice that have to be in sight all at once, on a screen that nobody scrolls.
import { W } from "/static/words.js";

// From the size that a lone throw has, down to what is still read from three metres.
const SIZES = [1, 0.86, 0.74, 0.64, 0.55, 0.47, 0.4];
const FIT = Symbol("fit");

/** Also when the screen changes its size. @param {HTMLElement} page what holds the rows of dice */
export function fitThrows(page) {
  const box = /** @type {(HTMLElement & {[FIT]?: HTMLElement[]}) | null} */ (page.querySelector(".throws"));
  if (!box) return;
  const rows = box[FIT] ??= /** @type {HTMLElement[]} */ ([...box.children]);
  box.replaceChildren(...rows);
  if (SIZES.some((size) => shows(box, size))) return;
  // What was thrown first goes, and is counted: how it ended stays.
  for (let left = rows.length - 1; left > 0; left -= 1) {
    const before = document.createElement("p");
    before.className = "throws-before";
    before.textContent = W.throwsBefore(rows.length - left);
    box.replaceChildren(before, ...rows.slice(-left));
    if (shows(box, SIZES[SIZES.length - 1])) return;
  }
}

/** Does all of it fit with dice of that size? @param {HTMLElement} box @param {number} size */
function shows(box, size) {
  box.style.setProperty("--die-size", String(size));
  // Half a pixel is lost in rounding.
  return box.scrollHeight <= box.clientHeight + 1;
}
