// @ts-check
// What the players' page knows, and the map it draws on.
import { $ } from "/static/dom.js";
import { TableMap } from "/static/map.js";

export const state = {
  fresh: "",
  offers: null,
  data: null,
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
  mayMove: () => false,
};
export const map = new TableMap($("map"), {
  onTap: (unit, _payload, at) => page.tapped(unit, at),
  onPlace: (bases) => page.placed(bases),
  onGhost: (unit, bases) => page.shown(unit, bases),
  mayMove: (unit) => page.mayMove(unit),
});
/** @param {HTMLFormElement} form @returns {Record<string, any>} what is typed into it, by name */
export const values = (form) => Object.fromEntries(new FormData(form));
export const data0 = () => state.data;
