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

/**
 * Whether the last throws of both sides came out level, and the same is asked once more.
 * @param {PageData.OpenAction} open @param {any} prompt
 */
export const tied = (open, prompt) => (prompt.undecided ?? 0) > (rolls(open).at(-1)?.undecided ?? 0);

/**
 * The last throws of an open action, a tie as such; null for none.
 * @param {PageData.OpenAction} open @param {any} prompt what is asked now
 */
export function lastThrown(open, prompt) {
  const [one, two] = rolls(open).slice(-MOST);
  if (!one) return null;
  // Of a throw after a tie the tie itself is no part any more.
  const isAfterTie = two && two.undecided > one.undecided;
  const shown = (isAfterTie ? [two] : [one, two]).filter(Boolean);
  return h(
    "span",
    { class: "thrown-before" },
    shown.map((each) => h("strong", {}, " · ", W.threw(each.by, each.answer, each.need, each.hits))),
    tied(open, prompt) ? h("strong", {}, ` · ${W.tie}`) : "",
  );
}
