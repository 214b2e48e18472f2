// @ts-check
// What people do, sent to the server once.
import { $, h, toast } from "/static/dom.js";
import { toContact } from "/static/map/contact.js";
import { getJson, log, post, Said } from "/static/net.js";
import { RestingThumb } from "/static/prompt/resting-thumb.js";
import { map, page, state, values } from "/static/table/state.js";
import { W } from "/static/words.js";

/** Where something was tapped that is sent once. */
export const tapped = new RestingThumb($("panel"));

/** @param {any} why */
export function complain(why) {
  log(why);
  // 409 is "not now": nothing is wrong, somebody was faster.
  toast(why instanceof Said ? why.message : W.lost, why.status !== 409, why.why);
}

/** @param {string} unit */
export function mayMove(unit) {
  const you = state.data?.you;
  if (!you?.may_act) return false;
  return you.role !== "player" || state.data.units.find((u) => u.unit === unit)?.side === you.side;
}

/**
 * *form*: what was typed into it is let go of once it is kept, not before.
 * @param {string} url @param {object} fields @param {HTMLFormElement | null} form
 */
export async function act(url, fields, form = null) {
  // Until what the first tap did is drawn, a second one is none.
  if (state.acting === state.drawn) return;
  // The server would say so too, on a busy computer seconds later.
  if (url === "/act/declare" && state.data.blind && !("agreed" in fields)) {
    state.waiting = { url, fields, head: state.data.game.head };
    page.draw();
    await page.refresh();
    return;
  }
  state.acting = state.drawn;
  tapped.answers();
  const sent = form && JSON.stringify(values(form));
  try {
    await post(url, { head: state.data.game.head, ...fields });
    forget(form, sent);
  } catch (why) {
    state.acting = -1;
    tapped.refused();
    if (url !== "/act/declare" || why.status !== 409 || !(await isBlind())) complain(why);
    else state.waiting = { url, fields, head: state.data.game.head };
  }
  await page.refresh();
}

const isBlind = async () => Boolean((await getJson("/table.json")).blind);

/** What was declared before the table was seen: goes on by itself as soon as it is. @param {any} data as /table.json */
export function whenSeen(data) {
  const { waiting } = state;
  if (!waiting) return;
  if (data.game?.head !== waiting.head) state.waiting = null;
  else if (!data.blind) {
    state.waiting = null;
    act(waiting.url, waiting.fields);
  }
}

/** The card of what waits; null when nothing does. @param {any} data as /table.json */
export function waitingCard(data) {
  if (!state.waiting) return null;
  const leave = () => {
    state.waiting = null;
    page.draw();
  };
  return h(
    "section",
    { class: "card waiting", role: "status" },
    h("p", {}, h("strong", {}, W.waitsTillSeen(data.blind))),
    h("button", { type: "button", onclick: leave }, W.guide.cancel),
  );
}

// While the answer was on its way the form may have been drawn anew, with what was typed, or
// something else may have been typed into it.
function forget(form, sent) {
  const now = form?.isConnected
    ? form
    : form && document.querySelector(`form[data-key="${CSS.escape(form.dataset.key || "")}"]`);
  if (!now || JSON.stringify(values(now)) !== sent) return;
  for (const el of now.elements) delete el.dataset.typed;
  now.reset();
}

// A finger is not as exact as a hand at the table: who is to come into contact and was put so near,
// or a little into the other, just touches.
const NEAR_IN = 1;

function intoContact(places) {
  const { open, prompt, bases, can } = state.data;
  const { by, at } = open?.action || {};
  if (prompt?.ask !== "look" || !at || !can.moves) return places;
  const put = new Map(places.map((place) => [place.payload, place]));
  const moved = bases.filter((base) => put.has(base.payload)).map((base) => ({ ...base, ...put.get(base.payload) }));
  if (!moved.length || moved.some((base) => base.unit !== by)) return places;
  const way = toContact(moved, bases.filter((base) => base.unit === at), NEAR_IN);
  return way ? places.map((place) => ({ ...place, x_in: place.x_in + way[0], y_in: place.y_in + way[1] })) : places;
}

/** @param {any[]} bases */
export async function placed(bases) {
  try {
    await post("/act/place", { bases: intoContact(bases) });
    map.dropped.answered();
  } catch (why) {
    map.dropped.letGo();
    complain(why);
  }
  await page.refresh();
}

/** @param {string} payload */
export async function lift(payload) {
  try {
    await post("/act/lift", { bases: [payload] });
  } catch (why) {
    complain(why);
  }
  await page.refresh();
}

/** A unit whose side is to act, and that has something to do. @param {any} unit */
export function mayAct(unit) {
  const { data, offers } = state;
  return Boolean(offers?.units[unit.unit]) && data.game.to_act.includes(unit.side) &&
    (data.you.role !== "player" || unit.side === data.you.side);
}
