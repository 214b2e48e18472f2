// @ts-check
// Where words on the map go: beside what they name, never on a base and never on each other.

/**
 * @typedef {[number, number]} Point pixels of the drawing
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Box
 * @typedef {{text: string, badges: string, cut?: boolean}} Words what a label says, on one line or two; cut: a word of
 *   it is
 * @typedef {{fontPx: number, family: string}} Font
 * @typedef {{unit: string, outline: Point[], body?: Point[], clear?: Box}} Outline of a base with its ring; body:
 *   without; clear: where no other's name may lie
 * @typedef {{unit: string, outline: Point[], hull: Box, near: Box, clear?: Box}} Base near: what a name has to be
 *   close to
 * @typedef {{layer: string, cls: string, rank: number, unit?: string, must?: boolean, words: Words[],
 *   places: (wide: number, high: number) => Box[]}} Wanted
 *   layer: where it is drawn; cls: its look; rank: the least is placed first; words: what may be
 *   said, the longest first; places: where its box may be, the best first; must: said even if it
 *   covers something; unit: whose name it is, told apart from the bases of others.
 * @typedef {{wanted: Wanted, words: Words, box: Box, at: Point, leader: Point[] | null}} PlacedLabel
 *   at: middle of the first line; leader: ends of the line to what it names, where it stands off
 */

const GAP_PX = 3;
// A name stands off once another line of words would fit between it and its unit.
const OFF_LINES = 0.5;
const CLEARLY_PX = 3;
// How far a label with a line to its unit may stand off, lines of words.
const LED_LINES = [0.5, 1.2, 2, 3, 4.5, 6];
// A whole word farther off than that tells less than one cut short at its unit.
const WHOLE_LINES = 3;
const LED_TURNS = 16;
// A longer line than this is followed rather than seen; NOWHERE is longer than any.
const [FAR_OFF_PX, NOWHERE_PX] = [60, 1e4];
const LINE = 1.36;
const MOST_LETTERS = 24;
const canvas = document.createElement("canvas").getContext("2d");

/** @param {string} text @param {string} font */
function widthOf(text, font) {
  if (!canvas) return text.length * 8;
  canvas.font = font;
  // A halo is drawn round every letter.
  return canvas.measureText(text).width + 4;
}

/** @param {Point[]} points @returns {Box} */
export function hullOf(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
}

/** @param {Point[]} outline @param {Box} box */
function meets(outline, box) {
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

/** @param {Box} box @param {Box} hull as far as they are apart */
function apart(box, hull) {
  const dx = Math.max(hull.x0 - box.x1, box.x0 - hull.x1, 0);
  const dy = Math.max(hull.y0 - box.y1, box.y0 - hull.y1, 0);
  return Math.hypot(dx, dy);
}

/** What is drawn so far, and what is still free. */
class Sheet {
  /**
   * @param {Base[]} bases @param {{width: number, height: number}} size @param {Box[]} over what lies over it
   * @param {Point[][]} strokes lines that are drawn on it
   */
  constructor(bases, size, over, strokes) {
    this.bases = bases;
    this.size = size;
    this.over = over;
    this.strokes = strokes;
    /** @type {Map<Wanted, PlacedLabel>} */
    this.placed = new Map();
  }

  /** @param {Box} box @param {Wanted} mine what may lie there already */
  isFree(box, mine) {
    return this.isLegible(box, mine) &&
      !this.bases.some(({ unit, outline, hull, clear }) =>
        clear && unit !== mine.unit ? overlap(clear, box) : overlap(hull, box) && meets(outline, box)
      );
  }

  /** It may lie on a base, on no other words. @param {Box} box @param {Wanted} mine what may lie there already */
  isLegible(box, mine) {
    return box.x0 >= 0 && box.y0 >= 0 && box.x1 <= this.size.width && box.y1 <= this.size.height &&
      !this.over.some((other) => overlap(other, box)) &&
      ![...this.placed.values()].some((other) =>
        other.wanted !== mine && (overlap(other.box, box) || (other.leader && meets(other.leader, box)))
      );
  }

  /** A name through which a hedge runs looks struck out. @param {Box} box @param {Wanted} wanted */
  isClear(box, { unit }) {
    return !unit || !this.strokes.some((stroke) => meets(stroke, box));
  }

  /** @param {Box} hull */
  hasMiddle({ x0, y0, x1, y1 }) {
    const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
    return x >= 0 && y >= 0 && x <= this.size.width && y <= this.size.height;
  }

  /**
   * Near its own bases, and nearer to them than to others'.
   * @param {Box} box @param {Wanted} wanted @param {number} high
   */
  isClose(box, { unit }, high) {
    let [own, other] = [Infinity, Infinity];
    for (const base of this.bases) {
      const far = apart(box, base.near);
      if (base.unit === unit) own = Math.min(own, far);
      else other = Math.min(other, far);
    }
    return own <= GAP_PX * 1.5 + high * OFF_LINES && own + CLEARLY_PX < other;
  }

  /**
   * From the middle of its nearest base to the label, over no words and, unless it *mayCross*, no other base.
   * @param {Box} box @param {Wanted} wanted @param {boolean} mayCross @returns {Point[] | null}
   */
  leaderTo(box, wanted, mayCross) {
    const own = this.bases.filter((base) => base.unit === wanted.unit)
      .sort((a, b) => apart(box, a.hull) - apart(box, b.hull))[0];
    if (!own) return null;
    const from = /** @type {Point} */ ([(own.hull.x0 + own.hull.x1) / 2, (own.hull.y0 + own.hull.y1) / 2]);
    const to = /** @type {Point} */ ([hold(from[0], box.x0, box.x1), hold(from[1], box.y0, box.y1)]);
    const line = [from, to];
    const isOver = !mayCross && this.bases.some((base) => base.unit !== wanted.unit && meets(line, base.hull)) ||
      [...this.placed.values()].some((other) => other.wanted !== wanted && meets(line, other.box));
    return isOver ? null : line;
  }
}

/** @param {number} v @param {number} least @param {number} most */
const hold = (v, least, most) => Math.min(most, Math.max(least, v));

/**
 * A place for everything that has one. Of what is alike in rank all are sure of their shortest words
 * before one has longer ones: where it is crowded names become shorter.
 * @param {Wanted[]} all @param {Outline[]} outlines of the bases
 * @param {{width: number, height: number}} size of the drawing @param {(cls: string) => Font} fontOf
 * @param {Box[]} over what lies over the drawing, such as the age of the picture
 * @param {Point[][]} strokes from end to end, where names would rather not lie
 * @returns {PlacedLabel[]}
 */
export function placeLabels(all, outlines, size, fontOf, over = [], strokes = []) {
  const bases = outlines.map(({ unit, outline, body = outline, clear }) => (
    { unit, outline, hull: hullOf(outline), near: hullOf(body), clear }
  ));
  const sheet = new Sheet(bases, size, over, strokes);
  for (const rank of [...new Set(all.map((wanted) => wanted.rank))].sort((a, b) => a - b)) {
    placeAlike(all.filter((wanted) => wanted.rank === rank), sheet, fontOf);
  }
  return [...sheet.placed.values()];
}

/** @typedef {(wanted: Wanted, sheet: Sheet, font: Font) => PlacedLabel | null} Way */

/** @type {Way} */
const whole = (wanted, sheet, font) => firstThatFits(wanted, shortest(wanted), sheet, font);
/** @type {Way} */
const wholeFarOff = (wanted, sheet, font) => ledTo(wanted, shortest(wanted), sheet, font, { most: WHOLE_LINES });
/** @type {Way} */
const cut = (wanted, sheet, font) => firstThatFits(wanted, least(wanted), sheet, font);
/** @type {Way} */
const cutFarOff = (wanted, sheet, font) =>
  ledTo(wanted, least(wanted), sheet, font) || ledTo(wanted, least(wanted), sheet, font, { mayCross: true }) ||
  insisted(wanted, sheet, font);

// Whole words, if need be farther off, rather than words cut short; where somebody would be left without
// a name, the least that can be said of all.
const PLANS = [[whole, wholeFarOff, cut, cutFarOff], [whole, cut, cutFarOff], [cut, cutFarOff]];

/**
 * Who is left with a name far off, or without one, chooses first the next time.
 * @param {Wanted[]} alike in rank @param {Sheet} sheet @param {(cls: string) => Font} fontOf
 */
function placeAlike(alike, sheet, fontOf) {
  const before = sheet.placed;
  const best = placeAll(alike, [], sheet, fontOf);
  const far = alike.filter((wanted) => wanted.unit && awayPx(best, wanted) > FAR_OFF_PX);
  if (!far.length) return;
  sheet.placed = before;
  const found = placeAll(alike, far, sheet, fontOf);
  const sum = (/** @type {Placed} */ placed) => alike.reduce((px, wanted) => px + awayPx(placed, wanted), 0);
  if (sum(found) >= sum(best)) sheet.placed = best;
}

/** @typedef {Map<Wanted, PlacedLabel>} Placed */

/** The length of a name's line; no name is as a very long one. @param {Placed} placed @param {Wanted} wanted */
function awayPx(placed, wanted) {
  const label = placed.get(wanted);
  if (!label?.leader) return label ? 0 : NOWHERE_PX;
  const [[x0, y0], [x1, y1]] = label.leader;
  return Math.hypot(x1 - x0, y1 - y0);
}

/**
 * @param {Wanted[]} alike in rank @param {Wanted[]} first of them @param {Sheet} sheet
 * @param {(cls: string) => Font} fontOf @returns {Placed} all that is on the sheet then
 */
function placeAll(alike, first, sheet, fontOf) {
  for (const wanted of first) {
    const font = fontOf(wanted.cls);
    const found = whole(wanted, sheet, font) || wholeFarOff(wanted, sheet, font);
    if (found) sheet.placed = new Map(sheet.placed).set(wanted, found);
  }
  const before = sheet.placed;
  /** @type {(ways: Way[]) => Map<Wanted, PlacedLabel>} one way after another, for those who have no place yet */
  const tried = (ways) => {
    sheet.placed = new Map(before);
    for (const way of ways) {
      for (const wanted of alike.filter((each) => !sheet.placed.has(each))) {
        const found = way(wanted, sheet, fontOf(wanted.cls));
        if (found) sheet.placed.set(wanted, found);
      }
    }
    return sheet.placed;
  };
  let best = before;
  for (const ways of PLANS) {
    const found = tried(ways);
    if (best === before || found.size > best.size) best = found;
    if (alike.every((wanted) => !wanted.unit || best.has(wanted))) break;
  }
  sheet.placed = best;
  for (const wanted of alike) {
    const font = fontOf(wanted.cls);
    const found = firstThatFits(wanted, longest(wanted), sheet, font) ||
      (best.get(wanted)?.words.cut && wholeFarOff(wanted, sheet, font));
    if (found) sheet.placed.set(wanted, found);
  }
  return sheet.placed;
}

// Who is picked, aimed at or pointed to is called by the whole name.
/** @param {Wanted} wanted of rank 0 @returns {Words[]} */
const wholeOf = ({ words }) => words.filter((each) => each.text === words[0].text);

/** The least that says a whole word, last. @param {Wanted} wanted @returns {Words[]} */
const shortest = (wanted) => wanted.rank === 0 ? wholeOf(wanted) : wanted.words.filter(({ cut }) => !cut).slice(-1);

/** @param {Wanted} wanted @returns {Words[]} */
const least = (wanted) => wanted.rank === 0 ? wholeOf(wanted) : wanted.words.slice(-1);

/** @param {Wanted} wanted @returns {Words[]} */
const longest = (wanted) => wanted.rank === 0 ? wholeOf(wanted) : wanted.words.filter(({ cut }) => !cut);

/** @param {Words} words @param {Font} font */
function sizeOf(words, { fontPx, family }) {
  const lines = [widthOf(words.text, `700 ${fontPx}px ${family}`), widthOf(words.badges, `${fontPx}px ${family}`)];
  return { wide: Math.max(...lines), high: fontPx * LINE * (words.badges ? 2 : 1) };
}

/**
 * @param {Wanted} wanted @param {Words} words @param {Box} box @param {Font} font
 * @param {Point[] | null} leader @returns {PlacedLabel}
 */
const labelAt = (wanted, words, box, { fontPx }, leader = null) => ({
  wanted,
  words,
  box,
  at: [(box.x0 + box.x1) / 2, box.y0 + fontPx],
  leader,
});

/** @param {Wanted} wanted @param {Words[]} choice @param {Sheet} sheet @param {Font} font */
function firstThatFits(wanted, choice, sheet, font) {
  for (const words of choice) {
    const { wide, high } = sizeOf(words, font);
    const places = wanted.places(wide, high);
    const fits = (/** @type {Box} */ each) =>
      sheet.isFree(each, wanted) && (!wanted.unit || sheet.isClose(each, wanted, font.fontPx * LINE));
    const box = places.find((each) => sheet.isClear(each, wanted) && fits(each)) || places.find(fits);
    if (box) return labelAt(wanted, words, box, font);
  }
  return null;
}

/**
 * Where a unit is crowded in: its words farther off, with a line to it.
 * @param {Wanted} wanted @param {Words[]} choice the first of it @param {Sheet} sheet @param {Font} font
 * @param {{mayCross?: boolean, most?: number}} how over other bases too; so many lines of words off at most
 */
function ledTo(wanted, [words], sheet, font, { mayCross = false, most = Infinity } = {}) {
  const mine = sheet.bases.filter((base) => base.unit === wanted.unit).map((base) => base.outline);
  const hull = mine.length ? hullOf(mine.flat()) : null;
  // A line from the rim of the drawing would lead to nothing.
  if (!words || !hull || !sheet.hasMiddle(hull)) return null;
  const { wide, high } = sizeOf(words, font);
  const lines = LED_LINES.filter((each) => each <= most);
  for (const box of ringsAround(hull, wide, high, font.fontPx * LINE, lines)) {
    const leader = sheet.isFree(box, wanted) ? sheet.leaderTo(box, wanted, mayCross) : null;
    if (leader) return labelAt(wanted, words, box, font, leader);
  }
  return null;
}

/** @type {(hull: Box, wide: number, high: number, line: number, far: number[]) => Box[]} so many lines of words off */
function ringsAround(hull, wide, high, line, far) {
  const [mx, my] = [(hull.x0 + hull.x1) / 2, (hull.y0 + hull.y1) / 2];
  return far.flatMap((lines) =>
    Array.from({ length: LED_TURNS }, (_, i) => {
      const [dx, dy] = [Math.cos((2 * Math.PI * i) / LED_TURNS), Math.sin((2 * Math.PI * i) / LED_TURNS)];
      const [rx, ry] = [(hull.x1 - hull.x0 + wide) / 2 + lines * line, (hull.y1 - hull.y0 + high) / 2 + lines * line];
      return boxAt(wide, high, mx + dx * rx, my + dy * ry);
    })
  );
}

/** @param {Wanted} wanted @param {Sheet} sheet @param {Font} font what is said even if it covers a base */
function insisted(wanted, sheet, font) {
  if (!wanted.must) return null;
  const { wide, high } = sizeOf(wanted.words[0], font);
  const places = wanted.places(wide, high);
  return labelAt(wanted, wanted.words[0], places.find((box) => sheet.isLegible(box, wanted)) || places[0], font);
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
  const ways = /** @type {Point[]} */ ([
    ...[[0, 1], [0, -1], [1, 0], [-1, 0]],
    ...[[0.5, 1], [-0.5, 1], [0.5, -1], [-0.5, -1]],
    ...[[1, 1], [-1, 1], [1, -1], [-1, -1]],
  ]);
  // By its direction alone: a base that stands a hair askew has its name behind its middle, too.
  const along = (/** @type {Point} */ [x, y]) => (x * behind[0] + y * behind[1]) / Math.hypot(x, y);
  ways.sort((a, b) => along(b) - along(a));
  return (wide, high) =>
    [GAP_PX, GAP_PX + high * 0.6, GAP_PX + high * 1.3].flatMap((far) =>
      ways.map(([dx, dy]) => {
        if (dx % 1) {
          return boxAt(wide, high, mx + dx * wide * 0.8, dy > 0 ? hull.y1 + far + high / 2 : hull.y0 - far - high / 2);
        }
        const x = dx > 0 ? hull.x1 + far + wide / 2 : dx < 0 ? hull.x0 - far - wide / 2 : mx;
        const y = dy > 0 ? hull.y1 + far + high / 2 : dy < 0 ? hull.y0 - far - high / 2 : my;
        return boxAt(wide, high, x, y);
      })
    );
}

/**
 * What may be said of a unit, the longest first: its whole name, then shorter ones.
 * @param {string} name @param {string} id @param {string[]} badges
 * @param {{short: string, cut: string} | undefined} own a word of the name, and what is left of it in a crowd; none
 *   where another unit has the same name: the number is part of it
 * @returns {Words[]}
 */
export function wordsFor(name, id, badges, own) {
  const whole = own ? name : `${name} ${id}`;
  const longest = whole.length <= MOST_LETTERS ? whole : own ? `${whole.slice(0, MOST_LETTERS - 1)}…` : id;
  const texts = [...new Set([longest, own ? own.short : id])].filter((text) => text.length <= MOST_LETTERS);
  const shown = badges.slice(0, 2).join(" · ");
  return [
    ...texts.flatMap((text) => [...(shown ? [{ text, badges: shown }] : []), { text, badges: "" }]),
    ...(own && own.cut !== own.short ? [{ text: own.cut, badges: "", cut: true }] : []),
  ];
}
