// @ts-check
// Always the next step: whose turn it is, what to tap, and the one button that goes on.
import { h } from "/static/dom.js";
import { unchosen } from "/static/table/offers/choosing.js";
import { page, state } from "/static/table/state.js";
import { W } from "/static/words.js";

/** Milliseconds in which a thumb that still lies there gives nothing away for the other side. */
const GUARD_MS = 1200;
/** Whose turn it was, and until when the button of those who follow waits. */
const guard = { turn: "", until: 0 };

/** Whether the turn has just changed on a screen that both sides share. @param {PlayedTable} data as /table.json */
function isGuarded(data) {
  const turn = `${data.game?.name}/${data.game?.to_act.join()}`;
  if (turn !== guard.turn) {
    if (guard.turn.startsWith(`${data.game?.name}/`) && data.you.role !== "player") {
      guard.until = performance.now() + GUARD_MS;
      setTimeout(() => page.draw(), GUARD_MS + 50);
    }
    guard.turn = turn;
  }
  return performance.now() < guard.until;
}

/**
 * The pinned line above everything else of the panel; null when there is nothing to do.
 * @param {PlayedTable} data as /table.json @param {PageData.Actions | null} offers as /actions.json
 * @param {(offer: any) => HTMLButtonElement} button declares an offer
 * @param {boolean} isPicked a unit is: what it may do stands above, and this is a bar at the foot
 */
export function nextStep(data, offers, button, isPicked = false) {
  if (!data.game || data.game.over || data.open) return null;
  const mine = data.game.to_act.filter((side) => data.you.role !== "player" || side === data.you.side);
  if (!data.you.may_act || !mine.length) {
    return data.game.to_act.length
      ? h("section", { class: "card next-step" }, h("p", {}, W.waitsFor(data.game.to_act)))
      : null;
  }
  const waits = isGuarded(data);
  return offers && stepCard(data, { offers, mine, waits, isPicked }, button);
}

/**
 * @param {PlayedTable} data as /table.json
 * @param {{offers: PageData.Actions, mine: string[], waits: boolean, isPicked: boolean}} now
 * @param {(offer: any) => HTMLButtonElement} button declares an offer
 */
function stepCard(data, { offers, mine, waits, isPicked }, button) {
  const primary = mine.map((side) => proposed(data.game.goes_on, offers.sides[side] || [])).filter(Boolean);
  const begins = primary.find((offer) => offer.action.do === "begin");
  const shown = begins ? [begins] : primary;
  // A bar without a button would only take room from what the unit may do.
  if (isPicked && !shown.length) return null;
  const left = mine.reduce((sum, side) => sum + unchosen(offers.sides[side] || []), 0);
  const canAct = !isPicked && data.units.some((unit) => offers.units[unit.unit] && mine.includes(unit.side));
  return h(
    "section",
    { class: `card next-step ${isPicked ? "below" : ""}`, "aria-live": "polite" },
    h("p", {}, begins ? W.whenReady(data.game.phase) : sentence(mine, canAct, shown, left)),
    data.blind && canAct ? h("p", { class: "small" }, W.notRead) : null,
    canAct && !data.blind ? targets(data, offers, mine) : null,
    h(
      "div",
      { class: "row" },
      shown.map((offer, i) => {
        const el = button(offer);
        // One for each side, on a screen that acts for both.
        if (shown.some((other) => other !== offer && other.title === offer.title)) {
          el.prepend(W.ofSide(offer.action.by));
        }
        // What a picture of long ago offers is not what is to be done next.
        if (i === 0 && (begins || !data.blind)) el.classList.add("main-button");
        el.disabled = waits || Boolean(state.waiting);
        return el;
      }),
    ),
    shown.filter((offer) => offer.why).map((offer) => h("p", { class: "small" }, W.costs(offer.title, offer.why))),
  );
}

const MOST_NAMED = 2;

/**
 * Who of those that may act has somebody to act on, where that is known before it is declared.
 * @param {PlayedTable} data as /table.json @param {PageData.Actions} offers @param {string[]} mine
 */
function targets(data, offers, mine) {
  const all = data.units.filter((unit) => offers.aims.includes(unit.unit) && mine.includes(unit.side));
  const names = all.slice(0, MOST_NAMED).map((unit) => unit.name || unit.unit);
  return names.length ? h("p", { class: "small" }, W.haveTargets(names, all.length - names.length)) : null;
}

/** @param {string[]} order @param {any[]} offers */
function proposed(order, offers) {
  for (const name of order) {
    const found = offers.find((offer) => offer.legal && offer.action.do === name);
    if (found) return found;
  }
  return null;
}

/** @param {string[]} sides @param {boolean} canAct @param {any[]} shown @param {number} left */
function sentence(sides, canAct, shown, left) {
  const titles = [...new Set(shown.map((offer) => offer.title))];
  const goesOn = canAct && titles.length ? W.orPress(titles) : "";
  const parts = [left ? W.chooseFirst(left) : "", canAct ? W.pickMarked : "", goesOn].filter(Boolean);
  return `${W.theirTurn(sides)}${parts.length ? ": " : ""}${parts.join(", ")}`;
}
