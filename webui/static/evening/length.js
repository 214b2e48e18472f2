// @ts-check
// A length as people read it off a tape: "81.5", "81 1/2", "207 cm", "6 ft 9 1/2", "6'9.5\"".
const UNITS = {
  "": 1,
  in: 1,
  inch: 1,
  inches: 1,
  '"': 1,
  "″": 1,
  "”": 1,
  cm: 1 / 2.54,
  mm: 1 / 25.4,
  m: 1 / 0.0254,
  ft: 12,
  foot: 12,
  feet: 12,
  "'": 12,
  "′": 12,
  "’": 12,
};
const PART = /^(\d+(?:[.,]\d+)?)?(?:\s*(\d+)\s*\/\s*(\d+))?\s*([a-z"″”'′’]*)\s*/;

/** Inches, or null where it is no length. @param {string} text @returns {number | null} */
export function inchesOf(text) {
  let rest = text.trim().toLowerCase().replace(/½/g, " 1/2").replace(/¼/g, " 1/4").replace(/¾/g, " 3/4").trim();
  let sum = 0;
  while (rest) {
    const found = PART.exec(rest);
    if (!found || (found[1] === undefined && found[2] === undefined)) return null;
    const [all, whole, top, bottom, unit] = found;
    const by = UNITS[unit];
    if (by === undefined || Number(bottom) === 0) return null;
    sum += (Number((whole ?? "0").replace(",", ".")) + (top ? Number(top) / Number(bottom) : 0)) * by;
    rest = rest.slice(all.length);
  }
  return sum > 0 ? sum : null;
}
