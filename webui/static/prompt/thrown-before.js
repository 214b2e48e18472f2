// @ts-check
// What was thrown on the way to a question: one throw leads to the next, and each result is told.
import { h } from "/static/dom.js";
import { W } from "/static/words.js";

/** Of a blow and the one that answers it. */
const MOST = 2;

/** @param {PageData.OpenAction} open */
const rolls = (open) => open.answered.filter((one) => one.ask === "roll" && isFaces(one.answer));

/** @param {any} answer some answers are for other eyes */
const isFaces = (answer) => Array.isArray(answer) && answer.every((face) => Number.isInteger(face));

/** Whether both sides have thrown the same single die for the same. @param {any} one @param {any} two */
const isTie = (one, two) =>
  Boolean(one && two) && one.by !== two.by && one.what === two.what && one.answer.length === 1 &&
  one.answer.join() === two.answer.join();

/**
 * Whether the last two throws were a tie, and the same is asked once more.
 * @param {PageData.OpenAction} open @param {any} prompt
 */
export function tied(open, prompt) {
  const [one, two] = rolls(open).slice(-2);
  return prompt.ask === "roll" && isTie(one, two) && one.what === prompt.what;
}

/**
 * The last throws of an open action, a tie as such; null for none.
 * @param {PageData.OpenAction} open
 */
export function lastThrown(open) {
  const all = rolls(open);
  const [one, two] = all.slice(-MOST);
  if (!one) return null;
  // Of a throw after a tie the tie itself is no part any more.
  const isAfterTie = two && isTie(all.at(-3), one);
  const shown = (isAfterTie ? [two] : [one, two]).filter(Boolean);
  return h(
    "span",
    { class: "thrown-before" },
    shown.map((each) => h("strong", {}, " · ", W.threw(each.by, each.answer, each.need))),
    isTie(one, two) ? h("strong", {}, ` · ${W.tie}`) : "",
  );
}
