// @ts-check
// Models of a move that was refused or taken back: where they stood, and the one tap back to there.
import { h } from "/static/dom.js";
import { post } from "/static/net.js";
import { complain, mayMove } from "/static/table/acting.js";
import { map, page, state } from "/static/table/state.js";
import { W } from "/static/words.js";

// Exactly there: what is dragged snaps into contact, what is put back does not.
async function putBack(bases) {
  map.dropped.keep(bases);
  try {
    await post("/act/place", { bases });
    map.dropped.answered();
  } catch (why) {
    map.dropped.letGo();
    complain(why);
  }
  await page.refresh();
}

/**
 * The way back of what has moved under the open question; null where there is none.
 * @param {any[]} moved as /moved.json
 */
export function wayBack(moved) {
  const mine = moved.filter((each) => each.stood.length && mayMove(each.unit));
  if (!mine.length) return null;
  if (!state.data.can.moves) return h("p", { class: "small" }, W.stoodThere(mine.length > 1));
  const bases = mine.flatMap((each) =>
    each.stood.map(({ payload, x_in, y_in, facing_deg }) => ({ payload, x_in, y_in, facing_deg }))
  );
  return h("button", {
    type: "button",
    "data-keep-focus": "put-back",
    onclick: () => putBack(bases),
  }, W.putWhereItStood(mine.length > 1));
}

/**
 * The card of models that stand where an action has moved them that was taken back since.
 * @param {(unit: string) => string} name
 */
export function takenBackCard(name) {
  const moved = state.movedBack || [];
  if (!moved.length) return null;
  const units = moved.map((each) => name(each.unit));
  return h(
    "section",
    { class: "card taken-back", role: "status" },
    h("p", {}, W.standsElsewhere(units)),
    wayBack(moved),
  );
}
