// @ts-check
// Before dice are thrown: why so many, why that number, and how likely each result is.
import { h, ruleIds } from "/static/dom.js";
import { strengthBar } from "/static/show/score-board.js";
import { W } from "/static/words.js";

const LEAST_CHANCE = 0.005;

/**
 * Chances of 0, 1, … successes of *count* dice.
 * @param {number} count @param {number} need @param {number} sides
 */
function chances(count, need, sides) {
  const p = Math.max(0, Math.min(1, (sides - need + 1) / sides));
  const found = [];
  let ways = 1;
  for (let k = 0; k <= count; k += 1) {
    found.push(ways * p ** k * (1 - p) ** (count - k));
    ways = (ways * (count - k)) / (k + 1);
  }
  return found;
}

/** One row for each result that may well happen. @param {NeedingRoll} prompt */
function odds(prompt) {
  const rows = chances(prompt.count, prompt.need, prompt.sides).map((chance, k) => ({ k, chance })).filter((
    { chance },
  ) => chance >= LEAST_CHANCE);
  const row = ({ k, chance }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row", class: "num" }, String(k)),
      h("td", { class: "odds-bar" }, strengthBar(Math.round(1000 * chance), 1000)),
      h("td", { class: "num" }, `${Math.round(100 * chance)} %`),
    );
  return h(
    "table",
    { class: "lines throw-odds" },
    h("caption", { class: "small soft" }, W.oddsOfThrow(prompt.count, prompt.need)),
    h("tbody", {}, rows.map(row)),
  );
}

/** @param {PageData.AskedRoll} prompt */
const needed = (prompt) => [
  h("strong", {}, W.dice(prompt.count, prompt.sides)),
  " · ",
  W.throws(prompt.by),
  prompt.need ? [" · ", h("strong", {}, W.succeeds(prompt.need, prompt.sides))] : null,
];

/**
 * The lines of working that no die changes; of what was said before, only where it led to this throw:
 * what has dice already is the working of another.
 * @param {PageData.OpenAction} open the open action
 */
export function whyLines(open) {
  if (open.why.length) return open.why;
  const told = open.so_far.at(-1);
  return told && !told.faces.length ? told.modifiers : [];
}

/**
 * What is thrown and what it needs; behind it why, folded on a phone, where the keys come first.
 * @param {PageData.OpenAction} open @param {PageData.AskedRoll} prompt a throw
 * @returns {HTMLElement}
 */
export function beforeThrow(open, prompt) {
  const why = whyLines(open);
  if (!why.length && !prompt.need) return h("p", { class: "need" }, needed(prompt));
  const lines = why.map((m) =>
    h("tr", {}, h("th", { scope: "row" }, m.what, " ", ruleIds([m.rule])), h("td", { class: "num" }, m.value))
  );
  return h(
    "details",
    { class: "before-throw", "data-key": "before-throw", open: innerWidth > 860 },
    h("summary", {}, h("span", { class: "need" }, needed(prompt)), " ", h("span", { class: "small" }, W.whyThrow)),
    lines.length ? h("table", { class: "lines" }, h("tbody", {}, lines)) : null,
    prompt.need ? odds(/** @type {NeedingRoll} */ (prompt)) : null,
  );
}
