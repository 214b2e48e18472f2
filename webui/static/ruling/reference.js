// @ts-check
// The list of every rule, narrowed while somebody types.
import { $ } from "/static/dom.js";

const search = /** @type {HTMLInputElement} */ ($("search"));
const rules = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".rule")]);

search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const rule of rules) rule.hidden = !words.every((word) => (rule.textContent || "").toLowerCase().includes(word));
  for (const chapter of document.querySelectorAll(".chapter")) {
    /** @type {HTMLElement} */ (chapter).hidden = !chapter.querySelector(".rule:not([hidden])");
  }
});
