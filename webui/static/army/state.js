// @ts-check
// The army that is built, what the rules say of it, and the draft that this browser keeps.
import { $ } from "/static/dom.js";

export const data = JSON.parse($("data")?.textContent || "{}");
export const kinds = new Map(data.kinds.map((/** @type {any} */ kind) => [kind.kind, kind]));
const DRAFT = `drumhead-army-${data.rules}`;

/** @param {any} army a copy of it, whole */
const copy = (army) => JSON.parse(JSON.stringify(army));
const empty = () => ({
  side: "Red",
  rules: data.rules,
  name: "",
  units: [],
  brigades: {},
  house: {},
  colour: "",
  points_limit: 0,
});

/** What was being built when this page was left. */
function draft() {
  try {
    return JSON.parse(localStorage.getItem(DRAFT) || "null");
  } catch {
    return null;
  }
}

const left = data.army ? null : draft();
export const army = { ...empty(), ...(data.army || left?.army) };
// A draft of before the limit was the army's own.
if (left?.limit) army.points_limit = left.limit;
export const state = {
  verdict: data.verdict || { points: {}, total: 0, faults: [] },
  open: "",
  isDraft: Boolean(left?.army.units.length),
};

// Every change is in this browser at once: a closed page or a dead battery loses nothing.
export function keepDraft() {
  try {
    localStorage.setItem(DRAFT, JSON.stringify({ army }));
  } catch { /* private window */ }
}

/** Another army takes the place of this one; a limit stays until another one is named. @param {any} other */
export function replaceArmy(other) {
  const points_limit = other.points_limit || army.points_limit;
  Object.assign(army, empty(), copy(other), { rules: data.rules, points_limit });
}

/** @param {string} kind */
function freeId(kind) {
  const stem = (army.side[0] || "U").toUpperCase() + kind[0].toUpperCase();
  let n = 1;
  while (army.units.some((/** @type {any} */ unit) => unit.id === `${stem}${n}`)) n += 1;
  return `${stem}${n}`;
}

/** Tags of a new unit: one a base. @param {string} id @param {number} count */
const tagsOf = (id, count) => Array.from({ length: count }, (_, i) => (count > 1 ? `${id}/${i + 1}` : id));

/** @param {string} kind @param {string} brigade */
export function addUnit(kind, brigade = "") {
  const { choices, bases } = kinds.get(kind);
  const id = freeId(kind);
  const first = Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, values[0]]));
  army.units.push({ id, kind, name: "", brigade, bases: tagsOf(id, bases.length), choices: first });
  state.open = id;
}

/** The same once more, with an id and tags of its own. @param {any} unit */
export function duplicate(unit) {
  const id = freeId(unit.kind);
  army.units.splice(army.units.indexOf(unit) + 1, 0, { ...copy(unit), id, bases: tagsOf(id, unit.bases.length) });
  state.open = id;
}

/** Units that may lead. */
export const leaders = () => army.units.filter((/** @type {any} */ unit) => kinds.get(unit.kind)?.leads);
