// @ts-check
// How well a gap of a foot is measured: what people need to know of the ±, at a glance.
import { getJson } from "/static/net.js";
import { inCm, short } from "/static/units.js";
import { W } from "/static/words.js";

/** @type {number | null} mid-table, inches */
let knownIn = null;
let wasBlind = true;

/** Asks anew when the table has come into sight. @param {any} data as /table.json */
export async function learnFoot(data) {
  const isBlind = Boolean(data.blind) || !data.can.sees;
  const asks = !isBlind && wasBlind;
  wasBlind = isBlind;
  if (isBlind) knownIn = null;
  if (asks) knownIn = (await getJson("/setup/foot.json")).gap_in;
}

/** "1 ft ± 0.03″"; "" where nothing is known. */
export const footNow = () => (knownIn === null ? "" : W.footGap(inCm(), short(knownIn, 2)));
