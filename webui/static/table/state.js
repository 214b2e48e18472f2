// @ts-check
// What the players' page knows, and the map it draws on.
import { $ } from "/static/dom.js";
import { TableMap } from "/static/map.js";

/**
 * @typedef {object} State
 * @property {PlayedTable} data as /table.json; null before its first answer
 * @property {PageData.Actions | null} offers what may be done now, by unit and side
 * @property {string} picked the unit that was tapped first
 * @property {string} aimed the unit that was tapped second
 * @property {PageData.OneUnit | null} unit what the picked unit may do, and how far it reaches
 * @property {PageData.Between | null} readings what is measured from the picked unit to the aimed one
 * @property {string} shown the one reading that is drawn
 * @property {number | string} fresh the ruling just made; "" for none
 * @property {string} camera whose picture is shown; "" for all of them together
 * @property {boolean} connected
 * @property {boolean} [toTop] whether the panel goes to its top when it is drawn next
 * @property {number} [acting] the version of the table for which something was sent; -1 for none
 * @property {number} [drawn] the version of the table that stands on the screen
 * @property {any} [waiting] what was sent and waits for the table to be seen
 * @property {any} [asking] the form that asks before something is declared or overruled
 * @property {any} [openLine] the measured line of the open action
 * @property {any[]} [moved] what the table has seen move under a question
 * @property {any[]} [movedBack] what stands where an action has moved it that was taken back since
 * @property {any} [comesTo] what the rules make of it
 * @property {any} [ghost] where it may go and where it stood
 * @property {any} [draft] where somebody drags a unit that only the table may move
 * @property {string} [led] the unit whose ghost was chosen
 * @property {string} [closeTo] the ghost that the map came close to
 * @property {any} [odds] the chances that were asked for
 * @property {PageData.UnitValues & {key: string}} [fields] the values of the unit that is put right by hand
 * @property {string} [setReason] why it is put right
 * @property {boolean} [wished] whether this side has asked to take something back
 * @property {any} [here] how many screens of each side are connected
 */

/** @type {State} */
export const state = {
  fresh: "",
  offers: null,
  data: /** @type {any} */ (null),
  picked: "",
  aimed: "",
  unit: null,
  readings: null,
  shown: "",
  camera: "",
  connected: true,
};

// What the rooms of this page call of it; the page itself sets them.
/** @type {Record<string, (...about: any[]) => any>} */
export const page = {
  refresh: async () => {},
  draw: () => {},
  tapped: async () => {},
  select: async () => {},
  placed: async () => {},
  shown: () => {},
  ruled: async () => {},
  mayMove: () => false,
};
export const map = new TableMap($("map"), {
  onTap: (unit, _payload, at) => page.tapped(unit, at),
  onPlace: (bases) => page.placed(bases),
  onGhost: (unit, bases) => page.shown(unit, bases),
  onRuler: (from, to) => page.ruled(from, to),
  mayMove: (unit) => page.mayMove(unit),
});
/** @param {HTMLFormElement} form @returns {Record<string, any>} what is typed into it, by name */
export const values = (form) => Object.fromEntries(new FormData(form));
export const data0 = () => state.data;
