// @ts-check
// What lies on the table: a sample of every piece of terrain, its name, its level and its height.
import { h, s } from "/static/dom.js";
import { hasTexture } from "/static/map/textures.js";
import { short } from "/static/units.js";
import { W } from "/static/words.js";

/** @param {any} piece */
function sample(piece) {
  const kind = piece.kind.replace(/[^a-z]/gi, "");
  const box = { width: 4.4, height: 2.8 };
  const shapes = piece.is_line ? [s("polyline", { class: `terrain ${kind} line`, points: "0,1.4 4.4,1.4" })] : [
    s("rect", { class: `terrain ${kind}`, ...box }),
    hasTexture(kind) ? s("rect", { class: "texture", fill: `url(#texture-${kind})`, ...box }) : null,
  ];
  return s(
    "svg",
    { class: "legend-sample", viewBox: "0 0 4.4 2.8", "aria-hidden": "true" },
    s("rect", { class: "cloth", ...box }),
    ...shapes,
  );
}

/** The card below the units; null on a bare table. @param {PageData.Table} data as /table.json */
export function legend(data) {
  if (!data.terrain.length) return null;
  const told = new Map();
  for (const piece of data.terrain) {
    const level = piece.level ? W.terrain.level(piece.level) : "";
    const high = piece.height_in && !piece.is_line ? short(piece.height_in) : "";
    const says = [piece.name && piece.name !== piece.kind ? piece.name : "", level, high].filter(Boolean).join(" · ");
    // Squares of one kind and level are one line.
    told.set(`${piece.kind} ${says}`, [sample(piece), h("strong", {}, piece.kind), says ? ` ${says}` : ""]);
  }
  return h(
    "details",
    { class: "card legend", "data-key": "legend" },
    h("summary", {}, W.terrain.onTable),
    h("ul", {}, [...told.values()].map((parts) => h("li", {}, parts))),
  );
}
