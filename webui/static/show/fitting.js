// @ts-check
// Dice that have to be in sight all at once, on a screen that nobody scrolls.
import { W } from "/static/words.js";

// Of the size that a lone throw has. Before the dice grow too small to be read from three metres,
// their question goes beside them.
const ABOVE = [1, 0.86, 0.74, 0.64].map((size) => ({ size, beside: false }));
const BESIDE = [0.74, 0.64, 0.55, 0.47, 0.4].map((size) => ({ size, beside: true }));
// Then what came of it and its units take less room, before anything is left out.
const TERSE = BESIDE.map((layout) => ({ ...layout, terse: true }));
/** @type {{size: number, beside: boolean, terse?: boolean}[]} */
const LAYOUTS = [...ABOVE, ...BESIDE, ...TERSE];
const FIT = Symbol("fit");

/** Also when the screen changes its size. @param {HTMLElement} page what holds the rows of dice */
export function fitThrows(page) {
  const box = /** @type {(HTMLElement & {[FIT]?: HTMLElement[]}) | null} */ (page.querySelector(".throws"));
  if (!box) return;
  const rows = box[FIT] ??= /** @type {HTMLElement[]} */ ([...box.children]);
  box.replaceChildren(...rows);
  if (LAYOUTS.some((layout) => shows(box, layout))) return;
  // What was thrown first goes, and is counted: how it ended stays.
  for (let left = rows.length - 1; left > 0; left -= 1) {
    const before = document.createElement("p");
    before.className = "throws-before";
    before.textContent = W.throwsBefore(rows.length - left);
    box.replaceChildren(before, ...rows.slice(-left));
    if (shows(box, LAYOUTS[LAYOUTS.length - 1])) return;
  }
}

/** Does all of it fit so? @param {HTMLElement} box @param {(typeof LAYOUTS)[0]} layout */
function shows(box, { size, beside, terse = false }) {
  box.parentElement?.classList.toggle("terse", terse);
  box.style.setProperty("--die-size", String(size));
  box.classList.toggle("beside", beside);
  // Half a pixel is lost in rounding.
  return box.scrollHeight <= box.clientHeight + 1;
}
