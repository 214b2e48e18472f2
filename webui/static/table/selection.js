// @ts-check
// The list of units, the unit that was tapped, and what is measured from it.
import { h, verdictPill } from "/static/dom.js";
import { sideClass } from "/static/map.js";
import { mayAct } from "/static/table/acting.js";
import { byHand } from "/static/table/hand/by-hand.js";
import { drawLines } from "/static/table/drawing.js";
import { aimedOffers, offers } from "/static/table/offers/offering.js";
import { data0, map, page, state } from "/static/table/state.js";
import { digitsOf, lengthText, short, surely, valueText } from "/static/units.js";
import { named, W } from "/static/words.js";

export function unitList() {
  const { data } = state;
  const row = (unit) => {
    const bases = data.bases.filter((b) => b.unit === unit.unit);
    const worst = ["never", "hidden", "moving"].find((status) => bases.some((b) => b.status === status));
    const where = unit.gone ? W.gone : !bases.length ? W.status.never : worst ? W.status[worst] : "";
    return h(
      "button",
      { type: "button", "data-keep-focus": unit.unit, onclick: () => page.tapped(unit.unit) },
      h("span", { class: `swatch ${sideClass(data, unit.side)}`, "aria-hidden": "true" }),
      unit.name || unit.unit,
      unit.name && unit.name !== unit.unit ? h("span", { class: "small soft" }, unit.unit) : null,
      unit.gone ? null : unit.badges.slice(0, 2).map((b) => h("span", { class: "badge-pill" }, b)),
      h("span", { class: "where" }, where || (mayAct(unit) ? W.canAct : "")),
    );
  };
  return h(
    "section",
    { class: "card" },
    h("p", { class: "soft" }, data.you.may_act ? W.pickUnit : [W.spectator, " ", h("a", { href: "/join" }, W.join)]),
    data.game.sides.map((side) =>
      h(
        "details",
        { open: true, "data-key": `side-${side}` },
        h("summary", {}, h("span", { class: `swatch ${sideClass(data, side)}` }), " ", named(side)),
        h("div", { class: "unit-list" }, data.units.filter((u) => u.side === side).map(row)),
      )
    ),
  );
}

export function selection() {
  const { data, unit } = state;
  const card = data.units.find((u) => u.unit === state.picked);
  const bases = data.bases.filter((b) => b.unit === state.picked);
  const head = h(
    "div",
    { class: "unit-head" },
    h("span", { class: `swatch ${sideClass(data, card?.side || state.picked)}`, title: card?.side }),
    h("h2", {}, card?.name || state.picked),
    card?.name && card.name !== card.unit ? h("span", { class: "small soft" }, card.unit) : null,
    h("button", { type: "button", class: "quiet", "aria-label": W.clear, onclick: () => page.tapped("") }, "✕"),
  );
  const parts = [];
  if (state.aimed) parts.push(measured());
  parts.push(
    h(
      "section",
      { class: "card" },
      head,
      card ? badges(card, bases) : null,
      unit && !state.aimed ? offers(unit) : null,
      card ? cardLines(card) : null,
      measureTo(),
    ),
  );
  if (data.you.may_act && card) parts.push(...byHand(card, bases).filter(Boolean));
  return parts;
}

function cardLines(card) {
  const row = ([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value));
  return h(
    "details",
    { open: !state.aimed && map.box().width >= 600, "data-key": `card-${state.picked}` },
    h("summary", {}, card.kind),
    h("table", { class: "lines" }, h("tbody", {}, card.lines.map(row))),
  );
}

// The units of the battle; where none is open, whatever stands on the table by its tag.
function standing() {
  const { units, bases, game } = state.data;
  if (game) return units;
  return [...new Set(bases.map((b) => b.unit))].map((unit) => ({ unit, name: unit, gone: false }));
}

// The second unit without a pointer: the same as a tap on it.
function measureTo() {
  const others = standing().filter((u) => u.unit !== state.picked && !u.gone);
  return h(
    "label",
    {},
    W.measureTo,
    h(
      "select",
      {
        "data-keep-focus": "measure-to",
        onchange: (event) => {
          if (event.target.value) {
            state.aimed = event.target.value;
            state.shown = state.fresh = "";
            page.select();
          } else page.tapped(state.aimed);
        },
      },
      h("option", { value: "" }, "–"),
      others.map((u) => h("option", { value: u.unit, selected: u.unit === state.aimed }, u.name || u.unit)),
    ),
  );
}

function badges(card, bases) {
  const marks = card.badges.map((b) => h("span", { class: "badge-pill" }, b));
  for (const base of bases) {
    if (base.status === "hidden") {
      marks.push(h("span", { class: "badge-pill" }, `${base.payload} ${W.hiddenFor(base.hidden_s)}`));
    } else if (base.status !== "seen") {
      marks.push(h("span", { class: "badge-pill" }, `${base.payload} ${W.status[base.status]}`));
    }
    if (base.by_hand && data0().can.sees) {
      marks.push(h("span", { class: "badge-pill calm" }, `${base.payload} ${W.handPlaced}`));
    }
  }
  if (card.gone) marks.push(h("span", { class: "badge-pill calm" }, W.gone));
  return h("div", { class: "badges" }, marks);
}

// Readings in sight: three lengths and whether it lies in the arc; the others are folded.
const SHOWN = 4;

// The length that the rules go by first, then what has limits.
function told(readings) {
  const rest = readings.slice(1);
  const hasLimits = (r) => Boolean(r.against?.length);
  return [...readings.slice(0, 1), ...rest.filter(hasLimits), ...rest.filter((r) => !hasLimits(r))];
}

function measured() {
  const { readings, data } = state;
  const name = (unit) => data.units.find((u) => u.unit === unit)?.name || unit;
  const rows = told(readings?.readings || []).map(readingRow);
  const swap = () => {
    state.picked = state.aimed;
    state.aimed = "";
    page.select();
  };
  return h(
    "section",
    { class: "card", id: "measured" },
    h(
      "div",
      { class: "unit-head" },
      h("h2", {}, `${name(state.picked)} → ${name(state.aimed)}`),
      h("button", {
        type: "button",
        class: "quiet",
        "aria-label": W.clear,
        onclick: () => page.tapped(state.aimed),
      }, "✕"),
    ),
    readings?.trouble ? h("p", {}, readings.trouble) : null,
    // What may be done stands below the length that it goes by: on a phone in sight of it.
    rows.slice(0, 1),
    aimedOffers(),
    rows.slice(1, SHOWN),
    rows.length > SHOWN
      ? h(
        "details",
        { "data-key": "more-readings", open: map.box().width >= 600 },
        h("summary", {}, W.moreReadings),
        rows.slice(SHOWN),
      )
      : null,
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: swap }, W.swap)),
  );
}

// One reading: what it is, its verdict or value, how it was measured, and the limits it is held against.
function readingRow(r) {
  const show = () => {
    state.shown = r.what;
    drawLines();
  };
  return h(
    "div",
    { class: "reading", "data-what": r.what },
    h("button", { type: "button", class: "title", "data-keep-focus": `r-${r.what}`, onclick: show }, r.title),
    h("span", { class: "value" }, valueOf(r)),
    h("span", { class: "how" }, r.trouble || howOf(r)),
    r.against?.length ? h("span", { class: "against" }, keptFirst(r.against).map((a) => againstPill(a, r))) : null,
  );
}

// The limit that is kept before those that are not: within range, though not within half of it.
const keptFirst = (limits) => [...limits].sort((a, b) => Number(a.verdict === "OUT") - Number(b.verdict === "OUT"));

function valueOf(r) {
  if (r.trouble) return "–";
  if (r.verdict) return verdictPill(r.verdict, r.says);
  return r.says || (r.text ? valueText(r) : "");
}

function howOf(r) {
  return [
    exactly(r),
    r.how,
    r.by_hand ? ` ${W.byHandMark}` : "",
    r.notes?.length ? ` · ${r.notes.join(" · ")}` : "",
  ];
}

// The number behind a verdict in words, or how far a bare number can be trusted.
function exactly(r) {
  if (r.says && r.text) return h("span", { class: "num" }, `${lengthText(r)} · `);
  return !r.verdict && r.text && r.plus_minus ? h("span", { class: "num" }, `${surely(r)} · `) : null;
}

function againstPill(a, r) {
  const by = a.verdict === "OUT" && r.unit === "in"
    ? ` ${W.outBy(short(r.value - a.limit_in, digitsOf(r.plus_minus)))}`
    : "";
  return verdictPill(a.verdict, `${a.title} ${short(a.limit_in)}: ${a.verdict}${by}`);
}
