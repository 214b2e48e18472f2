// @ts-check
// The wall of a hall: every table's plan and score; a tap shows one of them large.
import { $, h, s, toast } from "/static/dom.js";
import { corners } from "/static/map.js";
import { coalesced, getJson, listen, post } from "/static/net.js";
import { strengthBar } from "/static/show/score-board.js";
import { named, W } from "/static/hall/words.js";

const cards = new Map();
const tables = new Map();
let version = 0;
let data = null;
let came = 0;

const shown = () => decodeURIComponent(location.hash.slice(1));
const points = (list) => list.map((p) => p.join(",")).join(" ");
const kindClass = (kind) => kind.replace(/[^a-z]/gi, "");

// The plan from above, north up: inches turned into a drawing whose y grows downwards.
function plan(table) {
  const drawing = table.plan;
  if (!drawing) return h("div", { class: "hall-plan empty" });
  const [w, d] = drawing.size_in;
  const land = drawing.terrain.map((piece) =>
    s(piece.is_line ? "polyline" : "polygon", {
      class: `terrain ${kindClass(piece.kind)} ${piece.is_line ? "line" : ""}`,
      points: points(piece.outline_in),
    })
  );
  const gone = new Set(table.score?.units.filter((unit) => unit.gone).map((unit) => unit.unit));
  const bases = drawing.bases.filter((base) => !gone.has(base.unit)).map((base) => {
    const cls = `plan-base side-${base.side < 0 ? "none" : base.side} ${base.status === "seen" ? "" : "unsure"}`;
    if (base.round) return s("circle", { class: cls, cx: base.x_in, cy: base.y_in, r: base.frontage_in / 2 });
    return s("polygon", { class: cls, points: points(corners(base)) });
  });
  const about = `${table.status?.name || table.place}: ${table.score?.title || ""}`;
  return s(
    "svg",
    { class: "hall-plan", viewBox: `0 0 ${w} ${d}`, role: "img", "aria-label": about },
    s("rect", { class: "plan-cloth", width: w, height: d }),
    s("g", { transform: `translate(0 ${d}) scale(1 -1)` }, land, bases),
  );
}

function score(table) {
  const { score } = table;
  if (!score?.game) return [];
  return score.sides.map((side, index) =>
    h(
      "div",
      { class: `score-side side-${index}` },
      h("strong", {}, named(side.side)),
      side.start ? strengthBar(side.now, side.start) : null,
      h("span", { class: "num" }, side.start ? W.left(side.now, side.start) : W.unitsLeft(side.units, side.of)),
    )
  );
}

function card(table) {
  const online = table.status?.online;
  const calls = data.waiting.filter((call) => call.place === table.place);
  const name = table.status?.name || table.place;
  const line = table.score?.game ? `${table.score.rules} · ${W.turn(table.score.turn)} · ${table.score.phase}` : "";
  const says = table.score?.over
    ? (table.score.over.winner ? W.wins(table.score.over.winner) : W.draw)
    : table.score?.says || "";
  const sim = table.simulated ? h("span", { class: "badge-pill" }, "SIMULATED") : null;
  const el = h(
    "a",
    { class: `hall-card ${online ? "" : "away"} ${calls.length ? "calls" : ""}`, href: `#${table.place}` },
    h("h2", {}, name, online ? "" : ` · ${W.tableAway}`, " ", sim),
    plan(table),
    h("div", { class: "hall-score" }, score(table)),
    h("p", { class: "hall-line-1" }, line),
    h("p", { class: "hall-says" }, says),
    units(table),
    calls.length ? h("p", { class: "hall-calls" }, W.tableCalls(waited(calls[0].since_s))) : null,
  );
  // Each table has its own two colours.
  (table.score?.sides || []).forEach((side, i) => {
    if (side.colour) el.style.setProperty(`--paint-${i}`, side.colour);
  });
  return el;
}

// Who is left of each unit; shown of a table that stands large.
function units(table) {
  const all = table.score?.game ? table.score.units : [];
  if (!all.length) return null;
  return h(
    "div",
    { class: "hall-units" },
    table.score.sides.map((side, index) =>
      h(
        "ul",
        { class: `side-${index}` },
        all.filter((unit) => unit.side === side.side).map((unit) =>
          h(
            "li",
            { class: unit.gone ? "gone" : "" },
            h("span", {}, unit.name),
            " ",
            h("span", { class: "num" }, unit.gone ? W.gone : unit.start === null ? "" : W.left(unit.now, unit.start)),
          )
        ),
      )
    ),
  );
}

const waited = (since) => W.minutes(Math.max(0, Math.round(data.now_s - since + (Date.now() - came) / 1000)));

function board() {
  const { clock, announcements } = data.board;
  const left = clock ? Math.round(clock.left_s - (clock.running ? (Date.now() - came) / 1000 : 0)) : 0;
  return h(
    "div",
    { class: "hall-board" },
    clock ? h("p", { class: "hall-clock num" }, `${clock.title} `, h("strong", {}, W.minutes(left))) : null,
    announcements.slice(-3).map((one) => h("p", { class: "hall-announcement" }, one.text)),
  );
}

async function say(url, fields) {
  try {
    await post(url, fields);
    await refresh();
  } catch (why) {
    toast(why.message, true);
  }
}

function form() {
  if (data.you.role !== "umpire") return null;
  return h(
    "details",
    { class: "hall-tell" },
    h("summary", {}, `${W.announce} · ${W.roundClock}`),
    announceForm(),
    clockForm(),
  );
}

function announceForm() {
  const text = h("input", {
    type: "text",
    maxlength: 300,
    name: "text",
    "aria-label": W.announce,
    placeholder: W.announce,
  });
  const announce = (event) => {
    event.preventDefault();
    if (text.value) say("/board/announce", { text: text.value });
    text.value = "";
  };
  return h(
    "form",
    { onsubmit: announce },
    text,
    h("button", { type: "submit" }, W.send),
    h("button", { type: "button", class: "quiet", onclick: () => say("/board/announce", { text: "" }) }, W.takeDown),
  );
}

function clockForm() {
  const title = h("input", {
    type: "text",
    maxlength: 60,
    size: 10,
    "aria-label": W.clockTitle,
    placeholder: W.clockTitle,
  });
  const minutes = h("input", { type: "number", min: 0, max: 6000, value: "60", "aria-label": W.clockMinutes });
  const start = (event) => {
    event.preventDefault();
    say("/board/clock", { title: title.value, left_s: Number(minutes.value) * 60, running: true });
  };
  return h(
    "form",
    { onsubmit: start },
    title,
    minutes,
    h("button", { type: "submit" }, W.startClock),
    h("button", { type: "button", class: "quiet", onclick: () => run(false) }, W.stopClock),
    h("button", { type: "button", class: "quiet", onclick: () => run(true) }, W.goOnClock),
  );
}

// Stops the round's clock or lets it go on, at what it shows.
function run(running) {
  const { clock } = data.board;
  if (!clock) return;
  const gone = clock.running ? (Date.now() - came) / 1000 : 0;
  say("/board/clock", { title: clock.title, left_s: Math.max(0, clock.left_s - gone), running });
}

const head = h("div", {});
const tell = h("div", {});
const grid = h("div", { class: "hall-wall" });
$("hall").append(head, grid, tell);

function draw(changed) {
  head.replaceChildren(board());
  if (!tell.children.length && data.you.role === "umpire") tell.append(form());
  const banners = data.trouble ? [h("div", { class: "banner trouble" }, W.hallTrouble(data.trouble))] : [];
  $("banners").replaceChildren(...banners);
  for (const table of changed) {
    const fresh = card(table);
    cards.get(table.place)?.replaceWith(fresh);
    cards.set(table.place, fresh);
  }
  const names = [...tables.keys()].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
  const alone = tables.has(shown()) ? [shown()] : names;
  const wanted = alone.map((place) => cards.get(place));
  grid.classList.toggle("one", alone.length === 1 && names.length > 1);
  if (wanted.length !== grid.children.length || wanted.some((el, k) => grid.children[k] !== el)) {
    grid.replaceChildren(...wanted);
  }
  if (!names.length) grid.replaceChildren(h("p", {}, W.noTables));
  back.hidden = !grid.classList.contains("one");
}
const back = h("a", { class: "hall-back", href: "#", hidden: true }, W.allTables);
$("hall").prepend(back);

let calling = "";
const refresh = coalesced(async () => {
  data = await getJson(`/wall.json?since=${version}`);
  came = Date.now();
  if (data.version < version) {
    tables.clear();
    cards.clear();
  }
  version = data.version;
  for (const table of data.tables) tables.set(table.place, table);
  const waiting = JSON.stringify(data.waiting);
  const all = waiting !== calling;
  calling = waiting;
  draw(all ? [...tables.values()] : data.tables);
}, 80);
listen(refresh, () => {});
addEventListener("hashchange", () => draw([]));
setInterval(() => {
  if (data) {
    head.replaceChildren(board());
    draw([...tables.values()].filter((t) => data.waiting.some((c) => c.place === t.place)));
  }
}, 5000);
refresh();
