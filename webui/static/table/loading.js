// @ts-check
// What is asked of the server besides the table itself.
import { stood } from "/static/map/stood.js";
import { getJson } from "/static/net.js";
import { tapped } from "/static/table/acting.js";
import { map, state } from "/static/table/state.js";
import { lengthText } from "/static/units.js";

/**
 * Everybody looks from their own edge: a player's army is at the bottom until the table is turned.
 * @param {any} data as /table.json
 */
export function ownEdgeDown(data) {
  try {
    const kept = sessionStorage.getItem("turned");
    if (kept !== null) {
      map.view.rot = Number(kept);
      return;
    }
  } catch { /* private window */ }
  const mine = data.bases.filter((b) => data.you.role === "player" && b.side === data.you.side && b.x_in !== null);
  if (!mine.length) return;
  const [w, d] = data.size_in;
  const off = mine.reduce((a, b) => [a[0] + (b.x_in - w / 2) / mine.length, a[1] + (b.y_in - d / 2) / mine.length], [
    0,
    0,
  ]);
  const down = { 0: -off[1], 90: off[0], 180: off[1], 270: -off[0] };
  map.view.rot = Number(Object.keys(down).reduce((a, b) => (down[b] > down[a] ? b : a)));
}

/**
 * A new question, or the ruling just made, comes to the top of the panel; whoever has acted is let go of.
 * @param {any} before @param {any} now
 */
export function noteFresh(before, now) {
  if (!before) return ruledElsewhere(now);
  if (!now.game || before.game?.head === now.game.head) return;
  tapped.moved();
  if (hasActed(before, now)) {
    state.picked = state.aimed = map.turned = "";
    if (map.framed) map.fit();
  }
  letGoOfFallen(before, now);
  state.toTop = Boolean(now.prompt) || Boolean(before.open && !now.open);
  // What came after the move and its ruling is about something else.
  if (!before.open) state.ghost = null;
  const ruled = ruledSince(before, now);
  if (now.open) state.fresh = "";
  else if (ruled) {
    state.fresh = ruled.id;
    state.aimed = "";
    if (map.framed) map.fit();
  }
}

// What was ruled on another page, which has sent its people here to see it.
function ruledElsewhere(now) {
  if (location.hash !== "#ruled") return;
  history.replaceState(null, "", location.pathname + location.search);
  if (now.game && !now.open) state.fresh = now.verdicts[0]?.id ?? "";
}

// Whoever fell is not picked any more, nor aimed at.
function letGoOfFallen(before, now) {
  const hasFallen = (unit) => isGone(now, unit) && !isGone(before, unit);
  if (hasFallen(state.picked)) state.picked = state.aimed = "";
  if (hasFallen(state.aimed)) state.aimed = "";
}
const isGone = (data, name) => Boolean(data.units.find(({ unit }) => unit === name)?.gone);

// The newest ruling, if it came since then.
function ruledSince(before, now) {
  const newest = now.verdicts[0];
  return newest && newest.id !== before.verdicts[0]?.id ? newest : null;
}

// An action is ruled, or others are to act: what was picked for it is no longer meant, and the next tap
// is to pick. What a player picks ahead, while the other side acts, stays until his own side has acted.
function hasActed(before, now) {
  const side = now.units.find((unit) => unit.unit === state.picked)?.side;
  if (!state.picked) return false;
  const ruled = ruledSince(before, now);
  const isRuled = ruled && !now.open && !isSetting(ruled.action);
  const [then, next] = [before.game?.to_act || [], now.game.to_act];
  if (now.you.role === "player" && side === now.you.side) {
    return (isRuled && sideOf(ruled.action, now.units) === side) || (then.includes(side) && !next.includes(side));
  }
  return isRuled || then.join() !== next.join();
}

// Whose action it was: of a unit, or of a whole side.
const sideOf = (action, units) => units.find((unit) => unit.unit === action.by)?.side ?? action.by;

// Some things are set, one after the other, on the card of the unit that is picked.
const isSetting = (action) =>
  Boolean(state.unit?.offers.some((offer) => offer.setting && offer.action.do === action.do));

// What stands where an action has moved it that was taken back since.
async function loadMovedBack() {
  const { data } = state;
  state.movedBack = [];
  if (!data.game || data.open || !data.taken_back) return;
  try {
    ({ moved: state.movedBack } = await getJson("/moved.json"));
  } catch { /* asked again at the next change */ }
}

// While models are to be moved: what moved so far, with ghosts of where it stood.
export async function loadMoved() {
  await loadMovedBack();
  const looking = state.data.prompt?.ask === "look";
  let moved = looking ? state.moved || [] : [];
  state.moved = [];
  state.comesTo = null;
  if (looking) {
    try {
      ({ moved, comes_to: state.comesTo = null } = await getJson("/moved.json"));
    } catch { /* asked again at the next change */ }
  }
  state.moved = moved;
  keepGhost(looking ? moved.flatMap((each) => each.stood) : null);
}

// The ground of a move that is talked of, and where its models stood; null while none is asked for.
function keepGhost(stood) {
  const { open } = state.data;
  if (open?.reach.length && (stood || !isSpent(state.data))) {
    state.ghost = { reach: open.reach, stood: stood || state.ghost?.stood || [] };
  } else if (open || !state.fresh) {
    state.ghost = stood ? { reach: [], stood } : null;
  }
}

/** Who throws dice of a fight no longer talks of the move that led to it. @param {any} data */
const isSpent = ({ open, prompt }) => open.so_far.length && prompt && !prompt.reading;

// Who acts on whom, as a line on the map, while the dice are still to be thrown.
export async function loadOpenLine() {
  const { open } = state.data;
  if (!open?.action.at) {
    state.openLine = null;
    return;
  }
  if (state.openLine?.event === open.event) return;
  const then = stood(state.data.bases, [open.action.by, open.action.at]);
  state.openLine = { event: open.event, evidence: [], text: "", stood: then };
  try {
    const got = await getJson(`/measure.json?${new URLSearchParams({ from: open.action.by, to: open.action.at })}`);
    const found = got.readings.find((r) => r.evidence?.some((shape) => shape.role === "line"));
    if (found && state.openLine?.event === open.event) {
      state.openLine = { ...state.openLine, evidence: found.evidence, text: lengthText(found) };
    }
  } catch { /* hidden or moving: no line is better than a wrong one */ }
}

export async function loadOffers() {
  const { data } = state;
  if (!data.game || !data.you.may_act || data.open) {
    state.offers = null;
    return;
  }
  try {
    state.offers = await getJson("/actions.json");
  } catch {
    state.offers = null;
  }
}

export async function loadUnit() {
  const unit = state.picked;
  if (!unit || !state.data.game) {
    state.unit = null;
    return;
  }
  try {
    const got = await getJson(`/unit.json?unit=${encodeURIComponent(unit)}`);
    if (state.picked === unit) state.unit = got;
  } catch {
    state.unit = null;
  }
}

export async function loadReadings() {
  const [frm, to] = [state.picked, state.aimed];
  if (!frm || !to) {
    state.readings = null;
    return;
  }
  try {
    const got = await getJson(`/measure.json?from=${encodeURIComponent(frm)}&to=${encodeURIComponent(to)}`);
    if (state.picked === frm && state.aimed === to) state.readings = got;
  } catch (why) {
    state.readings = { from: frm, to, readings: [], trouble: why.message };
  }
}
