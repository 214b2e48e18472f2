// @ts-check
// Shapes of bases and units, in inches: x east, y north, angles counterclockwise from east.

/**
 * @typedef {[number, number]} Point
 * @typedef {{x_in: number, y_in: number, facing_deg: number, frontage_in: number, depth_in: number,
 *   round?: boolean}} Placed
 */

/** @param {number} deg */
export const rad = (deg) => (deg * Math.PI) / 180;

/** Points as SVG has them. @param {Point[]} points */
export const path = (points) => points.map((p) => p.join(",")).join(" ");

/**
 * Corners of a base: front left, front right, rear right, rear left.
 * @param {Placed} base @returns {Point[]}
 */
export function corners(base) {
  const [ux, uy] = [Math.cos(rad(base.facing_deg)), Math.sin(rad(base.facing_deg))];
  const [rx, ry] = [uy, -ux];
  const [d, f] = [base.depth_in / 2, base.frontage_in / 2];
  return /** @type {Point[]} */ ([[d, -f], [d, f], [-d, f], [-d, -f]])
    .map(([a, r]) => [base.x_in + ux * a + rx * r, base.y_in + uy * a + ry * r]);
}

/** The middle of some points. @param {Point[]} points @returns {Point} */
export function middle(points) {
  const n = points.length;
  return points.reduce((sum, p) => [sum[0] + p[0] / n, sum[1] + p[1] / n], [0, 0]);
}

/**
 * Ends of the front of a unit, its middle and where it looks (angle, radians); null without bases.
 * @typedef {{fl: Point, fr: Point, fc: Point, angle: number}} Front
 * @param {any[]} bases as /table.json has them @returns {Front | null}
 */
export function frontOf(bases) {
  const placed = bases.filter((base) => base.x_in !== null);
  if (!placed.length) return null;
  const sum = placed.reduce((acc, b) => [acc[0] + Math.cos(rad(b.facing_deg)), acc[1] + Math.sin(rad(b.facing_deg))], [
    0,
    0,
  ]);
  const angle = Math.atan2(sum[1], sum[0]);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const [rx, ry] = [uy, -ux];
  const ends = placed.map((base) => {
    const all = corners(base);
    const along = all.map((p) => p[0] * ux + p[1] * uy);
    const across = all.map((p) => p[0] * rx + p[1] * ry);
    return { ahead: Math.max(...along), left: Math.min(...across), right: Math.max(...across) };
  });
  const ahead = Math.max(...ends.map((e) => e.ahead));
  const front = ends.filter((e) => e.ahead > ahead - 0.6);
  const [left, right] = [Math.min(...front.map((e) => e.left)), Math.max(...front.map((e) => e.right))];
  /** @param {number} across @returns {Point} */
  const at = (across) => [ux * ahead + rx * across, uy * ahead + ry * across];
  return { fl: at(left), fr: at(right), fc: at((left + right) / 2), angle };
}
