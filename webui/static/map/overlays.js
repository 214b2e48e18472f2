// @ts-check
// What is drawn over the table to explain it: evidence of readings, reaches, bands, tapes, ghosts.
import { s } from "/static/dom.js";
import { outline, placeOf } from "/static/map/bases.js";
import { frontOf, path, rad } from "/static/map/geometry.js";
import { nearPoints } from "/static/map/labels.js";
import { short } from "/static/units.js";

// Shapes are cut at the table's edge; their names are placed with all others.
function put(map, layer, shapes, wish) {
  map.cut[layer].replaceChildren(...shapes);
  map.wanted[layer] = wish;
  map.namesChanged();
}

const label = (layer, cls, text, points, more = {}) => ({
  layer,
  cls,
  rank: 4,
  words: [{ text, badges: "" }],
  places: nearPoints(points),
  ...more,
});

/**
 * Evidence of readings, as the server gives it
 * @param {import("/static/map.js").TableMap} map @param {any[]} shapes @param {string} text
 */
export function drawEvidence(map, shapes, text) {
  const els = shapes.map((shape) => {
    const cls = `evidence ${shape.role.replace(/[^a-z]/gi, "")}`;
    const [[cx, cy]] = shape.points_in;
    if (shape.kind === "point") return s("circle", { class: cls, cx, cy, r: 0.32 });
    return s(shape.kind === "segment" ? "polyline" : "polygon", { class: cls, points: path(shape.points_in) });
  });
  const line = text && shapes.find((shape) => shape.role === "line");
  put(
    map,
    "evidence",
    els,
    () => (line
      ? [label("evidence", "evidence-text", text, alongLine(map, line.points_in), { rank: 1, must: true })]
      : []),
  );
}

// In the middle of a line first, then nearer to its ends.
function alongLine(map, points) {
  const [a, b] = [points[0], points[points.length - 1]];
  return [0.5, 0.4, 0.6, 0.3, 0.7, 0.15, 0.85].map((part) =>
    map.pixels(a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part)
  );
}

/**
 * The ground that a move may cover: what is free, what costs something, what is closed
 * @param {import("/static/map.js").TableMap} map @param {any[]} list
 */
export function drawReach(map, list) {
  const draw = (kind) => {
    const mine = list.filter((each) => each.kind === kind).map((each) => path(each.outline_in));
    const shapes = (cls) => mine.map((points) => s("polygon", { class: cls, points }));
    return s("g", { class: `reach ${kind}` }, shapes("rim"), shapes("ground"));
  };
  put(map, "reach", ["costs", "may", "not"].map(draw), () => namedReaches(map, list));
}

function namedReaches(map, list) {
  const [w, d] = map.data?.size_in || [0, 0];
  const inside = ([x, y]) => [Math.min(w - 1, Math.max(1, x)), Math.min(d - 1, Math.max(1, y))];
  const named = new Map();
  for (const each of list) {
    // What is free is named at its far end, what costs something at its side: they share an edge.
    const far = each.kind === "costs" ? (p) => -p[0] : (p) => p[1];
    const key = `${each.unit} ${each.title}`;
    const known = named.get(key) || { title: each.title, points: [], far };
    known.points.push(...each.outline_in.map((p) => map.pixels(...inside(p))));
    named.set(key, known);
  }
  return [...named.values()].map(({ title, points, far }) => {
    const ordered = spaced(points.sort((a, b) => far(a) - far(b)), 12);
    return label("reach", "band-name", title, ordered);
  });
}

// At most so many of them, evenly, the first always.
function spaced(points, most) {
  const step = Math.max(1, Math.floor(points.length / most));
  return points.filter((_, i) => i % step === 0);
}

/** Where bases stood before @param {import("/static/map.js").TableMap} map @param {any[]} places */
export function drawGhosts(map, places) {
  map.layers.ghosts.replaceChildren(
    ...places.map((b) => s("g", { class: "ghost", transform: placeOf(b) }, outline(b))),
  );
}

/** @param {import("/static/map.js").TableMap} map @param {any[]} list @param {any[]} bases */
export function drawBands(map, list, bases) {
  const front = frontOf(bases);
  const wide = [...list].sort((a, b) => b.radius_in - a.radius_in);
  const bands = front ? wide.flatMap((one) => band(one, front, bases)) : [];
  put(map, "bands", bands, () => (front ? wide.map((one) => bandName(map, one, front)) : []));
}

// On its arc: ahead of the unit first, then to either side.
function bandName(map, { radius_in: R, title }, { fc, angle }) {
  const points = [0, 15, -15, 30, -30, 45, -45, 70, -70].map((turn) => {
    const way = angle + rad(turn);
    return map.pixels(fc[0] + Math.cos(way) * R, fc[1] + Math.sin(way) * R);
  });
  const [ahead, ...beside] = points;
  // One under the other where two reach equally far, before either leaves the middle.
  const places = (wide, high) => [...nearPoints([ahead])(wide, high), ...nearPoints(beside)(wide, high)];
  return label("bands", "band-name", `${title} ${short(R)}`, points, { places });
}

function band({ radius_in: R, arc_deg: arc, frm }, front, bases) {
  if (frm === "front" && arc < 180) return [s("path", { class: "band", d: sector(front, R, rad(arc)) })];
  return bases.filter((b) => b.x_in !== null).slice(0, 1).map((b) => {
    const [w, d] = [b.frontage_in + 2 * R, b.depth_in + 2 * R];
    const rect = s("rect", { class: "band edge-band", x: -w / 2, y: -d / 2, width: w, height: d, rx: R });
    return s("g", { transform: placeOf(b) }, rect);
  });
}

// From both ends of the front, outwards by the arc, to the circle around its middle.
function sector(front, R, arc) {
  const onCircle = (from, angle) => {
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    const [dx, dy] = [from[0] - front.fc[0], from[1] - front.fc[1]];
    const b = dx * ux + dy * uy;
    const t = -b + Math.sqrt(Math.max(0, b * b - (dx * dx + dy * dy) + R * R));
    return [from[0] + ux * t, from[1] + uy * t];
  };
  const [p, q] = [onCircle(front.fl, front.angle + arc), onCircle(front.fr, front.angle - arc)];
  return `M${front.fl} L${p} A${R} ${R} 0 ${arc > Math.PI / 2 ? 1 : 0} 0 ${q} L${front.fr} Z`;
}

/** Pixels by which a finger, and a mouse, is off the point that is meant. */
const FINGER_OFF_PX = 2;
const MOUSE_OFF_PX = 1;

// Both ends as they were pointed at, which zooming in betters; how surely anything stands where it
// is seen; and before there are bases, how surely the table's size is known.
function tapeOff(map, far) {
  const hand = (matchMedia("(pointer: coarse)").matches ? FINGER_OFF_PX : MOUSE_OFF_PX) / map.view.px;
  const seen = Math.max(0, ...(map.data?.bases || []).map((base) => base.plus_minus_in || 0));
  return Math.hypot(Math.SQRT2 * hand, Math.SQRT2 * seen, (map.footOff * far) / 12);
}

/** @param {import("/static/map.js").TableMap} map @param {number[]} a @param {number[]} b */
export function drawTape(map, a, b) {
  const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
  const says = `${short(far)} ± ${short(tapeOff(map, far))}`;
  const end = (/** @type {number[]} */ [cx, cy]) => s("circle", { class: "tape-end", cx, cy, r: 0.25 });
  map.layers.tape.replaceChildren(
    s("line", { class: "tape", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }),
    end(a),
    end(b),
    map.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], "evidence-text", says),
  );
  map.scaleLabels();
}

// A knob ahead of the picked unit, to turn it
const knobMade = () =>
  s("g", { "data-handle": "turn" }, s("line", { class: "tape" }), s("circle", { class: "handle", r: 0.7 }));

/** @param {import("/static/map.js").TableMap} map @param {boolean} wanted */
export function drawHandle(map, wanted) {
  const el = map.handleEl || (map.handleEl = knobMade());
  const mine = map.data ? map.data.bases.filter((b) => b.unit === map.picked) : [];
  const front = frontOf(mine.map((b) => map.drafts.get(b.payload) || b));
  // The knob of another unit would lie in the way of the one that is asked to move.
  const inTheWay = map.data && map.asksForModels() && !map.asksToMove(map.picked);
  if (!wanted || inTheWay || !front || !map.onPlace || !map.mayMove(map.picked)) {
    el.remove();
    return;
  }
  const r = Math.max(0.45, 9 / map.view.px);
  const tip = [front.fc[0] + Math.cos(front.angle) * 3.2 * r, front.fc[1] + Math.sin(front.angle) * 3.2 * r];
  const [line, knob] = el.children;
  const set = (part, props) => {
    for (const [k, v] of Object.entries(props)) part.setAttribute(k, v);
  };
  set(line, { x1: front.fc[0], y1: front.fc[1], x2: tip[0], y2: tip[1] });
  set(knob, { cx: tip[0], cy: tip[1], r });
  if (!el.isConnected) map.world.append(el);
}
