// @ts-check
// What a guide asks to be pressed: ringed, in view, and the only button that looks like the one to press.
import { $ } from "/static/dom.js";

/** Of each the first that is there: one throw has more than one button on its way. */
const CONTROLS = {
  goesOn: [".next-step .main-button:enabled"],
  hand: [".first-steps .hand"],
  roll: [
    ".tray [data-accept]:enabled",
    ".tray .does-throw",
    ".pad .does-done:enabled",
    ".pad .does-roll:enabled",
    ".pad .keys",
  ],
  shoot: ["#measured .offer:not(.refused):enabled"],
  undo: ["#undo"],
  redo: ["#redo"],
};

const now = { press: "", when: "", shown: "" };

/** @returns {Element | null} */
function control() {
  const selectors = CONTROLS[/** @type {keyof typeof CONTROLS} */ (now.press)] || [];
  return selectors.map((/** @type {string} */ one) => document.querySelector(one)).find(Boolean) || null;
}

// Once for each step, and never against somebody who scrolls: the panel is drawn when it is looked at.
function ring() {
  const el = control();
  for (const old of document.querySelectorAll(".asked")) if (old !== el) old.classList.remove("asked");
  if (!el) return;
  el.classList.add("asked");
  const key = `${now.press}/${now.when}`;
  if (now.shown === key) return;
  now.shown = key;
  requestAnimationFrame(() => control()?.scrollIntoView({ block: "nearest" }));
}

// A key that is typed, or dice that fall, draw a part of the question alone.
const drawn = new MutationObserver(ring);

/**
 * @param {string} press what is asked for, "" for something on the map @param {string} when it comes into view anew
 * @param {boolean} guided whether anybody is
 */
export function askFor(press, when, guided) {
  Object.assign(now, { press, when });
  document.body.classList.toggle("guided", guided);
  drawn.disconnect();
  if (guided) drawn.observe($("panel"), { childList: true, subtree: true });
  queueMicrotask(ring);
}
