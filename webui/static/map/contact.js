// @ts-check
// How far a unit goes straight ahead, or back, until it just touches another.
import { corners, frontOf, rad } from "/static/map/geometry.js";

/** @typedef {import("/static/map/geometry.js").Point} Point */

const ROUND_CORNERS = 32;

/** @param {import("/static/map/geometry.js").Placed} base @returns {Point[]} its outline, inches */
function outline(base) {
  if (!base.round) return corners(base);
  const r = base.frontage_in / 2;
  return Array.from(
    { length: ROUND_CORNERS },
    (
      _,
      i,
    ) => [
      base.x_in + r * Math.cos(rad((360 / ROUND_CORNERS) * i)),
      base.y_in + r * Math.sin(rad((360 / ROUND_CORNERS) * i)),
    ],
  );
}

/** @param {Point[]} shape @returns {Point[]} normals of its sides */
const normals = (shape) =>
  shape.map((p, i) => {
    const q = shape[(i + 1) % shape.length];
    return /** @type {Point} */ ([p[1] - q[1], q[0] - p[0]]);
  });

/** @param {Point[]} shape @param {Point} axis */
function spread(shape, axis) {
  const along = shape.map((p) => p[0] * axis[0] + p[1] * axis[1]);
  return [Math.min(...along), Math.max(...along)];
}

/**
 * Where along *way* one convex shape begins to overlap another; Infinity when it never does.
 * Separating axes: on each the shadows meet from *enter* to *leave*; all of them do from the last
 * entering to the first leaving.
 * @param {Point[]} moving @param {Point[]} other @param {Point} way of length 1
 */
function touchesAt(moving, other, way) {
  let [enter, leave] = [-Infinity, Infinity];
  for (const axis of [...normals(moving), ...normals(other)]) {
    const [[low, high], [least, most]] = [spread(moving, axis), spread(other, axis)];
    const speed = way[0] * axis[0] + way[1] * axis[1];
    if (Math.abs(speed) < 1e-12) {
      if (high <= least || low >= most) return Infinity;
      continue;
    }
    const [a, b] = [(least - high) / speed, (most - low) / speed];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter < leave ? enter : Infinity;
}

/**
 * The way to go, inches, so that a unit just touches another; null when it is not as near.
 * @param {any[]} unit its bases as they are put @param {any[]} others bases of the other
 * @param {number} most inches, ahead or back @returns {Point | null}
 */
export function toContact(unit, others, most) {
  const front = frontOf(unit);
  const there = others.filter((base) => base.x_in !== null);
  if (!front || !there.length) return null;
  const way = /** @type {Point} */ ([Math.cos(front.angle), Math.sin(front.angle)]);
  const far = Math.min(...unit.flatMap((one) => there.map((other) => touchesAt(outline(one), outline(other), way))));
  return Math.abs(far) <= most ? [way[0] * far, way[1] * far] : null;
}
