// @ts-check
// Both armies at a glance: what each began with and has left, and how its units are.
import { h, s } from "/static/dom.js";
import { sideClass } from "/static/map.js";
import { named, W } from "/static/words.js";

/**
 * What the units of a side have left, in all.
 * @param {PageData.Table} data as /table.json @param {string} side
 */
function total(data, side) {
  const units = data.units.filter((unit) => unit.side === side);
  const counted = units.filter((unit) => unit.strength);
  const sum = (field) =>
    counted.reduce((all, unit) => all + (unit.gone && field === "now" ? 0 : unit.strength?.[field] ?? 0), 0);
  return { now: sum("now"), start: sum("start"), units: units.filter((unit) => !unit.gone).length, of: units.length };
}

/** A bar that is as full as *now* of *start*. @param {number} now @param {number} start */
export function strengthBar(now, start) {
  const share = start ? Math.round((100 * now) / start) : 0;
  return s("svg", {
    class: "strength",
    viewBox: "0 0 100 10",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": W.left(now, start),
  }, s("rect", { class: "strength-left", width: share, height: 10 }));
}

/** What is said of a unit besides its strength. @param {any} unit @returns {string[]} */
export const badgesOf = (unit) => (unit.gone ? [W.gone] : unit.badges);

/** " · Sir Amyas", small; null when nobody is named. @param {PlayedTable} data @param {string} side */
function commanderOf(data, side) {
  const { commander = "" } = (data.game.armies || []).find((/** @type {any} */ army) => army.side === side) || {};
  return commander ? h("span", { class: "commander" }, ` · ${commander}`) : null;
}

/** One line a side, in its colour, with what it has left. @param {PlayedTable} data */
export function scoreBar(data) {
  return h(
    "div",
    { class: "score-bar" },
    data.game.sides.map((side) => {
      const { now, start, units, of } = total(data, side);
      return h(
        "div",
        { class: `score-side ${sideClass(data, side)}` },
        h("strong", {}, named(side), commanderOf(data, side)),
        start ? strengthBar(now, start) : null,
        h("span", { class: "num" }, start ? W.strengthLeft(now, start) : W.unitsLeft(units, of)),
      );
    }),
  );
}

// Who has fled with figures left is out with them: the card of its last fight says how many.
const ofStart = (/** @type {PageData.TableUnit} */ { gone, strength }) => {
  if (!strength) return "";
  const { now, start } = strength;
  return gone && now ? W.outWith(now, start) : `${now}/${start}`;
};

/** Every unit of a side, the standing first. @param {PageData.Table} data @param {string} side */
export function sideTable(data, side) {
  const units = data.units.filter((unit) => unit.side === side).sort((a, b) => Number(a.gone) - Number(b.gone));
  const rows = units.map((unit) =>
    h(
      "tr",
      { class: unit.gone ? "gone" : "" },
      h("th", { scope: "row" }, unit.name || unit.unit),
      h("td", {}, unit.strength ? strengthBar(unit.gone ? 0 : unit.strength.now, unit.strength.start) : null),
      h("td", { class: "num" }, ofStart(unit)),
      h("td", {}, badgesOf(unit).map((badge) => h("span", { class: "badge-pill" }, badge))),
    )
  );
  return h(
    "section",
    { class: `card score-card ${sideClass(data, side)}` },
    h("h2", {}, named(side)),
    h("table", { class: "lines" }, h("tbody", {}, rows)),
  );
}
