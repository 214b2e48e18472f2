// @ts-check
// On a small map a unit that was picked comes closer, with what it reaches.
import { frontOf } from "/static/map/geometry.js";
import { map, state } from "/static/table/state.js";

// Above so many pixels to an inch a table is seen well enough as a whole.
const SMALL_PX = 14;

/** After a tap: closer to what was picked, or back to the whole table. */
export function zoomToPicked() {
  // Without a game nobody knows whom it is to be measured to: all of them stay in sight.
  if (!state.data.game) return;
  if (!map.fitted && !map.framed) return;
  if (!state.picked) {
    if (map.framed) map.fit();
    return;
  }
  if (wholePx() >= SMALL_PX) return;
  if (state.aimed) map.frame([state.picked, state.aimed]);
  else if (map.pointed && map.pointed !== state.picked) map.frame([state.picked, map.pointed]);
  else map.frame([state.picked, ...inView()], [], reached());
}

// As large as the whole table is drawn.
function wholePx() {
  const [w, d] = state.data.size_in;
  return map.view.scaleFor(map.box(), w + 3, d + 3);
}

// What it may be told to act upon, and the nearest enemy: the second tap is on one of them.
function inView() {
  const legal = (state.unit?.offers || []).filter((/** @type {any} */ offer) => offer.legal && offer.action.at).map((
    /** @type {any} */ offer,
  ) => offer.action.at);
  const placed = /** @type {PlacedBase[]} */ (state.data.bases.filter((base) => base.x_in !== null));
  const mine = placed.filter((/** @type {any} */ base) => base.unit === state.picked);
  const [first] = mine;
  if (!first) return legal;
  const away = (/** @type {any} */ base) => Math.hypot(base.x_in - first.x_in, base.y_in - first.y_in);
  const enemies = placed.filter((/** @type {any} */ base) => base.side !== first.side && base.side);
  const nearest = enemies.reduce(
    (/** @type {any} */ best, /** @type {any} */ base) => (!best || away(base) < away(best) ? base : best),
    null,
  );
  return nearest ? [...legal, nearest.unit] : legal;
}

// Outlines of where it may go, and how far ahead its bands reach.
function reached() {
  const { unit, data, picked } = state;
  if (!unit) return [];
  const outlines = unit.reach.flatMap((/** @type {any} */ each) => each.outline_in);
  const front = frontOf(data.bases.filter((/** @type {any} */ base) => base.unit === picked));
  if (!front) return outlines;
  const ahead = unit.bands.map((
    /** @type {any} */ band,
  ) => [front.fc[0] + Math.cos(front.angle) * band.radius_in, front.fc[1] + Math.sin(front.angle) * band.radius_in]);
  return [...outlines, ...ahead];
}
