// @ts-check
// A board of squares: what a square is called, where it lies, and the letters at the rim.
import { s } from "/static/dom.js";
import { path } from "/static/map/geometry.js";
import { boxAt } from "/static/map/labels.js";

/**
 * @typedef {[number, number]} Point
 * @typedef {{across: number, deep: number, wide: number, high: number}} Board squares, and inches of one
 */

const KEY = /^(\d+),(\d+)$/;

/**
 * The board of this table; null when it is played on none.
 * @param {PageData.Table} data as /table.json @returns {Board | null}
 */
export function boardOf(data) {
  const [across, deep] = data?.game?.squares || [0, 0];
  return across ? { across, deep, wide: data.size_in[0] / across, high: data.size_in[1] / deep } : null;
}

/** The letter of a column, counted from 1 in the west. @param {number} column */
const letter = (column) => String.fromCharCode(64 + column);

/** "3,7", as it is recorded, as people say it: C7. @param {string} key */
export function squareName(key) {
  const found = KEY.exec(key);
  return found ? `${letter(Number(found[1]))}${found[2]}` : key;
}

/** "charge 3,7" as people say it: charge C7. @param {string} words that may be chosen */
export const withSquareName = (words) => words.replace(/\b\d+,\d+$/, squareName);

/** @param {string} key */
export const isSquare = (key) => KEY.test(key);

/** Corners of a square, inches. @param {Board} board @param {string} key @returns {Point[]} */
function squareOutline({ wide, high }, key) {
  const [, column, row] = /** @type {RegExpExecArray} */ (KEY.exec(key)).map(Number);
  const [x, y] = [(column - 1) * wide, (row - 1) * high];
  return [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]];
}

/**
 * The square at a point of the table, as it is recorded; "" beside the board.
 * @param {Board} board @param {Point} at
 */
export function squareAt({ across, deep, wide, high }, [x, y]) {
  const [column, row] = [Math.floor(x / wide) + 1, Math.floor(y / high) + 1];
  return column >= 1 && column <= across && row >= 1 && row <= deep ? `${column},${row}` : "";
}

/**
 * Squares that may be tapped now, and the one that was.
 * @param {any} map @param {string[]} keys @param {string} chosen
 */
export function drawTargets(map, keys, chosen) {
  const board = boardOf(map.data);
  const shown = board ? keys.filter(isSquare) : [];
  map.layers.targets.replaceChildren(...shown.map((key) =>
    s("polygon", {
      class: key === chosen ? "target chosen" : "target",
      "data-square": key,
      points: path(squareOutline(/** @type {Board} */ (board), key)),
    })
  ));
}

/** Letters below and numbers beside the board, at the edge of the drawing when it is out of sight. @param {any} map */
export function rimNames(map) {
  const board = boardOf(map.data);
  if (!board) return [];
  const [w, d] = map.data.size_in;
  const columns = Array.from(
    { length: board.across },
    (_, i) => ({ text: letter(i + 1), ends: [[(i + 0.5) * board.wide, 0], [(i + 0.5) * board.wide, d]] }),
  );
  const rows = Array.from(
    { length: board.deep },
    (_, i) => ({ text: String(i + 1), ends: [[0, (i + 0.5) * board.high], [w, (i + 0.5) * board.high]] }),
  );
  return [...columns, ...rows].map(({ text, ends }) => {
    const [near, far] = ends.map(([x, y]) => map.pixels(x, y));
    return {
      layer: "squares",
      cls: "rim-name",
      rank: 1,
      words: [{ text, badges: "" }],
      places: (
        /** @type {number} */ wide,
        /** @type {number} */ high,
      ) => [beyond(map, near, far, wide, high), beyond(map, far, near, wide, high)],
    };
  });
}

// A box just outside the board at one end of a row, held inside the drawing.
/** @param {any} map @param {Point} end @param {Point} other @param {number} wide @param {number} high */
function beyond(map, end, other, wide, high) {
  const { width, height } = map.box();
  const long = Math.hypot(end[0] - other[0], end[1] - other[1]) || 1;
  const out = [(end[0] - other[0]) / long, (end[1] - other[1]) / long];
  const x = end[0] + out[0] * (wide / 2 + 1);
  const y = end[1] + out[1] * (high / 2 + 1);
  // Only along its own row: what is out of sight across it stays there.
  const hold = (/** @type {number} */ v, /** @type {number} */ half, /** @type {number} */ most) =>
    Math.min(most - half, Math.max(half, v));
  return boxAt(
    wide,
    high,
    Math.abs(out[0]) > 0.5 ? hold(x, wide / 2, width) : x,
    Math.abs(out[1]) > 0.5 ? hold(y, high / 2, height) : y,
  );
}
