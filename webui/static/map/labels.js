// @ts-check
// Where the names of units go: beside their bases, never on a base and never on each other.

/**
 * @typedef {[number, number]} Point pixels of the drawing
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Box
 * @typedef {{text: string, badges: string}} Words what a label says, on one line or two
 * @typedef {{unit: string, outlines: Point[][], behind: Point, rank: number, words: Words[]}} Named
 *   outlines: its bases; behind: the direction away from its front, of length 1; words: what may
 *   be said of it, the longest first.
 * @typedef {{unit: string, words: Words, box: Box, at: Point}} Placed at: middle of the first line
 */

const GAP_PX = 3;
const LINE = 1.3;
const canvas = document.createElement("canvas").getContext("2d");

/** @param {string} text @param {string} font */
function widthOf(text, font) {
  if (!canvas) return text.length * 8;
  canvas.font = font;
  // A halo is drawn round every letter.
  return canvas.measureText(text).width + 4;
}

/** @param {Point[]} outline @param {Box} box */
export function meets(outline, box) {
  const square = /** @type {Point[]} */ ([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]]);
  const sides = [...outline.map((p, i) => normal(p, outline[(i + 1) % outline.length])), /** @type {Point} */ ([1, 0]), /** @type {Point} */ ([0, 1])];
  return sides.every((axis) => {
    const [a, b] = [spread(outline, axis), spread(square, axis)];
    return a.high > b.low && b.high > a.low;
  });
}

/** @param {Point} p @param {Point} q @returns {Point} */
const normal = (p, q) => [p[1] - q[1], q[0] - p[0]];

/** @param {Point[]} points @param {Point} axis */
function spread(points, axis) {
  const along = points.map((p) => p[0] * axis[0] + p[1] * axis[1]);
  return { low: Math.min(...along), high: Math.max(...along) };
}

/** @param {Box} a @param {Box} b */
const overlap = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

/**
 * A place for every unit that has one: those of low rank first, the longest words that fit.
 * @param {Named[]} units @param {{width: number, height: number}} size of the drawing
 * @param {number} fontPx @param {string} family
 * @returns {Placed[]}
 */
export function placeLabels(units, size, fontPx, family) {
  const outlines = units.flatMap((unit) => unit.outlines);
  /** @type {Placed[]} */
  const placed = [];
  for (const unit of [...units].sort((a, b) => a.rank - b.rank)) {
    const found = firstThatFits(unit, outlines, placed, size, fontPx, family);
    if (found) placed.push(found);
  }
  return placed;
}

/**
 * @param {Named} unit @param {Point[][]} outlines @param {Placed[]} placed
 * @param {{width: number, height: number}} size @param {number} fontPx @param {string} family
 */
function firstThatFits(unit, outlines, placed, size, fontPx, family) {
  for (const words of unit.words) {
    const wide = Math.max(widthOf(words.text, `700 ${fontPx}px ${family}`), widthOf(words.badges, `${fontPx}px ${family}`));
    const high = fontPx * LINE * (words.badges ? 2 : 1);
    for (const box of placesFor(unit, wide, high)) {
      const inside = box.x0 >= 0 && box.y0 >= 0 && box.x1 <= size.width && box.y1 <= size.height;
      if (!inside || placed.some((other) => overlap(other.box, box)) || outlines.some((outline) => meets(outline, box))) continue;
      const at = /** @type {Point} */ ([(box.x0 + box.x1) / 2, box.y0 + fontPx]);
      return { unit: unit.unit, words, box, at };
    }
  }
  return null;
}

/**
 * Behind the unit first, then the other sides of its bases, near before far.
 * @param {Named} unit @param {number} wide @param {number} high @returns {Box[]}
 */
function placesFor(unit, wide, high) {
  const points = unit.outlines.flat();
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const hull = { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
  const [mx, my] = [(hull.x0 + hull.x1) / 2, (hull.y0 + hull.y1) / 2];
  /** @param {number} x @param {number} y @returns {Box} */
  const box = (x, y) => ({ x0: x - wide / 2, y0: y - high / 2, x1: x + wide / 2, y1: y + high / 2 });
  const ways = /** @type {Point[]} */ ([[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]]);
  ways.sort((a, b) => b[0] * unit.behind[0] + b[1] * unit.behind[1] - (a[0] * unit.behind[0] + a[1] * unit.behind[1]));
  const around = [];
  for (const far of [GAP_PX, GAP_PX + high * 0.6, GAP_PX + high * 1.3]) {
    for (const [dx, dy] of ways) {
      const x = dx > 0 ? hull.x1 + far + wide / 2 : dx < 0 ? hull.x0 - far - wide / 2 : mx;
      const y = dy > 0 ? hull.y1 + far + high / 2 : dy < 0 ? hull.y0 - far - high / 2 : my;
      around.push(box(x, y));
    }
  }
  return around;
}

/**
 * What may be said of a unit, the longest first: its whole name, the last word of it, its number.
 * @param {string} name @param {string} id @param {string[]} badges
 * @returns {Words[]}
 */
export function wordsFor(name, id, badges) {
  const short = badges.slice(0, 2).join(" · ");
  const cut = name.length > 24 ? `${name.slice(0, 23)}…` : name;
  const texts = [...new Set([cut, id])].filter((text) => text.length <= 24);
  return texts.flatMap((text) => (short ? [{ text, badges: short }, { text, badges: "" }] : [{ text, badges: "" }]));
}
