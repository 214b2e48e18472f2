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

/** @param {Throwing} throwing @param {HTMLElement} body where they stand */
export function keyPad(throwing, body) {
  const { prompt, typed, box } = throwing;
  const left = prompt.count - typed.length;
  const line = typedDice(throwing, left);
  // In reach of a thumb, at the same place whatever is typed, and the dice typed never below the keys.
  const pad = throwing.reads ? h("div", { class: "pad" }, throwing.head, line, box.tray.el) : h(
    "div",
    { class: "pad" },
    throwing.head,
    line,
    hint(throwing, left),
    prompt.sides <= MOST_KEYS ? faceKeys(throwing) : faceField(throwing),
    buttons(throwing, left),
  );
  body.replaceChildren(pad);
  if (document.activeElement === document.body || box.el.contains(document.activeElement)) {
    line.focus({ preventScroll: true });
  }
}

/**
 * What the keys and the buttons are for; once one is used, what is still to do.
 * @param {Throwing} throwing @param {number} left dice still to type
 */
function hint(throwing, left) {
  const { prompt, typed, box } = throwing;
  const ways = box.tray.canThrow ? W.threeWays : W.twoWays;
  return h(
    "div",
    { class: "pad-head" },
    h("p", { class: "small soft pad-hint" }, typed.length ? left > 0 ? W.tooFew(left, prompt.count) : "" : ways),
    prompt.count > 3
      ? h("button", { type: "button", class: "link-button", onclick: () => throwing.count(true) }, W.count)
      : null,
  );
}

/** @param {Throwing} throwing @param {number} left dice still to type */
function typedDice(throwing, left) {
  const { prompt, typed } = throwing;
  return h(
    "div",
    {
      // While a throw lies there the dice are drawn in the tray: what is typed still lands here.
      class: `dice ${throwing.reads ? "sr" : prompt.count > MOST_LARGE ? "compact" : ""}`,
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
  const { typed, box } = throwing;
  const falls = box.tray.canThrow && !typed.length;
  const done = h(
    "button",
    {
      type: "button",
      class: falls || left ? "does-done" : "does-done main-button",
      disabled: left !== 0,
      onclick: () => throwing.finish(),
    },
    W.done,
  );
  const roll = h(
    "button",
    // What is typed is not thrown away by one tap: it is wiped first.
    {
      type: "button",
      class: "does-roll",
      title: W.fair,
      disabled: typed.length > 0,
      onclick: () => box.send("/act/roll", {}),
    },
    W.rollForMe,
  );
  const wipe = h("button", { type: "button", onclick: () => throwing.wipe(1), disabled: !typed.length }, W.back);
  return h(
    "div",
    // What throws, wipes or ends stays where it was, whatever is typed.
    { class: "row thirds" },
    [falls ? box.tray.throwButton("main-button") : wipe, roll, done],
  );
}
