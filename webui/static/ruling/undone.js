// @ts-check
// What was taken back or brought back, and by whom, as every page says it.
import { named, W } from "/static/words.js";

/** What somebody is called. @param {PageData.Person} party */
export const who = (party) =>
  named(party.name || party.side || /** @type {Record<string, string>} */ (W.roles)[party.role || ""] || "");

/** @param {PageData.HeadMoved} moved */
export const undone = (moved) => (moved.redo ? W.putAgain : W.tookBack)(who(moved.who), moved.says);
