// @ts-check
// Where models are to be put: ghosts with arrows on the map, and what is left to do in words.
import { h, s } from "/static/dom.js";
import { corners } from "/static/map.js";
import { short } from "/static/units.js";
import { named, W } from "/static/words.js";

const ARROWS = ["→", "↗", "↑", "↖", "←", "↙", "↓", "↘"];
const rad = (deg) => (deg * Math.PI) / 180;

// The arrow as this viewer sees it: the map may be turned (clockwise on the screen).
function arrow(towardDeg, turned) {
  return ARROWS[((Math.round((towardDeg - turned) / 45) % 8) + 8) % 8];
}

// What the worst base of a unit still has to do.
function left(unit) {
  const missing = unit.bases.filter((b) => b.where !== "there");
  return missing.reduce(
    (
      worst,
      b,
    ) => (!worst || b.away_in + Math.abs(b.turn_deg) / 60 > worst.away_in + Math.abs(worst.turn_deg) / 60 ? b : worst),
    null,
  );
}

// "3.2″ ↗" and "turn 12° left"; what cannot be measured says why.
function leftParts(unit, turned) {
  const worst = left(unit);
  if (!worst) return [W.guide.there];
  if (worst.where !== "away") return [W.guide[worst.where]];
  const parts = [];
  if (worst.away_in >= 0.05) parts.push(`${short(worst.away_in)} ${arrow(worst.toward_deg, turned)}`);
  if (Math.abs(worst.turn_deg) >= 2) parts.push(W.guide.turn(Math.abs(Math.round(worst.turn_deg)), worst.turn_deg > 0));
  return parts.length ? parts : [W.guide.almost];
}
const leftText = (unit, turned = 0) => leftParts(unit, turned).join(", ");
const leftLines = (unit, turned = 0) =>
  h("p", { class: "guide-left num" }, leftParts(unit, turned).map((part) => h("span", {}, part)));

function outline(base) {
  return base.round
    ? s("circle", { cx: base.x_in, cy: base.y_in, r: base.frontage_in / 2 })
    : s("polygon", { points: corners(base).map((p) => p.join(",")).join(" ") });
}

function front(base) {
  if (base.round) {
    const [x, y] = [
      base.x_in + Math.cos(rad(base.facing_deg)) * base.frontage_in / 2,
      base.y_in + Math.sin(rad(base.facing_deg)) * base.frontage_in / 2,
    ];
    return s("path", { class: "guide-front", d: `M${base.x_in},${base.y_in} L${x},${y}` });
  }
  const [a, b] = corners(base);
  return s("path", { class: "guide-front", d: `M${a.join(",")} L${b.join(",")}` });
}

// From where the model stands to its ghost, with a head of half an inch.
function arrowTo(base, now) {
  if (!now || now.x_in === null || base.where !== "away" || base.away_in < 0.4) return null;
  const angle = Math.atan2(base.y_in - now.y_in, base.x_in - now.x_in);
  const wing = (turn) => [base.x_in - Math.cos(angle + turn) * 0.9, base.y_in - Math.sin(angle + turn) * 0.9].join(",");
  return s("path", {
    class: "guide-arrow",
    d: `M${now.x_in},${now.y_in} L${base.x_in},${base.y_in} M${wing(0.5)} L${base.x_in},${base.y_in} L${wing(-0.5)}`,
  });
}

// Above a ghost, and never beyond the table's edge.
function beside(map, base) {
  const [w, d] = map.data.size_in;
  const room = 40 / map.view.px;
  return [
    Math.min(w - room, Math.max(room, base.x_in)),
    Math.min(d - 1, base.y_in + base.depth_in / 2 + 8 / map.view.px),
  ];
}

/**
 * Ghosts of everything that is to be put somewhere; *chosen*: the unit that comes next.
 * @param {import("/static/map.js").TableMap} map @param {any} guide @param {string} chosen
 */
export function drawGuide(map, guide, chosen) {
  const layer = map.layers.guide;
  if (!guide) {
    layer.replaceChildren();
    return;
  }
  const stands = new Map(map.data.bases.map((b) => [b.payload, b]));
  const els = [];
  for (const unit of guide.units) {
    const isNext = unit.unit === chosen;
    for (const base of unit.bases) {
      const cls = `guide-ghost ${base.where === "there" ? "there" : "away"} ${isNext ? "next" : ""}`;
      els.push(
        s(
          "g",
          { class: cls, "data-ghost": base.payload },
          outline(base),
          front(base),
          arrowTo(base, stands.get(base.payload)),
        ),
      );
    }
    const worst = left(unit);
    if (worst && (isNext || guide.total - guide.there <= 3)) {
      const says = map.label(beside(map, worst), "guide-text", leftParts(unit, map.view.rot)[0]);
      els.push(Object.assign(says, { inside: true }));
    }
  }
  layer.replaceChildren(...els);
  map.scaleLabels();
}

const count = (guide) => W.guide.count(guide.there, guide.total);

function heading(guide) {
  if (guide.kind === "ordered") return guide.title;
  return guide.kind === "table" ? W.guide.putBack(guide.title) : W.guide.asked(named(guide.by), guide.title);
}

/**
 * The card for a phone at the table: who comes next, how far, and the tap for what no camera sees.
 * @param {any} guide @param {any} options
 */
export function guideCard(guide, { chosen, name, turned, may, act, choose }) {
  const waiting = guide.units.filter((u) => !u.there);
  const next = waiting.find((u) => u.unit === chosen) || waiting[0];
  const others = waiting.filter((u) => u !== next);
  return h(
    "section",
    { class: `card guide ${next ? "" : "all"}` },
    h("h2", {}, heading(guide)),
    guide.total > 1 || !next ? counted(guide) : null,
    next
      ? [comesNext(guide, next, name, turned), may ? standsButton(guide, next, act) : null]
      : h("p", { class: "guide-all" }, guide.kind === "move" ? W.guide.moved : W.guide.allStand),
    others.length ? otherUnits(guide, others, { name, turned, choose }) : null,
    may && guide.kind !== "ordered" ? endButton(next, act) : null,
  );
}

const counted = (guide) =>
  h(
    "p",
    { class: "guide-count" },
    h("strong", { class: "num" }, count(guide)),
    h("progress", { max: guide.total, value: guide.there, "aria-label": count(guide) }),
  );

const comesNext = (guide, next, name, turned) =>
  h(
    "div",
    { class: "guide-next", "aria-live": "polite" },
    guide.total > 1 ? h("p", { class: "small soft" }, W.guide.next) : null,
    h("p", { class: "guide-unit" }, name(next.unit)),
    leftLines(next, turned),
  );

const standsButton = (guide, next, act) =>
  h("button", {
    type: "button",
    class: "grow",
    "data-keep-focus": "guide-stands",
    onclick: () => act("/act/guide/stands", { guide: guide.event, unit: next.unit }),
  }, W.guide.stands);

function otherUnits(guide, others, { name, turned, choose }) {
  const row = (u) =>
    h(
      "button",
      { type: "button", "data-keep-focus": `guide-${u.unit}`, onclick: () => choose(u.unit) },
      name(u.unit),
      h("span", { class: "where num" }, leftText(u, turned)),
    );
  return h(
    "details",
    { "data-key": `guide-${guide.event}` },
    h("summary", {}, W.guide.others(others.length)),
    h("div", { class: "unit-list" }, others.map(row)),
  );
}

// Ends the guide: done when all stand, called off before.
const endButton = (next, act) =>
  h(
    "div",
    { class: "row" },
    h("button", {
      type: "button",
      class: next ? "quiet" : "main-button",
      "data-keep-focus": "guide-end",
      onclick: () => act("/act/guide/end", { why: next ? W.guide.calledOff : "" }),
    }, next ? W.guide.cancel : W.done),
  );

/** For the big screen. @param {any} guide @param {(unit: string) => string} name */
export function guideShown(guide, name) {
  const next = guide.units.find((u) => u.unit === guide.next);
  const parts = [h("p", { class: "show-head" }, heading(guide))];
  if (next) parts.push(h("p", { class: "show-says" }, name(next.unit)), leftLines(next));
  else {parts.push(
      h("p", { class: "show-says guide-all" }, guide.kind === "table" ? W.guide.allStand : W.guide.itStands),
    );}
  if (guide.total > 1) {
    parts.push(
      h("p", { class: "show-need num" }, count(guide)),
      h("progress", { max: guide.total, value: guide.there, "aria-label": count(guide) }),
    );
  }
  return parts;
}

/**
 * What somebody shows before it is asked for: ghosts that follow the finger.
 * @param {any} draft @param {(unit: string) => string} name @param {() => void} ask
 * @param {() => void} forget
 */
export function draftCard(draft, name, ask, forget) {
  return h(
    "section",
    { class: "card prompt guide" },
    h("h3", {}, W.guide.ask(name(draft.unit))),
    h("p", { class: "soft small" }, W.guide.askHelp),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "main-button grow", "data-keep-focus": "guide-ask", onclick: ask },
        W.guide.askNow,
      ),
      h("button", { type: "button", class: "quiet", onclick: forget }, W.clear),
    ),
  );
}
