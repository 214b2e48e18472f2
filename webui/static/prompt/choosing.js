// @ts-check
// Choices of a question; a reading that is too close to call has its three ways out.
import { h, verdictPill } from "/static/dom.js";
import { squareName } from "/static/map/squares.js";
import { W } from "/static/words.js";

/** @typedef {import("/static/prompt.js").PromptBox} PromptBox */

/** @param {PromptBox} box @param {PageData.AskedChoice} prompt */
export function choosing(box, prompt) {
  const many = prompt.at_most !== 1 || prompt.at_least !== 1;
  return h(
    "div",
    { class: "choices" },
    prompt.reading ? tooClose(box, /** @type {CloseChoice} */ (prompt)) : null,
    many ? several(box, prompt) : prompt.options.map((option, i) => oneOf(box, option, i)),
  );
}

/** @param {PromptBox} box @param {any} option @param {number} i */
function oneOf(box, option, i) {
  return h(
    "button",
    { type: "button", "data-focus": i === 0, onclick: () => box.chosen([option.key]) },
    h("span", {}, squareName(option.label || option.key)),
    option.rules?.length ? h("span", { class: "rule-id" }, option.rules.join(" ")) : null,
  );
}

/** @param {PromptBox} box @param {CloseChoice} prompt with a reading at its limit */
function tooClose(box, prompt) {
  return [
    h(
      "p",
      { class: "need" },
      verdictPill("CLOSE", W.tooClose),
      " ",
      h("strong", { class: "num" }, prompt.reading.text),
      ` / ${prompt.limit}`,
    ),
    h(
      "div",
      { class: "row" },
      h("label", { class: "grow" }, W.intent, kept(box, { name: "said", maxlength: 120 })),
      h(
        "label",
        {},
        W.tape(prompt.reading.unit),
        kept(box, { name: "tape", type: "number", step: "0.05", inputmode: "decimal" }),
      ),
      h("button", { type: "button", onclick: () => byTape(box, prompt) }, W.byTape),
    ),
  ];
}

/**
 * A field whose words outlast the box: the same question may be drawn again while they are typed.
 * @param {PromptBox} box @param {{ name: string, [more: string]: any }} field
 */
function kept(box, field) {
  if (box.stated.key !== box.key) box.stated = { key: box.key, words: {} };
  const { words } = box.stated;
  const input = h("input", { ...field, oninput: () => words[field.name] = input.value });
  input.value = words[field.name] || "";
  return input;
}

/**
 * A tape reading on the right side of the limit is "in"; the limit itself is.
 * @param {PromptBox} box @param {CloseChoice} prompt
 */
function byTape(box, prompt) {
  const tape = box.el.querySelector("[name=tape]");
  if (!tape.value) {
    tape.focus();
    return;
  }
  const inside = prompt.sense === "at least" ? Number(tape.value) >= prompt.limit : Number(tape.value) <= prompt.limit;
  box.chosen([inside ? "in" : "out"]);
}

/** @param {PromptBox} box @param {PageData.AskedChoice} prompt */
function several(box, prompt) {
  const boxes = prompt.options.map((option, i) =>
    h("input", { type: "checkbox", value: option.key, "data-focus": i === 0 })
  );
  const labels = prompt.options.map((option, i) => h("label", { class: "tick" }, boxes[i], option.label || option.key));
  return [
    h("p", { class: "small" }, W.chooseMany(prompt.at_least, prompt.at_most)),
    labels,
    h("button", {
      type: "button",
      class: "main-button",
      onclick: () => box.chosen(boxes.filter((each) => each.checked).map((each) => each.value)),
    }, W.done),
  ];
}
