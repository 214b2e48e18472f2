// @ts-check
// One key a die: the faces typed so far, the keys, and what a thumb needs beside them.
import { faces, h } from "/static/dom.js";
import { facesTo } from "/static/prompt/counting.js";
import { W } from "/static/words.js";

/** @typedef {import("/static/prompt/throwing.js").Throwing} Throwing */

/** Dice with more faces are typed as numbers: so many keys find no place. */
const MOST_KEYS = 20;
/** More dice than a row of a phone holds are drawn small. */
const MOST_LARGE = 6;

/** @param {Throwing} throwing */
export function keyPad(throwing) {
  const { prompt, typed, body, box } = throwing;
  const left = prompt.count - typed.length;
  const line = typedDice(throwing, left);
  // In reach of a thumb, at the same place whatever is typed, and the dice typed never below the keys.
  const pad = h(
    "div",
    { class: "pad" },
    line,
    h("p", { class: "small soft pad-hint" }, left > 0 ? W.tooFew(left) : ""),
    prompt.sides <= MOST_KEYS ? faceKeys(throwing) : faceField(throwing),
    buttons(throwing, left),
  );
  body.replaceChildren(pad);
  if (document.activeElement === document.body || box.el.contains(document.activeElement)) {
    line.focus({ preventScroll: true });
  }
}

/** @param {Throwing} throwing @param {number} left dice still to type */
function typedDice(throwing, left) {
  const { prompt, typed } = throwing;
  return h(
    "div",
    {
      class: `dice ${prompt.count > MOST_LARGE ? "compact" : ""}`,
      tabindex: 0,
      "data-focus": true,
      role: "textbox",
      "aria-label": `${prompt.what}. ${W.typeDice}`,
      onkeydown: (/** @type {KeyboardEvent} */ event) => throwing.key(event),
    },
    faces(typed, prompt.need),
    Array.from({ length: left }, (_, i) => h("span", { class: `die empty ${i === 0 ? "next" : ""}` }, "·")),
  );
}

/** @param {Throwing} throwing */
function faceKeys(throwing) {
  const { sides } = throwing.prompt;
  return h(
    "div",
    { class: `keys ${sides > 6 ? "many" : ""}` },
    facesTo(sides).map((face) =>
      h("button", { type: "button", onclick: () => throwing.add(face), "aria-label": String(face) }, String(face))
    ),
  );
}

/** @param {Throwing} throwing */
function faceField(throwing) {
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    throwing.add(Number(event.target.elements.face.value));
  };
  return h(
    "form",
    { class: "row", onsubmit: add },
    h("input", {
      name: "face",
      type: "number",
      min: 1,
      max: throwing.prompt.sides,
      inputmode: "numeric",
      class: "grow",
    }),
    h("button", {}, "+"),
  );
}

/** @param {Throwing} throwing @param {number} left dice still to type */
function buttons(throwing, left) {
  const { prompt, typed, box } = throwing;
  return h(
    "div",
    { class: "row" },
    h(
      "button",
      { type: "button", class: "main-button grow", disabled: left !== 0, onclick: () => throwing.finish() },
      W.done,
    ),
    h("button", { type: "button", onclick: () => throwing.wipe(1), disabled: !typed.length }, W.back),
    prompt.count > 3 ? h("button", { type: "button", onclick: () => throwing.count(true) }, W.count) : null,
    h(
      "button",
      { type: "button", title: W.fair, onclick: () => box.send("/act/roll", {}) },
      W.rollForMe,
    ),
  );
}
