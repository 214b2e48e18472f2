// @ts-check
// Ghosts on the players' page: what is shown before it is asked for, and what all are led through.
import { $, h, toast } from "/static/dom.js";
import { draftCard, drawGuide, guideCard } from "/static/map/guide.js";
import { post } from "/static/net.js";
import { act, complain } from "/static/table/acting.js";
import { map, page, state } from "/static/table/state.js";
import { W } from "/static/words.js";

const name = (unit) => state.data.units.find((u) => u.unit === unit)?.name || unit;

/** A drag shows where a unit is to go; whoever is not at the table begins with it. @param {boolean} on */
export function ghosting(on) {
  map.ghost(on);
  state.draft = null;
  $("ghost").setAttribute("aria-pressed", String(on));
}

/** @param {string} unit @param {any[]} bases */
export function shown(unit, bases) {
  state.draft = { unit, bases };
  page.draw();
}

function forget() {
  state.draft = null;
  map.ghost(map.ghosting);
  page.draw();
}

async function ask() {
  const bases = state.draft.bases.map(({ payload, x_in, y_in, facing_deg }) => ({ payload, x_in, y_in, facing_deg }));
  try {
    await post("/act/guide", { head: state.data.game.head, bases });
    state.picked = state.aimed = "";
    forget();
  } catch (why) {
    complain(why);
  }
  await page.refresh();
}

async function follow(url, fields) {
  try {
    await post(url, url.endsWith("/end") ? { head: state.data.game.head, ...fields } : fields);
  } catch (why) {
    complain(why);
  }
  await page.refresh();
}

// On a phone the map goes to whichever unit comes next, its ghost in view as well.
function closer(guide, chosen) {
  const key = guide ? `${guide.event}/${chosen}` : "";
  const before = state.closeTo || "";
  if (key === before) return;
  if (guide && !before.startsWith(`${guide.event}/`)) state.toTop = true;
  state.closeTo = key;
  if (map.box().width >= 600 || !(map.fitted || map.framed)) return;
  const ghosts = guide?.units.find((u) => u.unit === chosen && !u.there)?.bases;
  if (ghosts) map.frame([chosen], ghosts);
  else if (map.framed) map.fit();
}

/** The cards at the top of the panel, and the outlines on the map. @param {any} data as /table.json */
export function guiding(data) {
  const chosen = data.guide?.units.some((u) => u.unit === state.led && !u.there) ? state.led : data.guide?.next;
  closer(data.guide, chosen);
  drawGuide(map, data.guide, chosen);
  const parts = [];
  if (state.draft) parts.push(draftCard(state.draft, name, ask, forget));
  if (data.guide) {
    parts.push(
      guideCard(data.guide, {
        chosen,
        name,
        turned: map.view.rot,
        may: data.you.may_act,
        act: follow,
        choose: (unit) => {
          state.led = unit;
          page.draw();
        },
      }),
    );
  }
  return parts;
}

// The whole table as it was when it was last kept: after a break, or a knock.
export function backCard() {
  return h(
    "details",
    { class: "card", "data-key": "back" },
    h("summary", {}, W.guide.back),
    h("p", { class: "soft small" }, W.guide.backHelp),
    h("button", {
      type: "button",
      class: "main-button",
      "data-keep-focus": "back",
      onclick: () => act("/act/guide/table", {}),
    }, W.guide.back),
  );
}

$("ghost").onclick = () => {
  ghosting(!map.ghosting);
  if (map.ghosting) toast(W.guide.help);
  page.draw();
};
