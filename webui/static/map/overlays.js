// What is drawn over the table to explain it: evidence of readings, reaches, bands, tapes, ghosts.
import { s } from "/static/dom.js";
import { outline, placeOf } from "/static/map/bases.js";
import { frontOf, path, rad } from "/static/map/geometry.js";
import { short } from "/static/units.js";

// Evidence of readings, as the server gives it
export function drawEvidence(map, shapes, text) {
  const els = shapes.map((shape) => {
    const cls = `evidence ${shape.role.replace(/[^a-z]/gi, "")}`;
    const [[cx, cy]] = shape.points_in;
    if (shape.kind === "point") return s("circle", { class: cls, cx, cy, r: 0.32 });
    return s(shape.kind === "segment" ? "polyline" : "polygon", { class: cls, points: path(shape.points_in) });
  });
  const line = shapes.find((shape) => shape.role === "line");
  if (text && line) {
    const [a, b] = [line.points_in[0], line.points_in[line.points_in.length - 1]];
    els.push(map.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], "evidence-text", text));
  }
  map.layers.evidence.replaceChildren(...els);
  map.scaleLabels();
}

// The ground that a move may cover: what is free, what costs something, what is closed
export function drawReach(map, list) {
  const draw = (kind) => {
    const mine = list.filter((each) => each.kind === kind).map((each) => path(each.outline_in));
    const shapes = (cls) => mine.map((points) => s("polygon", { class: cls, points }));
    return s("g", { class: `reach ${kind}` }, shapes("rim"), shapes("ground"));
  };
  const [w, d] = map.data?.size_in || [0, 0];
  const inside = ([x, y]) => [Math.min(w - 1, Math.max(1, x)), Math.min(d - 1, Math.max(1, y))];
  const names = namedReaches(map, list).map(({ top, title }) => map.label(inside(top), "band-name", title));
  map.layers.reach.replaceChildren(...["costs", "may", "not"].map(draw), ...names);
  map.scaleLabels();
}

function namedReaches(map, list) {
  const named = new Map();
  for (const each of list) {
    // What is free is named at its far end, what costs something at its side: they share an edge.
    const far = each.kind === "costs" ? (p) => -map.pixels(...p)[0] : (p) => map.pixels(...p)[1];
    const key = `${each.unit} ${each.title}`;
    const top = each.outline_in.reduce((best, p) => (far(p) < far(best) ? p : best));
    if (!named.has(key) || far(top) < far(named.get(key).top)) named.set(key, { top, title: each.title });
  }
  return [...named.values()];
}

// Where bases stood before
export function drawGhosts(map, places) {
  map.layers.ghosts.replaceChildren(...places.map((b) => s("g", { class: "ghost", transform: placeOf(b) }, outline(b))));
}

export function drawBands(map, list, bases) {
  const front = frontOf(bases);
  const wide = [...list].sort((a, b) => b.radius_in - a.radius_in);
  map.layers.bands.replaceChildren(...(front ? wide.flatMap((each) => band(map, each, front, bases)) : []));
  map.scaleLabels();
}

function band(map, { radius_in: R, arc_deg: arc, frm, title }, front, bases) {
  const top = [front.fc[0] + Math.cos(front.angle) * R, front.fc[1] + Math.sin(front.angle) * R];
  const name = map.label(top, "band-name", `${title} ${short(R)}`);
  if (frm === "front" && arc < 180) return [s("path", { class: "band", d: sector(front, R, rad(arc)) }), name];
  const round = bases.filter((b) => b.x_in !== null).slice(0, 1).map((b) => {
    const [w, d] = [b.frontage_in + 2 * R, b.depth_in + 2 * R];
    return s("g", { transform: placeOf(b) }, s("rect", { class: "band edge-band", x: -w / 2, y: -d / 2, width: w, height: d, rx: R }));
  });
  return [...round, name];
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

export function drawTape(map, a, b) {
  const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
  const end = ([cx, cy]) => s("circle", { class: "tape-end", cx, cy, r: 0.25 });
  map.layers.tape.replaceChildren(s("line", { class: "tape", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }), end(a), end(b),
    map.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], "evidence-text", short(far)));
  map.scaleLabels();
}

// A knob ahead of the picked unit, to turn it
export function drawHandle(map, wanted) {
  const el = map.handleEl || (map.handleEl = s("g", { "data-handle": "turn" }, s("line", { class: "tape" }), s("circle", { class: "handle", r: 0.7 })));
  const mine = map.data ? map.data.bases.filter((b) => b.unit === map.picked) : [];
  const front = frontOf(mine.map((b) => map.drafts.get(b.payload) || b));
  // The knob of another unit would lie in the way of the one that is asked to move.
  const inTheWay = map.data && map.asksForModels() && !map.asksToMove(map.picked);
  if (!wanted || inTheWay || !front || !map.onPlace || !map.mayMove(map.picked)) { el.remove(); return; }
  const r = Math.max(0.45, 9 / map.view.px);
  const tip = [front.fc[0] + Math.cos(front.angle) * 3.2 * r, front.fc[1] + Math.sin(front.angle) * 3.2 * r];
  const [line, knob] = el.children;
  for (const [k, v] of Object.entries({ x1: front.fc[0], y1: front.fc[1], x2: tip[0], y2: tip[1] })) line.setAttribute(k, v);
  for (const [k, v] of Object.entries({ cx: tip[0], cy: tip[1], r })) knob.setAttribute(k, v);
  if (!el.isConnected) map.world.append(el);
}
