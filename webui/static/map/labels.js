// @ts-check
// Where words on the map go: beside what they name, never on a base and never on each other.

/**
 * @typedef {[number, number]} Point pixels of the drawing
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Box
 * @typedef {{text: string, badges: string}} Words what a label says, on one line or two
 * @typedef {{fontPx: number, family: string}} Font
 * @typedef {{layer: string, cls: string, rank: number, unit?: string, must?: boolean, words: Words[],
 *   places: (wide: number, high: number) => Box[]}} Wanted
 *   layer: where it is drawn; cls: its look; rank: the least is placed first; words: what may be
 *   said, the longest first; places: where its box may be, the best first; must: said even if it
 *   covers something.
 * @typedef {{wanted: Wanted, words: Words, box: Box, at: Point}} PlacedLabel at: middle of the first line
 */

const GAP_PX = 3;
const LINE = 1.36;
const canvas = document.createElement("canvas").getContext("2d");

/** @param {string} text @param {string} font */
function widthOf(text, font) {
  if (!canvas) return text.length * 8;
  canvas.font = font;
  // A halo is drawn round every letter.
  return canvas.measureText(text).width + 4;
}

/** @param {Point[]} points @returns {Box} */
function hullOf(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** @param {Point[]} outline @param {Box} box */
export function meets(outline, box) {
  const square = /** @type {Point[]} */ ([[box.x0, box.y0], [box.x1, box.y0], [box.x1, box.y1], [box.x0, box.y1]]);
  const across = outline.map((p, i) => normal(p, outline[(i + 1) % outline.length]));
  return [...across, /** @type {Point} */ ([1, 0]), /** @type {Point} */ ([0, 1])].every((axis) => {
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
 * A place for everything that has one: low rank first, the longest words that fit.
 * @param {Wanted[]} all @param {Point[][]} outlines of the bases
 * @param {{width: number, height: number}} size of the drawing @param {(cls: string) => Font} fontOf
 * @returns {PlacedLabel[]}
 */
export function placeLabels(all, outlines, size, fontOf) {
  const bases = outlines.map((outline) => ({ outline, hull: hullOf(outline) }));
  /** @type {PlacedLabel[]} */
  const placed = [];
  /** @param {Box} box */
  const isFree = (box) =>
    box.x0 >= 0 && box.y0 >= 0 && box.x1 <= size.width && box.y1 <= size.height &&
    !placed.some((other) => overlap(other.box, box)) &&
    !bases.some(({ outline, hull }) => overlap(hull, box) && meets(outline, box));
  for (const wanted of [...all].sort((a, b) => a.rank - b.rank)) {
    const found = firstThatFits(wanted, isFree, fontOf(wanted.cls));
    if (found) placed.push(found);
  }
  return placed;
}

/** @param {Wanted} wanted @param {(box: Box) => boolean} isFree @param {Font} font @returns {PlacedLabel | null} */
function firstThatFits(wanted, isFree, { fontPx, family }) {
  /** @type {PlacedLabel | null} */
  let first = null;
  for (const words of wanted.words) {
    const wide = Math.max(
      widthOf(words.text, `700 ${fontPx}px ${family}`),
      widthOf(words.badges, `${fontPx}px ${family}`),
    );
    const high = fontPx * LINE * (words.badges ? 2 : 1);
    for (const box of wanted.places(wide, high)) {
      const at = /** @type {Point} */ ([(box.x0 + box.x1) / 2, box.y0 + fontPx]);
      const found = { wanted, words, box, at };
      if (isFree(box)) return found;
      first = first || found;
    }
  }
  return wanted.must ? first : null;
}

/** @param {number} wide @param {number} high @param {number} x @param {number} y its middle @returns {Box} */
export const boxAt = (wide, high, x, y) => ({ x0: x - wide / 2, y0: y - high / 2, x1: x + wide / 2, y1: y + high / 2 });

/**
 * At the first of some points that is free, or a line or two above or below it.
 * @param {Point[]} points @returns {(wide: number, high: number) => Box[]}
 */
export function nearPoints(points) {
  return (wide, high) =>
    [0, 1, -1, 2, -2].flatMap((lines) => points.map(([x, y]) => boxAt(wide, high, x, y + lines * high)));
}

/**
 * Behind the unit first, then the other sides of its bases, near before far.
 * @param {Point[][]} outlines its bases @param {Point} behind away from its front, of length 1
 * @returns {(wide: number, high: number) => Box[]}
 */
export function around(outlines, behind) {
  const hull = hullOf(outlines.flat());
  const [mx, my] = [(hull.x0 + hull.x1) / 2, (hull.y0 + hull.y1) / 2];
  const ways = /** @type {Point[]} */ ([[0, 1], [0, -1], [1, 0], [-1, 0], [1, 1], [-1, 1], [1, -1], [-1, -1]]);
  ways.sort((a, b) => b[0] * behind[0] + b[1] * behind[1] - (a[0] * behind[0] + a[1] * behind[1]));
  return (wide, high) =>
    [GAP_PX, GAP_PX + high * 0.6, GAP_PX + high * 1.3].flatMap((far) =>
      ways.map(([dx, dy]) => {
        const x = dx > 0 ? hull.x1 + far + wide / 2 : dx < 0 ? hull.x0 - far - wide / 2 : mx;
        const y = dy > 0 ? hull.y1 + far + high / 2 : dy < 0 ? hull.y0 - far - high / 2 : my;
        return boxAt(wide, high, x, y);
      })
    );
}

/**
 * What may be said of a unit, the longest first: its whole name, then its number.
 * @param {string} name @param {string} id @param {string[]} badges @param {boolean} isShared
 *   another unit has the same name: the number is part of it
 * @returns {Words[]}
 */
export function wordsFor(name, id, badges, isShared = false) {
  const short = badges.slice(0, 2).join(" · ");
  const whole = isShared ? `${name} ${id}` : name;
  const cut = whole.length > 24 ? `${whole.slice(0, 23)}…` : whole;
  const texts = [...new Set([isShared && cut !== whole ? id : cut, id])].filter((text) => text.length <= 24);
  return texts.flatMap((text) => (short ? [{ text, badges: short }, { text, badges: "" }] : [{ text, badges: "" }]));
}
