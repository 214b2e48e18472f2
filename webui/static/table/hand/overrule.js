// @ts-check
// Overrule: the newest step with its dice, choices and readings, to be run again with another result.
import { $, h } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { complain } from "/static/table/acting.js";
import { page, state } from "/static/table/state.js";
import { W } from "/static/words.js";

const MOST_KEYS = 12;

export async function overruleStep() {
  /** @type {PageData.StepPage} */
  let got;
  try {
    got = await getJson("/step.json");
  } catch (why) {
    complain(why);
    return;
  }
  if (!got.step) {
    complain(new Error(got.why));
    return;
  }
  const form = overruleForm(got.head, got.step);
  state.asking = { form, head: got.head };
  page.draw();
  $("panel").scrollTop = 0;
  form.querySelector("button, input, select")?.focus({ preventScroll: true });
}

/** @param {number} head @param {PageData.StepShown} step */
function overruleForm(head, step) {
  const parts = step.asked.flatMap((asked) => answerOf(asked) ?? []);
  const readings = step.readings.map(readingOf);
  const reason = h("input", { name: "reason", required: true, maxlength: 300 });
  const send = (event) => {
    event.preventDefault();
    return runAgain({
      head,
      reason: reason.value,
      answers: Object.fromEntries(parts.filter((part) => part.changed()).map((part) => [part.number, part.value()])),
      hits: Object.fromEntries(parts.filter((part) => part.recounted?.()).map((part) => [part.number, part.hits?.()])),
      readings: readings.filter((r) => r.changed()).map((r) => r.value()),
    });
  };
  return h(
    "form",
    { class: "card prompt overrule-form", "data-key": "overrule", "aria-label": W.overrule, onsubmit: send },
    h("h2", {}, W.overrule),
    h("p", {}, h("strong", {}, step.headline || step.says)),
    parts.map((part) => part.el),
    readings.map((r) => r.el),
    h("label", {}, W.reason, reason),
    h("p", { class: "small soft" }, W.bothStay),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main-button" }, W.runAgain),
      h("button", { type: "button", class: "quiet", onclick: cancel }, W.cancel),
    ),
  );
}

async function runAgain(body) {
  try {
    await post("/act/overrule-step", body);
    state.asking = null;
  } catch (why) {
    complain(why);
  }
  await page.refresh();
  // What it has come to now stands on top.
  if (!state.asking) $("panel").scrollTop = 0;
}

function cancel() {
  state.asking = null;
  page.draw();
}

/**
 * @typedef {object} AnswerSet what was answered, to be set anew
 * @property {number} number of its question in the step
 * @property {HTMLElement} el
 * @property {() => (number | string)[]} value
 * @property {() => boolean} changed
 * @property {() => number} [hits] how many count
 * @property {() => boolean} [recounted] whether they are counted otherwise than before
 */

/** @param {PageData.StepShown["asked"][number]} asked @returns {AnswerSet | null} null for what is not typed */
function answerOf(asked) {
  if (asked.ask === "roll") return diceOf(asked);
  if (asked.ask === "choose") return choiceOf(asked);
  return null;
}

/**
 * Dice that a tap turns to their next face; where a number is needed, hits that are counted otherwise
 * while the dice stay as they fell.
 * @param {PageData.SaidRoll} asked @returns {AnswerSet}
 */
function diceOf(asked) {
  const faces = [...asked.answer];
  const count = { hits: asked.hits };
  const el = asked.sides > MOST_KEYS ? numbers(faces, asked) : turned(faces, asked, count);
  return {
    number: asked.number,
    el: h("fieldset", {}, h("legend", {}, asked.what), el),
    value: () => faces,
    changed: () => String(faces) !== String(asked.answer),
    hits: () => count.hits ?? fallen(faces, asked),
    recounted: () => count.hits !== asked.hits,
  };
}

/** @param {number[]} faces @param {PageData.SaidRoll} asked */
const fallen = (faces, asked) => faces.filter((face) => face >= (asked.need ?? 0)).length;

/** @param {number[]} faces @param {PageData.SaidRoll} asked @param {{hits: number | null}} count */
function turned(faces, asked, count) {
  const box = h("div", { class: "dice" });
  const hits = h("span", { class: "num hits" });
  const draw = () => {
    const at = [...box.children].indexOf(document.activeElement);
    const turn = (k) => () => {
      faces[k] = (faces[k] % asked.sides) + 1;
      count.hits = null;
      draw();
    };
    box.replaceChildren(...faces.map((face, k) => dieButton(asked, face, k, turn(k))));
    if (at >= 0) box.children[at]?.focus({ preventScroll: true });
    const fell = fallen(faces, asked);
    hits.textContent = count.hits === null ? W.hits(fell) : W.hitsInstead(fell, count.hits);
  };
  const step = (by) => () => {
    const to = (count.hits ?? fallen(faces, asked)) + by;
    if (to < 0 || to > faces.length) return;
    count.hits = to === fallen(faces, asked) ? null : to;
    draw();
  };
  draw();
  return [box, (asked.need ?? 0) > 1 ? stepper(hits, step) : null];
}

/** @param {PageData.SaidRoll} asked @param {number} face @param {number} k @param {() => void} onclick */
const dieButton = (asked, face, k, onclick) =>
  h("button", {
    type: "button",
    class: `die ${asked.need ? (face >= asked.need ? "hit" : "miss") : ""}`,
    "aria-label": W.turnDie(k + 1, face),
    onclick,
  }, String(face));

const stepper = (hits, step) =>
  h(
    "div",
    { class: "stepper" },
    h("button", { type: "button", "aria-label": W.oneHitLess, onclick: step(-1) }, "−"),
    hits,
    h("button", { type: "button", "aria-label": W.oneHitMore, onclick: step(1) }, "+"),
  );

/** @param {number[]} faces @param {PageData.SaidRoll} asked */
function numbers(faces, asked) {
  return h(
    "div",
    { class: "row" },
    faces.map((face, k) =>
      h("input", {
        type: "number",
        min: 1,
        max: asked.sides,
        value: String(face),
        "aria-label": asked.what,
        onchange: (event) => {
          faces[k] = Number(event.target.value);
        },
      })
    ),
  );
}

/** @param {PageData.SaidChoice} asked @returns {AnswerSet | null} */
function choiceOf(asked) {
  const was = asked.answer;
  const many = asked.at_most !== 1 || asked.at_least !== 1;
  const inputs = asked.options.map((o) =>
    h("input", {
      type: many ? "checkbox" : "radio",
      name: `choice-${asked.number}`,
      value: o.key,
      checked: was.includes(o.key),
    })
  );
  const labels = asked.options.map((o, k) => h("label", { class: "tick row" }, inputs[k], o.label || o.key));
  const value = () => inputs.filter((input) => input.checked).map((input) => input.value);
  if (!asked.options.length) return null;
  return {
    number: asked.number,
    el: h("fieldset", {}, h("legend", {}, asked.what), labels),
    value,
    changed: () => String(value()) !== String(was),
  };
}

/** @param {PageData.StepReading} reading */
function readingOf(reading) {
  const first = reading.value.toFixed(2);
  const input = h("input", {
    type: "number",
    step: "0.01",
    inputmode: "decimal",
    value: first,
    "aria-label": `${reading.title} (${reading.unit})`,
  });
  const value = () => ({
    what: reading.what,
    frm: reading.frm,
    to: reading.to,
    value: Number(input.value),
    unit: reading.unit,
    plus_minus: 0,
  });
  return {
    el: h("label", {}, `${reading.title} (${reading.unit})`, input),
    value,
    changed: () => input.value !== first,
  };
}
