// @ts-check
// Words on the map: names of units, terrain, bands and squares, all placed together.
import { s } from "/static/dom.js";
import { corners, frontOf } from "/static/map/geometry.js";
import { around, placeLabels, wordsFor } from "/static/map/labels.js";

// Below so many pixels to an inch a name leaves no room for badges, nor for names of terrain.
export const FAR_PX = 10;

/** @param {import("/static/map.js").TableMap} map */
export function drawLabels(map) {
  const wanted = [...unitNames(map), ...Object.values(map.wanted).flatMap((wish) => wish())];
  const outlines = map.data.bases.filter((b) => b.x_in !== null).map((b) => ({
    unit: b.unit,
    outline: corners(b).map((p) => map.pixels(...p)),
  }));
  const made = new Map();
  for (const placed of placeLabels(wanted, outlines, map.box(), (cls) => fontOf(map, cls), lyingOver(map))) {
    const { layer, cls, unit } = placed.wanted;
    const el = map.label(map.inches(...placed.at), cls, placed.words.text, placed.words.badges);
    el.classList.add("placed");
    if (unit) el.dataset.unit = unit;
    const line = placed.leader && leaderLine(map, placed.leader, unit || "");
    made.set(layer, [...(made.get(layer) || []), line, el].filter(Boolean));
  }
  for (const old of map.world.querySelectorAll(".placed")) old.remove();
  for (const [layer, els] of made) map.layers[layer].append(...els);
  map.scaleLabels();
}

/** The age of the picture, in a corner of the map. @param {any} map */
function lyingOver(map) {
  const from = map.svg.getBoundingClientRect();
  return [...map.svg.parentElement.querySelectorAll(".map-age:not(:empty)")].map((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return { x0: left - from.left, y0: top - from.top, x1: right - from.left, y1: bottom - from.top };
  });
}

/** From a unit to its name, where that stands off. @param {any} map @param {number[][]} ends @param {string} unit */
function leaderLine(map, [from, to], unit) {
  const [[x1, y1], [x2, y2]] = [map.inches(...from), map.inches(...to)];
  return s("line", { class: "leader placed", "data-unit": unit, x1, y1, x2, y2 });
}

// The type of a class of labels at this size of the map.
function fontOf(map, cls) {
  const key = `${cls} ${map.svg.getAttribute("class")}`;
  const known = map.fonts.get(key);
  if (known) return known;
  const probe = map.label([0, 0], cls, "x");
  map.layers.names.append(probe);
  const { fontSize, fontFamily } = getComputedStyle(probe.firstChild);
  probe.remove();
  map.fonts.set(key, { fontPx: parseFloat(fontSize) || 12, family: fontFamily || "sans-serif" });
  return map.fonts.get(key);
}

// The chosen first, the fallen last.
function unitNames(map) {
  const groups = new Map();
  for (const base of map.data.bases) {
    if (base.x_in !== null) groups.set(base.unit, [...(groups.get(base.unit) || []), base]);
  }
  const cards = new Map(map.data.units.map((card) => [card.unit, card]));
  const borne = new Map();
  for (const { name } of cards.values()) borne.set(name, (borne.get(name) || 0) + 1);
  return [...groups].map(([unit, bases]) => nameOf(map, unit, bases, cards.get(unit), borne));
}

function nameOf(map, unit, bases, card, borne) {
  const isChosen = [map.picked, map.aimed, map.pointed].includes(unit);
  const front = /** @type {import("/static/map/geometry.js").Front} */ (frontOf(bases));
  const ahead = map.pixels(...front.fc);
  const back = map.pixels(front.fc[0] - Math.cos(front.angle), front.fc[1] - Math.sin(front.angle));
  const long = Math.hypot(back[0] - ahead[0], back[1] - ahead[1]) || 1;
  const outlines = bases.map((base) => corners(base).map((p) => map.pixels(...p)));
  const badges = card && (map.view.px > FAR_PX || unit === map.picked) ? card.badges : [];
  return {
    layer: "names",
    cls: "name",
    unit,
    rank: isChosen ? 0 : card?.gone ? 5 : 2,
    words: wordsFor(card?.name || unit, unit, badges, borne.get(card?.name) > 1),
    places: around(outlines, [(back[0] - ahead[0]) / long, (back[1] - ahead[1]) / long]),
  };
}
