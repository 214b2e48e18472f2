// @ts-check
// Elements from words: text is always text, never markup, so no payload can become a page.
const SVG = "http://www.w3.org/2000/svg";

function fill(el, props, parts) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (key === "class") el.setAttribute("class", value);
    else if (key in { value: 1, checked: 1, disabled: 1, hidden: 1, open: 1 } && !(el instanceof SVGElement)) {
      el[key] = value;
    } else el.setAttribute(key, value === true ? "" : value);
  }
  const told = parts.flat(4).filter((part) => part !== null && part !== undefined && part !== false);
  el.append(...told.map((part) => (part instanceof Node ? part : together(String(part)))));
  return el;
}

/** A number stays on one line with its unit, and with what it is a part of. @param {string} text */
const together = (text) =>
  text.replace(/(\d) (in|cm|mm|px)\b/g, "$1\u00a0$2").replace(/(\d) of (?=\d)/g, "$1\u00a0of\u00a0");

/** @param {string} tag @param {Record<string, any>} [props] @param {...any} parts @returns {any} */
export const h = (tag, props, ...parts) => fill(document.createElement(tag), props, parts);
/** @param {string} tag @param {Record<string, any>} [props] @param {...any} parts @returns {any} */
export const s = (tag, props, ...parts) => fill(document.createElementNS(SVG, tag), props, parts);
/** Ids of rules, each a link to what it is about. @param {string[]} ids */
export function ruleIds(ids) {
  return h(
    "span",
    { class: "rule-ids" },
    [...new Set(ids)].map((id) => h("a", { class: "rule-id", href: `/reference#${id}` }, id)),
  );
}

// House rules in force, by how a ruling cites them: in words.
export const houseSays = {};
/** @param {string} told */
export const inHouse = (told) => houseSays[told] || told;

/** What is wrong, with its rules and house rules beside it. @param {any} why */
export function refusal(why) {
  const kind = why.kind && why.kind !== "fault" ? `${why.kind}: ` : "";
  return [
    `${kind}${why.says}`,
    " ",
    ruleIds(why.rules || []),
    why.house?.length ? h("span", { class: "small soft" }, ` ${why.house.map(inHouse).join(" · ")}`) : null,
  ];
}

/** @param {string} id @returns {any} the element of that id, whatever it is */
export const $ = (id) => document.getElementById(id);

let toastTimer = 0;
/** @param {string} says @param {boolean} bad @param {any} why */
export function toast(says, bad = false, why = null) {
  const el = $("toast");
  if (!el) return;
  el.replaceChildren(...(why?.rules?.length ? refusal({ ...why, says }) : [says]).filter(Boolean));
  el.classList.toggle("bad", bad);
  el.hidden = false;
  stepAside(el);
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => {
    el.hidden = true;
  }, bad ? 9000 : 4000);
}

// Not over what somebody is at, nor over the buttons of its form: else it stands at the other edge.
/** @param {HTMLElement} el */
function stepAside(el) {
  el.classList.remove("aside");
  const active = document.activeElement;
  if (!active || active === document.body) return;
  const own = el.getBoundingClientRect();
  const covered = [active, ...(active.closest("form")?.querySelectorAll("button") || [])]
    .map((each) => each.getBoundingClientRect())
    .some((at) => at.top < own.bottom && own.top < at.bottom && at.left < own.right && own.left < at.right);
  el.classList.toggle("aside", covered);
}

/** @param {string} verdict @param {string} [text] */
export function verdictPill(verdict, text) {
  const kind = { IN: "in", YES: "in", OUT: "out", NO: "out" }[verdict] || "close";
  return h("span", { class: `verdict ${kind}` }, text || verdict);
}

/** @param {number[]} list @param {number | null} [need] @param {string} extra */
export function faces(list, need, extra = "") {
  return list.map((face) =>
    h("span", { class: `die ${extra} ${need ? (face >= need ? "hit" : "miss") : ""}` }, String(face))
  );
}

/** @param {number} seconds since 1970 */
export const clock = (seconds) =>
  new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
