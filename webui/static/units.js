// @ts-check
// Inches or centimetres, as this visitor likes; never more digits than the ± supports.
import { W } from "/static/words.js";

let byRules = false;
/** @param {string} length */
export const setLength = (length) => {
  byRules = length === "cm";
};
export const inCm = () => {
  const chosen = document.documentElement.dataset.cm;
  return chosen ? chosen === "yes" : byRules;
};

/** In which unit a reading is shown. @param {any} reading */
export const unitShown = ({ unit }) => inCm() && unit === "in" ? "cm" : unit;

const SIGN = { in: " in", deg: "°", squares: " squares", cm: " cm" };

/** @param {any} reading */
export function lengthText(reading) {
  const shown = unitShown(reading);
  const [value, pm] = [reading.value, reading.plus_minus].map((one) => shown === reading.unit ? one : one * 2.54);
  const digits = digitsOf(pm);
  const unit = SIGN[shown] ?? ` ${shown}`;
  const around = pm ? `± ${Math.max(pm, 0.01).toFixed(digits)}` : "";
  if (reading.shown === "surely") return `${around}${unit}`;
  const by = W.by[reading.what]?.[value < 0 ? 1 : 0];
  return `${by ? `${by} ${Math.abs(value).toFixed(digits)}` : value.toFixed(digits)}${
    around && reading.shown !== "value" ? ` ${around}` : ""
  }${unit}`;
}

/** The value alone, and what is said of it beside: people ask how far, then how surely. @param {any} reading */
export const valueText = (reading) => lengthText({ ...reading, shown: "value" });
/** @param {any} reading */
export const surely = (reading) => (reading.plus_minus ? lengthText({ ...reading, shown: "surely" }) : "");

/** As many digits as a ± supports: of the same length everywhere the same. @param {number} plus_minus */
export const digitsOf = (plus_minus) => plus_minus < 0.095 ? 2 : 1;

/** A limit or a free length, in inches. @param {number} inches @param {number} digits */
export function short(inches, digits = 1) {
  const value = inCm() ? inches * 2.54 : inches;
  const text = Number.isInteger(value) ? String(value) : value.toFixed(digits);
  return inCm() ? `${text} cm` : `${text}″`;
}
