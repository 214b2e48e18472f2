// @ts-check
// The bases on the map: one group each, kept by its payload, dressed by what it is at the moment.
import { s } from "/static/dom.js";
import { sideClass } from "/static/map/sides.js";

/** How far the ring round a base stands off it. */
export const HALO_IN = 0.28;

/** @param {{x_in: number, y_in: number, facing_deg: number}} at */
export const placeOf = (at) => `translate(${at.x_in} ${at.y_in}) rotate(${at.facing_deg - 90})`;

/**
 * The outline of a base around its own middle, facing north.
 * @param {any} base @param {object} props @param {number} grow inches
 */
export function outline(base, props = {}, grow = 0) {
  const [f, d] = [base.frontage_in, base.depth_in];
  return base.round
    ? s("circle", { ...props, r: f / 2 + grow })
    : s("rect", { ...props, x: -f / 2 - grow, y: -d / 2 - grow, width: f + 2 * grow, height: d + 2 * grow });
}

/** @param {import("/static/map.js").TableMap} map */
export function drawBases(map) {
  const seen = new Set();
  // What a hand holds is drawn under the hand, whatever the table says meanwhile.
  const held = new Map((map.ghosting ? [] : map.drag?.places || []).map((place) => [place.payload, place]));
  for (const base of map.data.bases) {
    if (base.x_in === null) continue;
    seen.add(base.payload);
    let el = map.els.get(base.payload);
    if (!el) {
      el = made(base);
      map.els.set(base.payload, el);
      map.layers.bases.append(el);
    }
    dress(map, el, base);
    el.setAttribute("transform", placeOf(held.get(base.payload) || base));
  }
  for (const [payload, el] of map.els) {
    if (!seen.has(payload)) {
      el.remove();
      map.els.delete(payload);
    }
  }
  drawLosses(map);
}

const MOST_PIPS = 6;

// What a unit has lost: a pip each along the rear of its middle base; of many, a strip as long as
// the part that is gone.
function drawLosses(map) {
  const marks = map.data.units.filter((unit) => !unit.gone && unit.strength && unit.strength.now < unit.strength.start)
    .map((unit) => {
      const bases = map.data.bases.filter((base) => base.unit === unit.unit && base.x_in !== null);
      const base = bases[Math.floor((bases.length - 1) / 2)];
      return base
        ? s("g", { class: "losses", "data-losses": unit.unit, transform: placeOf(base) }, lossesOf(unit.strength, base))
        : null;
    });
  map.layers.pips.replaceChildren(...marks.filter(Boolean));
}

function lossesOf({ now, start }, { frontage_in: wide, depth_in: deep }) {
  const lost = start - now;
  const r = Math.min(0.26, deep / 5, wide / (2.6 * MOST_PIPS));
  const y = -deep / 2 + r * 1.3;
  if (lost <= MOST_PIPS) {
    return Array.from(
      { length: lost },
      (_, i) => s("circle", { class: "loss", cx: (i - (lost - 1) / 2) * 2.5 * r, cy: y, r }),
    );
  }
  const left = -wide / 2 + r;
  const full = wide - 2 * r;
  return [
    s("rect", { class: "loss-all", x: left, y: y - r, width: full, height: 2 * r }),
    s("rect", { class: "loss", x: left, y: y - r, width: (full * lost) / start, height: 2 * r }),
  ];
}

function made(base) {
  const [f, d] = [base.frontage_in, base.depth_in];
  const tip = Math.min(0.7, d * 0.45);
  const front = s("path", { class: "front", d: `M${-f / 2} ${d / 2} L${f / 2} ${d / 2}` });
  const chevron = s("path", {
    class: "front chevron",
    d: `M${-tip} ${d / 2 - tip} L0 ${d / 2} L${tip} ${d / 2 - tip}`,
  });
  return s(
    "g",
    { "data-payload": base.payload, "data-unit": base.unit },
    outline(base, { class: "halo", rx: 0.4 }, HALO_IN),
    outline(base, { class: "body", rx: 0.12 }),
    front,
    chevron,
  );
}

// What a tap on it would mean now.
function aim(map, unit, gone) {
  if (map.aimed === unit || (map.acting?.at === unit && !gone)) return "aimed";
  if (map.legal.has(unit)) return "legal";
  return map.ready.has(unit) ? "ready" : "";
}

function dress(map, el, base) {
  const { unit } = base;
  const gone = map.data.units.find((each) => each.unit === unit)?.gone;
  const marks = {
    little: Math.min(base.frontage_in, base.depth_in) < 1.2,
    "hidden-now": base.status === "hidden",
    moving: base.status === "moving",
    gone,
    picked: map.picked === unit || (map.acting?.by === unit && !gone),
    [aim(map, unit, gone)]: true,
    pointed: map.pointed && unit === map.pointed,
    dragged: map.drag?.moves?.has(base.payload),
  };
  const shown = Object.keys(marks).filter((mark) => mark && marks[mark]);
  el.setAttribute("class", ["base", sideClass(map.data, base.side), ...shown].join(" "));
  el.dataset.unit = base.unit;
}
