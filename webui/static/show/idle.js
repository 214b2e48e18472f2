// @ts-check
// While nothing happens: key moments again, both armies, and how to join in, in turn.
import { h, s } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { named, W } from "/static/words.js";

const STEP_MS = 12000;
let battle = { head: -1, moments: /** @type {any[]} */ ([]) };

/** Which of the things in turn is shown now. */
export const step = () => Math.floor(Date.now() / STEP_MS);

/** Asks for the key moments of the battle as it stands, once. @param {PageData.Table} data as /show.json */
export async function loadMoments(data) {
  if (!data.game || battle.head === data.game.head) return;
  battle = { head: data.game.head, moments: [] };
  try {
    /** @type {PageData.ReplayPage} */
    const told = await getJson("/replay.json");
    battle.moments = told.moments.map((k) => ({ ...told.frames[k], size_in: told.size_in }));
  } catch { /* the armies are shown instead */ }
}

/** @param {any} one a moment @returns {Node[]} */
function moment(one) {
  return [
    h("p", { class: "show-head" }, `${W.keyMoment} · ${one.turn}`),
    h("p", { class: "show-says" }, one.says),
    picture(one),
  ].filter(Boolean);
}

function picture({ url, box, margin, size_in: [w, d], says, named }) {
  if (!url || !box) return null;
  return s(
    "svg",
    {
      class: "show-moment",
      role: "img",
      "aria-label": says,
      viewBox: `${box[0]} ${d - box[1] - box[3]} ${box[2]} ${box[3]}`,
    },
    s("image", {
      href: url,
      x: -margin,
      y: -margin,
      width: w + 2 * margin,
      height: d + 2 * margin,
      preserveAspectRatio: "none",
    }),
    named.map((/** @type {any[]} */ [name, x, y, size]) =>
      s("text", { x, y: d - y, "font-size": size, "stroke-width": size / 6, "text-anchor": "middle" }, name)
    ),
  );
}

function army(data, side) {
  const units = data.units.filter((unit) => unit.side === side && !unit.gone).slice(0, 8);
  return [
    h("p", { class: "show-says" }, data.game.title),
    h("p", { class: "show-head" }, named(side)),
    h(
      "div",
      { class: "show-lines" },
      units.map((unit) =>
        h("div", {}, h("span", {}, unit.name || unit.unit), h("strong", {}, unit.badges[0] || unit.kind))
      ),
    ),
  ];
}

const help = () => [
  h("p", { class: "show-says" }, W.howTo),
  h("ol", { class: "show-steps" }, W.threeSteps.map((one) => h("li", {}, one))),
];

/** What the crowd is told between two actions. @param {PageData.Table} data @param {number} turn which of them */
export function between(data, turn) {
  if (!data.game) {
    return [h("p", { class: "show-says" }, data.club?.name || "Drumhead"), h("p", { class: "show-head" }, W.what)];
  }
  const shown = [
    ...data.game.sides.map((side) => () => army(data, side)),
    help,
    ...battle.moments.map((one) => () => moment(one)),
  ];
  return shown[turn % shown.length]();
}
