// @ts-check
// Who acts and who suffers, and what happened before: parts of the big screen and of the overlay.
import { h } from "/static/dom.js";
import { sideClass } from "/static/map/sides.js";
import { byAction } from "/static/ruling.js";
import { strengthBar } from "/static/score-board.js";
import { W } from "/static/words.js";

const LATELY = 3;

/** @param {any} data @param {string} unit */
export function unitName(data, unit) {
  return data.units.find((/** @type {any} */ one) => one.unit === unit)?.name || unit || "";
}

/** @param {any} data @param {string} unit its id @returns {HTMLElement | null} as it is now */
function unitCard(data, unit) {
  const card = data.units.find((/** @type {any} */ one) => one.unit === unit);
  if (!card) return null;
  const now = card.gone ? 0 : card.strength?.now;
  const left = card.strength
    ? [strengthBar(now, card.strength.start), h("span", { class: "num" }, W.left(now, card.strength.start))]
    : null;
  return h(
    "div",
    { class: `show-unit ${sideClass(data, card.side)}` },
    h("strong", {}, card.name || unit),
    left,
    card.badges.slice(0, 3).map((/** @type {string} */ badge) => h("span", { class: "badge-pill" }, badge)),
  );
}

/** Who acts, and on whom. @param {any} data @param {any} action */
export function actors(data, action) {
  const cards = [action?.by, action?.at].filter(Boolean).map((unit) => unitCard(data, unit)).filter(Boolean);
  return cards.length ? h("div", { class: "show-units" }, cards) : null;
}

/** What a crowd wants to hear: not every phase that somebody has ended. @param {any} data */
export function eventful(data) {
  return data.verdicts.filter((/** @type {any} */ r) =>
    !data.game.goes_on.includes(r.action.do) || r.consequences.some((/** @type {any} */ c) => c.weight <= 2)
  );
}

/** The three actions before the one that is shown. @param {any} data @param {boolean} isOpen one is under way */
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
