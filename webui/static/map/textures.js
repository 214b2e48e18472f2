// @ts-check
// Patterns that tell kinds of terrain apart without colour. Inches; up on the table is up here.
import { s } from "/static/dom.js";

/** One tile: how wide and high, and what is drawn in it. @type {Record<string, [number, number, string]>} */
const TILES = {
  wood: [2.4, 2.4, "M.6 .3V.6M.2 .6H1L.6 1.4ZM1.8 1.5V1.8M1.4 1.8H2.2L1.8 2.3Z"],
  hill: [2, 1.6, "M.2 .3L.6 .8L1 .3M1.1 1L1.5 1.5L1.9 1"],
  building: [1.6, 1.2, "M0 0H1.6M0 .6H1.6M.4 0V.6M1.2 .6V1.2"],
  river: [2, 1.2, "M0 .3Q.5 .7 1 .3T2 .3M0 .9Q.5 1.3 1 .9T2 .9"],
  marsh: [2.2, 1.6, "M.3 .4H1.1M.5 .4V.8M.7 .4V1M.9 .4V.8M1.3 1.1H2.1M1.5 1.1V1.4M1.7 1.1V1.6M1.9 1.1V1.4"],
  rough: [1.8, 1.6, "M.3 .5L.6 .3L.8 .6L.5 .8ZM1.1 1.2L1.4 1L1.6 1.3L1.3 1.5Z"],
  field: [0.9, 0.9, "M0 .45H.9"],
  impassable: [1.2, 1.2, "M0 0L1.2 1.2M1.2 0L0 1.2"],
};

/** @param {string} kind */
export const hasTexture = (kind) => kind in TILES;

/** The patterns of a drawing; only the first of a page has those of terrain. @param {boolean} isFirst */
export function textures(isFirst) {
  if (!isFirst) return [];
  const tiles = Object.entries(TILES).map(([kind, [width, height, d]]) =>
    s(
      "pattern",
      { id: `texture-${kind}`, width, height, patternUnits: "userSpaceOnUse" },
      s("path", { class: `tile ${kind}`, d }),
    )
  );
  const stripe = s("rect", { class: "hatch", width: 0.25, height: 0.6 });
  return [
    ...tiles,
    s("pattern", {
      id: "hatch",
      width: 0.6,
      height: 0.6,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    }, stripe),
  ];
}
