// @ts-check
// Who acts and who suffers, and what happened before: parts of the big screen and of the overlay.
import { h } from "/static/dom.js";
import { sideClass } from "/static/map/sides.js";
import { squareName } from "/static/map/squares.js";
import { byAction } from "/static/ruling/ruling.js";
import { badgesOf, strengthBar } from "/static/show/score-board.js";
import { W } from "/static/words.js";

const LATELY = 3;
const MOST_CARDS = 3;
/** Losses and morale; what weighs less is in the card's own badges. */
const GRAVE = 2;

/** @param {PageData.Table} data @param {string} unit */
export function unitName(data, unit) {
  return data.units.find((/** @type {any} */ one) => one.unit === unit)?.name || unit || "";
}

/** @param {PageData.Table} data @param {string} unit its id @returns {HTMLElement | null} as it is now */
function unitCard(data, unit) {
  const card = data.units.find((/** @type {any} */ one) => one.unit === unit);
  if (!card) return null;
  const { strength } = card;
  const left = strength && !card.gone
    ? [strengthBar(strength.now, strength.start), h("span", { class: "num" }, W.left(strength.now, strength.start))]
    : null;
  return h(
    "div",
    { class: `show-unit ${sideClass(data, card.side)}` },
    h("strong", {}, card.name || unit),
    left,
    badgesOf(card).slice(0, 3).map((/** @type {string} */ badge) => h("span", { class: "badge-pill" }, badge)),
  );
}

/** Who acts and on whom, in a melee all who are in it. @param {PageData.Table} data */
export const openActors = (data) => cardsOf(data, data.open?.parties || []);

/** Who acts, on whom, and whom it changed. @param {any} data @param {any} action @param {any[]} changes */
export const actors = (data, action, changes) => cardsOf(data, [action.by, action.at, ...gravely(changes)]);

/** Whom it changed more than by a mark. @param {any[]} changes */
export const gravely = (changes) =>
  changes.filter((one) => one.kind === "unit" && one.weight <= GRAVE).map((one) => one.who);

/** @param {PageData.Table} data @param {(string | null)[]} who the first of them first */
function cardsOf(data, who) {
  const units = [...new Set(who.flatMap((unit) => unit || []))].slice(0, MOST_CARDS);
  const cards = units.map((unit) => unitCard(data, unit)).filter(Boolean);
  return cards.length ? h("div", { class: "show-units" }, cards) : null;
}

/** The newest action that a crowd wants to hear of: its rulings, oldest first; none before one. @param {any} data */
export const newest = (data) => byAction(eventful(data))[0] || [];

/** What people do with the models now, unless they are the program's own. @param {any} data @param {any} ruling */
export function toDo(data, ruling) {
  return data.can.moves || !ruling.to_do.length ? null : h("p", { class: "to-do" }, ruling.to_do.join(" · "));
}

/**
 * What was set by an umpire or noted beside it, and what is disputed; each once,
 * though every ruling of a step tells what was set of it.
 * @param {any[]} rulings
 */
export const marks = (rulings) => {
  const said = rulings.flatMap(({ again, noted, disputes }) => [
    again ? `${W.byOverruling}: ${because(again.set, again.reason)}` : "",
    ...noted.slice(-1).map((/** @type {any} */ one) => `${W.noted}: ${because(one.says, one.reason)}`),
    ...disputes.map((/** @type {any} */ one) => one.says),
  ]);
  return [...new Set(said.filter(Boolean))].map((says) => h("p", { class: "show-mark" }, says));
};

const because = (/** @type {string} */ says, /** @type {string} */ reason) =>
  reason ? `${says}, ${W.because} ${reason}` : says;

/** Between what somebody has to choose. @param {any} prompt */
export const choices = (prompt) =>
  prompt.ask === "choose"
    ? h(
      "ul",
      { class: "show-choices" },
      prompt.options.map((/** @type {any} */ one) => h("li", {}, squareName(one.label || one.key))),
    )
    : null;

/** What an action has come to while it still asks: the newest steps. @param {any} open */
export function soFar(open) {
  const told = open.so_far.slice(-LATELY);
  return told.length
    ? h("ol", { class: "show-so-far" }, told.map((/** @type {any} */ ruling) => h("li", {}, ruling.says)))
    : null;
}

/** What a crowd wants to hear: what holds, and not every phase that somebody has ended. @param {any} data */
function eventful(data) {
  return data.verdicts.filter((/** @type {any} */ r) =>
    !r.instead &&
    (!data.game.goes_on.includes(r.action.do) || r.consequences.some((/** @type {any} */ c) => c.weight <= GRAVE))
  );
}

/**
 * The three actions before the one that is shown.
 * @param {PageData.Table} data @param {boolean} isOpen one is under way
 */
export function lately(data, isOpen) {
  if (!data.game) return null;
  const from = isOpen ? 0 : 1;
  const before = byAction(eventful(data)).slice(from, from + LATELY);
  return before.length
    ? h(
      "div",
      { class: "show-lately" },
      h("span", { class: "show-head" }, W.lately),
      before.map((/** @type {any} */ rulings) => h("p", {}, rulings.at(-1).headline)),
    )
    : null;
}
