// @ts-check
// Watching by a link: asks every three seconds for what has changed, and draws it.
import { $, faces, h, s } from "/static/dom.js";
import { drawGuide, guideShown } from "/static/map/guide.js";
import { TableMap } from "/static/map.js";
import { banners, standing } from "/static/standing.js";
import { setLength } from "/static/units.js";
import { W } from "/static/words.js";

const EVERY_MS = 3000;
const NAMED = { bases: "payload", units: "unit", verdicts: "id" };
const here = location.pathname;
const map = new TableMap($("map"), { live: false });
let data = null;
let known = { since: 0, tiles: 0, clock: "" };
let margin = null;
const parts = new Map();

// The table as it was known, with what has changed since.
/** @param {any} old @param {PageData.WatchersNow} told */
function merged(old, told) {
  const now = { ...old, ...told.set };
  for (const [key, change] of Object.entries(told.lists || {})) {
    const by = NAMED[key];
    const members = new Map((old[key] || []).map((one) => [one[by], one]));
    for (const one of change.put) members.set(one[by], one);
    now[key] = (change.names || [...members.keys()]).map((name) => members.get(name)).filter(Boolean);
  }
  return now;
}

// Tiles lie where they belong on the cloth; the picture has a margin all round.
/** @param {PageData.TileShown[]} tiles */
function lay(tiles) {
  if (!margin) return;
  const [m, w, d] = margin;
  const [wide, high] = [w + 2 * m, d + 2 * m];
  for (const { n, box, webp } of tiles) {
    const [left, top, right, bottom] = box;
    let el = parts.get(n);
    if (!el) {
      el = s("image", { preserveAspectRatio: "none" });
      parts.set(n, el);
      map.layers.photo.append(el);
    }
    // A hair wider: no seam shines through.
    const place = {
      width: (right - left) * wide + 0.03,
      height: (bottom - top) * high + 0.03,
      transform: `translate(${left * wide - m} ${d + m - top * high}) scale(1 -1)`,
    };
    for (const [key, value] of Object.entries(place)) el.setAttribute(key, value);
    el.setAttribute("href", `data:image/webp;base64,${webp}`);
  }
}

/** @param {PageData.WatchersNow} told */
function take(told) {
  if (told.fresh) {
    data = null;
    parts.clear();
    map.layers.photo.replaceChildren();
  }
  known = { since: told.number || 0, tiles: told.tiles_until || 0, clock: told.clock };
  margin = told.margin || null;
  data = { picture: null, troubles: [], flags: [], ...merged(data || {}, told) };
  setLength(data.game?.length);
  map.render(data);
  map.svg.classList.toggle("on-photo", parts.size > 0);
  lay(told.tiles || []);
  draw(told);
}

const name = (unit) => data.units.find((u) => u.unit === unit)?.name || unit || "";

/** @param {PageData.WatchersNow} told */
function draw(told) {
  banners(data, true);
  standing($("standing"), data);
  const action = data.open?.action || data.verdicts[0]?.action || {};
  map.mark(action.by || "", action.at || "");
  map.reach(data.open?.reach || []);
  drawGuide(map, data.guide, data.guide?.next);
  $("age").textContent = told.delay_min ? W.watching.late(told.delay_min) : W.watching.live;
  const cards = [
    data.game?.over ? overCard(data.game.over) : null,
    data.guide ? h("section", { class: "card guide" }, guideShown(data.guide, name)) : null,
    data.open ? openCard(data.open, data.prompt) : null,
    ...data.verdicts.map(rulingCard),
  ];
  $("panel").replaceChildren(...cards.filter(Boolean));
  $("map").dataset.version = told.number;
}

const overCard = (over) =>
  h(
    "section",
    { class: "card" },
    h("h2", {}, W.over),
    h("p", { class: "total" }, over.winner ? W.wins(over.winner) : W.draw),
    h("p", {}, over.says),
  );

function openCard(open, prompt) {
  const asked = prompt && [
    h("h2", {}, prompt.what),
    h("p", { class: "need" }, W.asks(prompt.by)),
    prompt.ask === "roll" ? h("div", { class: "dice" }, faces(prompt.draft, prompt.need)) : null,
  ];
  return h("section", { class: "card prompt" }, h("p", { class: "soft small" }, open.says), asked);
}

const rulingCard = (ruling) =>
  h(
    "section",
    { class: "card ruling" },
    h("h3", {}, ruling.headline || ruling.says),
    h("div", { class: "dice" }, faces(ruling.faces.slice(0, 18))),
    ruling.total ? h("p", { class: "total" }, ruling.total) : null,
  );

async function ask() {
  try {
    const answer = await fetch(
      `${here}/now.json?${new URLSearchParams(Object.entries(known).map(([name, value]) => [name, String(value)]))}`,
      { cache: "no-store" },
    );
    if (answer.status === 404) {
      $("panel").replaceChildren(h("p", { class: "card" }, W.watching.ended));
      return false;
    }
    if (answer.status === 200) {
      /** @type {PageData.WatchersNow} */
      const told = await answer.json();
      if (told.waits_s === undefined) take(told);
      else {
        known = { since: 0, tiles: 0, clock: told.clock };
        data = null;
        $("panel").replaceChildren(h("p", { class: "card" }, W.watching.waits(Math.ceil(told.waits_s / 60))));
      }
    } else if (answer.status !== 204) throw new Error(String(answer.status));
  } catch {
    if (data) banners(data, false);
  }
  return true;
}

for (;;) {
  if (!document.hidden && !(await ask())) break;
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
}
