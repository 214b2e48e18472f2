// @ts-check
// Cards that are drawn from a deck: dealt by the program, or drawn by hand and named.
import { h } from "/static/dom.js";
import { W } from "/static/words.js";

/** @typedef {import("/static/prompt.js").PromptBox} PromptBox */

/** @param {PromptBox} box @param {PageData.AskedDraw} prompt */
export function drawingCards(box, prompt) {
  return h(
    "div",
    { class: "choices" },
    h("p", { class: "need" }, `${prompt.count} · ${prompt.deck}`),
    h("button", {
      type: "button",
      class: "main-button",
      "data-focus": true,
      onclick: () => box.send("/act/roll", {}),
    }, W.dealForMe),
    h("details", {}, h("summary", {}, W.typeIt), byHand(box, prompt)),
  );
}

/** @param {PromptBox} box @param {PageData.AskedDraw} prompt */
function byHand(box, prompt) {
  /** @type {string[]} */
  const picked = [];
  const shown = h("div", { class: "dice" });
  const done = h("button", {
    type: "button",
    class: "main-button",
    disabled: true,
    onclick: () => box.send("/act/answer", { answer: picked }),
  }, W.done);
  const pick = (/** @type {string} */ card) => {
    if (picked.length < prompt.count) picked.push(card);
    shown.replaceChildren(...picked.map((c) => h("span", { class: "badge-pill calm" }, c)));
    done.disabled = picked.length !== prompt.count;
  };
  const kinds = [...new Set(prompt.cards)].sort();
  const buttons = kinds.map((card) => h("button", { type: "button", onclick: () => pick(card) }, card));
  return [shown, h("div", { class: "row" }, buttons), done];
}
