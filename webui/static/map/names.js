// @ts-check
// Words on the map: names of units, terrain, bands and squares, all placed together.
import { s } from "/static/dom.js";
import { HALO_IN } from "/static/map/bases.js";
import { corners, frontOf } from "/static/map/geometry.js";
import { around, boxAt, hullOf, placeLabels, wordsFor } from "/static/map/labels.js";
import { FINGER_PX } from "/static/map/pointers.js";
import { titles } from "/static/words/names.js";

// Below so many pixels to an inch a name leaves no room for badges, nor for names of terrain.
export const FAR_PX = 10;

/** @param {import("/static/map.js").TableMap} map */
export function drawLabels(map) {
  const wanted = [...unitNames(map), ...Object.values(map.wanted).flatMap((wish) => wish())];
  const outlines = map.data.bases.filter((b) => b.x_in !== null).map((b) => ({
    unit: b.unit,
    outline: outlineOf(map, b),
    body: corners(b).map((p) => map.pixels(...p)),
    clear: b.unit === map.pointed ? fingerRound(map, b) : undefined,
  }));
  const made = new Map();
  map.named = [];
  const [over, strokes] = [lyingOver(map), strokesOf(map)];
  for (const placed of placeLabels(wanted, outlines, map.box(), (cls) => fontOf(map, cls), over, strokes)) {
    const { layer, cls, unit } = placed.wanted;
    const el = map.label(map.inches(...placed.at), cls, placed.words.text, placed.words.badges);
    el.classList.add("placed");
    if (unit) {
      el.dataset.unit = unit;
      map.named.push({ unit, box: placed.box });
    }
    const line = placed.leader && leaderLine(map, placed.leader, unit || "");
    made.set(layer, [...(made.get(layer) || []), line, el].filter(Boolean));
  }
  for (const old of map.world.querySelectorAll(".placed")) old.remove();
  for (const [layer, els] of made) map.layers[layer].append(...els);
  map.scaleLabels();
}

// With its ring, where it has one: of who is picked, who acts and who is aimed at.
function outlineOf(map, base) {
  const { picked, aimed, acting } = map;
  const rim = [picked, aimed, acting?.by, acting?.at].includes(base.unit) ? 2 * HALO_IN : 0;
  const whole = { ...base, frontage_in: base.frontage_in + rim, depth_in: base.depth_in + rim };
  return corners(whole).map((p) => map.pixels(...p));
}

// A finger that is sent to a base takes no other's name.
function fingerRound(map, base) {
  const [x, y] = map.pixels(base.x_in, base.y_in);
  const far = FINGER_PX + Math.min(base.frontage_in, base.depth_in) * map.view.px / 2;
  return boxAt(2 * far, 2 * far, x, y);
}

/** The age of the picture, in a corner of the map; on the picture the printed markers. @param {any} map */
function lyingOver(map) {
  const from = map.svg.getBoundingClientRect();
  const ages = [...map.svg.parentElement.querySelectorAll(".map-age:not(:empty)")].map((el) => {
    const { left, top, right, bottom } = el.getBoundingClientRect();
    return { x0: left - from.left, y0: top - from.top, x1: right - from.left, y1: bottom - from.top };
  });
  return [
    ...ages,
    ...(map.showPhoto && map.data.picture && map.data.markers || []).map((marker) => squareOf(map, marker)),
  ];
}

// Hedges, walls and the like, piece by piece.
function strokesOf(map) {
  return map.data.terrain.filter((piece) => piece.is_line).flatMap(({ outline_in }) => {
    const points = outline_in.map((p) => map.pixels(...p));
    return points.slice(1).map((to, k) => [points[k], to]);
  });
}

// The black square of a marker, however it lies.
function squareOf(map, { x_in, y_in, size_in, turned_deg }) {
  const square = { x_in, y_in, frontage_in: size_in, depth_in: size_in, facing_deg: turned_deg + 90 };
  return hullOf(corners(square).map((p) => map.pixels(...p)));
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

const wordsOf = (/** @type {string} */ name) => name.split(/\s+/).filter(Boolean);
/** A shorter word than this tells little. */
const LEAST_LETTERS = 3;

/** @type {(short: string, others: string[]) => string} its first letters that no other word has, as "Broo." */
function abbreviated(short, others) {
  let long = LEAST_LETTERS;
  while (long < short.length && others.some((other) => other.startsWith(short.slice(0, long)))) long += 1;
  return long + 1 < short.length ? `${short.slice(0, long)}.` : short;
}

/** @type {(cards: any[]) => Map<string, {short: string, cut: string}>} by unit its short name, and that cut short */
function shortNames(cards) {
  const own = ownWords(cards);
  return new Map(
    cards.filter(({ unit }) => own.has(unit)).map(({ unit, side }) => {
      const others = cards.filter((other) => other.side === side && other.unit !== unit);
      const short = own.get(unit) || "";
      return [unit, { short, cut: abbreviated(short, others.map((other) => own.get(other.unit) || "")) }];
    }),
  );
}

const isPossessive = (/** @type {string} */ word) => /s?['’]s?$/.test(word);

/**
 * By unit what is short for its name: of the words that no other of its side has, titles and articles left out, whose
 * it is or else the last, as a surname is; where there is none, its name without what all of them have. Nothing
 * where a name is borne twice.
 * @param {{unit: string, name: string, side: string}[]} cards @returns {Map<string, string>}
 */
function ownWords(cards) {
  const own = new Map();
  for (const { unit, name, side } of cards) {
    if (cards.some((other) => other.name === name && other.unit !== unit)) continue;
    const others = cards.filter((other) => other.side === side && other.unit !== unit).map((other) =>
      wordsOf(other.name)
    );
    const words = wordsOf(name);
    // A title stands before a name: an Army General is no Army.
    const isTitle = (/** @type {string} */ word) => titles.has(word.toLowerCase()) && word !== words.at(-1);
    const mine = words.filter((word) =>
      word.length >= LEAST_LETTERS && !others.some((those) => those.includes(word)) && !isTitle(word)
    );
    const short = words.filter((word) => !others.length || !others.every((those) => those.includes(word))).join(" ");
    own.set(unit, mine.find(isPossessive) || mine.at(-1) || short || name);
  }
  return own;
}

// The chosen first, the fallen last.
function unitNames(map) {
  const groups = new Map();
  for (const base of map.data.bases) {
    if (base.x_in !== null) groups.set(base.unit, [...(groups.get(base.unit) || []), base]);
  }
  const cards = new Map(map.data.units.map((card) => [card.unit, card]));
  const own = shortNames([...cards.values()]);
  return [...groups].map(([unit, bases]) => nameOf(map, unit, bases, cards.get(unit), own));
}

function nameOf(map, unit, bases, card, own) {
  const isChosen = [map.picked, map.aimed, map.pointed].includes(unit);
  const front = /** @type {import("/static/map/geometry.js").Front} */ (frontOf(bases));
  const ahead = map.pixels(...front.fc);
  const back = map.pixels(front.fc[0] - Math.cos(front.angle), front.fc[1] - Math.sin(front.angle));
  const long = Math.hypot(back[0] - ahead[0], back[1] - ahead[1]) || 1;
  const outlines = bases.map((base) => outlineOf(map, base));
  const badges = card && (map.view.px > FAR_PX || unit === map.picked) ? card.badges : [];
  return {
    layer: "names",
    cls: "name",
    unit,
    rank: isChosen ? 0 : card?.gone ? 5 : 2,
    words: wordsFor(card?.name || unit, unit, badges, card?.name ? own.get(unit) : { short: unit, cut: unit }),
    places: around(outlines, [(back[0] - ahead[0]) / long, (back[1] - ahead[1]) / long]),
  };
}
