// @ts-check
// How many dice show each face, for a throw of many.
import { faces, h } from "/static/dom.js";
import { W } from "/static/words.js";

/** @typedef {import("/static/prompt/throwing.js").Throwing} Throwing */

/** 1 to *n*. @param {number} n */
export const facesTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

/** @param {Throwing} throwing @param {HTMLElement} body where they stand */
export function countPad(throwing, body) {
  const { prompt, counts } = throwing;
  const left = h("p", { class: "need" });
  const done = h(
    "button",
    { type: "button", class: "main-button grow", onclick: () => throwing.finishCount() },
    W.done,
  );
  const told = () => {
    const sum = Object.values(counts).reduce((a, b) => a + b, 0);
    left.textContent = `${sum} / ${prompt.count}`;
    done.disabled = sum !== prompt.count;
  };
  body.replaceChildren(
    throwing.head || "",
    left,
    ...facesTo(prompt.sides).map((face) => countRow(throwing, face, told)),
    h(
      "div",
      { class: "row pad" },
      done,
      h("button", { type: "button", onclick: () => throwing.count(false) }, W.keysAgain),
    ),
  );
  told();
}

/** @param {Throwing} throwing @param {number} face @param {() => void} told called when the count has changed */
function countRow({ prompt, counts }, face, told) {
  const input = h("input", {
    type: "number",
    min: 0,
    max: prompt.count,
    inputmode: "numeric",
    value: String(counts[face] || 0),
    "aria-label": `${face}`,
    "data-focus": face === 1,
    oninput: () => {
      counts[face] = Math.max(0, Number.parseInt(input.value, 10) || 0);
      told();
    },
    onfocus: () => input.select(),
  });
  const step = (/** @type {number} */ by) => {
    counts[face] = Math.max(0, (counts[face] || 0) + by);
    input.value = String(counts[face]);
    told();
  };
  return h(
    "div",
    { class: "count-row" },
    faces([face], prompt.need),
    h("button", { type: "button", "aria-label": W.oneLess(face), onclick: () => step(-1) }, "−"),
    input,
    h("button", { type: "button", "aria-label": W.oneMore(face), onclick: () => step(1) }, "+"),
  );
}
