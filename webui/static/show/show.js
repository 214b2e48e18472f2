// @ts-check
// The big screen: who does what, the line, the dice, the verdict; readable from three metres.
import { $, faces, h, verdictPill } from "/static/dom.js";
import { TableMap } from "/static/map.js";
import { coalesced, getJson, getLive, listen } from "/static/net.js";
import { whyLines } from "/static/prompt/before-throw.js";
import { readingText } from "/static/ruling/ruling.js";
import { thrown, throwsOf } from "/static/ruling/thrown.js";
import { drawGuide, guideShown } from "/static/map/guide.js";
import {
  actors,
  choices,
  gravely,
  lately,
  marks,
  newest,
  openActors,
  soFar,
  toDo,
  unitName,
} from "/static/show/cards.js";
import { stillStand, stood } from "/static/map/stood.js";
import { fitThrows } from "/static/show/fitting.js";
import { between, loadMoments, step } from "/static/show/idle.js";
import { topBar } from "/static/show/top.js";
import { justUndone } from "/static/show/undone.js";
import { setLength } from "/static/units.js";
import { W } from "/static/words.js";

const IDLE_MS = 45000;
const map = new TableMap($("map"), { live: false });
let idle = 0;
let up = true;
let data = null;
const drawn = new Map();
const join = await getJson("/join.json").catch(() => null);

const refresh = coalesced(async () => {
  data = await getLive("/show.json");
  await loadLine();
  setLength(data.game?.length);
  map.render(data);
  draw();
}, 300);

// The line between the two units of the open action, or of the newest ruling, as it was frozen.
/** @type {{key: string, readings: any[], stood: any[]}} */
let line = { key: "", readings: [], stood: [] };
async function loadLine() {
  const action = data.open?.action || data.verdicts[0]?.action;
  const key = data.open ? `open-${data.open.event}` : data.verdicts[0]?.id || "";
  if (key === line.key) return;
  line = { key, readings: [], stood: data.open && action?.at ? stood(data.bases, [action.by, action.at]) : [] };
  if (!action?.at) return;
  try {
    line.readings = data.open
      ? (await getJson(`/measure.json?${new URLSearchParams({ from: action.by, to: action.at })}`)).readings
      : (await getJson(`/rulings/${key}.json`)).measured;
  } catch { /* hidden or moving: no line is better than a wrong one */ }
}

const name = (unit) => unitName(data, unit);
const isIdle = () => Date.now() - idle > IDLE_MS;

function draw() {
  const sim = $("sim");
  sim.hidden = !data.can.simulated;
  sim.textContent = data.banner?.title || "";
  // At the end the last line and arc would only be in the way of the field that is held.
  const over = data.game?.over;
  const ruling = over || !data.game ? null : newest(data);
  drawTable(over, ruling?.at(-1), ruling || []);
  put("top", topBar(data));
  put(
    "side",
    [
      !up && h("p", { class: "show-head" }, W.lost),
      justUndone(data, draw),
      ...told(over, ruling?.length ? ruling : null),
      foot(),
    ].filter(Boolean),
  );
  put("ticker", [lately(data, Boolean(data.open))].filter(Boolean));
  fitThrows($("side"));
}

// Only what is new is drawn: a screen reader says everything that is.
function put(id, parts) {
  const box = h("section", {}, parts);
  if (box.innerHTML === drawn.get(id)) return;
  drawn.set(id, box.innerHTML);
  $(id).replaceChildren(...box.childNodes);
}

// All who are in an open melee; else who acted, on whom, and whom it changed.
function concerned(action, ruling) {
  if (data.open) return data.open.parties;
  const changed = action.by ? gravely(ruling.consequences) : [];
  return [action.by, action.at, ...changed].filter(Boolean);
}

function drawTable(over, ruling, rulings) {
  const action = (over ? null : data.open?.action || ruling?.action) || {};
  map.mark(action.by || "", action.at || "");
  drawGuide(map, over ? null : data.guide, data.guide?.next);
  // Where models may go is drawn until they have gone.
  const reach = data.prompt?.ask === "look" ? data.open?.reach || [] : [];
  map.reach(reach);
  drawMeasured(over, rulings);
  closer(concerned(action, ruling), reach);
}

// What was measured, and the arc of who looks.
function drawMeasured(over, rulings) {
  const lines = !over && mayDrawLine(rulings) ? line.readings : [];
  // After a chain of throws the models stand elsewhere than it was measured on the way.
  const ruled = data.open || (rulings.length && throwsOf(rulings[0]).length > 1) ? [] : rulings;
  const reading = ruled.flatMap((r) => r.readings).find((r) => r.evidence.length) ||
    lines.find((r) => r.evidence?.length);
  const arc = lines.find((r) => r.what === "in_arc")?.evidence?.filter((shape) => shape.role === "arc") || [];
  map.evidence([...arc, ...(reading?.evidence || [])], reading ? readingText(reading) : "");
}

// The line that was measured first, until a model has gone along it.
function mayDrawLine(rulings) {
  if (data.open) return stillStand(data.bases, line.stood);
  return !(rulings.at(-1)?.answers || []).some((one) => one.answer === null);
}

// The screen goes to where something happens, and back to the whole table when nothing does.
let closeTo = "";
function closer(units, reach) {
  const key = isIdle() && !data.open ? "" : [...units, reach.length].join("/");
  if (key === closeTo) return;
  closeTo = key;
  if (map.framed) map.fit();
  const there = key && data.bases.some((b) => b.unit === units[0] && b.x_in !== null);
  if (there) map.frame(units, [], reach.flatMap((each) => each.outline_in));
}

function told(over, ruling) {
  if (over) {
    return [
      h("p", { class: "show-says" }, over.winner ? W.wins(over.winner) : W.draw),
      h("p", { class: "show-need" }, over.says),
    ];
  }
  const blind = data.game && data.blind ? [h("p", { class: "show-need" }, data.blind)] : [];
  if (data.guide) return [...blind, ...guideShown(data.guide, name)];
  if (data.prompt) return [...blind, ...asked(data.prompt)];
  // The dice are held with their verdict; on a quiet table what came before takes turns with them.
  if (ruling && (!isIdle() || step() % 2 === 0)) return [...blind, ...ruled(ruling)];
  return [...blind, ...between(data, ruling ? Math.floor(step() / 2) : step())];
}

function asked(prompt) {
  const left = Math.min(24, prompt.count - prompt.draft.length);
  const dice = prompt.ask === "roll"
    ? [
      h(
        "p",
        { class: "show-need" },
        W.dice(prompt.count, prompt.sides),
        prompt.need ? ` · ${W.succeeds(prompt.need, prompt.sides)}` : "",
      ),
      h(
        "div",
        { class: "dice" },
        faces(prompt.draft, prompt.need),
        Array.from({ length: left }, () => h("span", { class: "die empty" }, "·")),
      ),
    ]
    : [];
  const close = prompt.reading
    ? [h("p", {}, verdictPill("CLOSE", W.tooClose)), h("p", { class: "show-need" }, prompt.reading.text)]
    : [];
  return [
    h("p", { class: "show-head" }, prompt.ask === "roll" ? W.throws(prompt.by) : W.asks(prompt.by)),
    h("p", { class: "show-says" }, W.told(prompt)),
    ...close,
    ...dice,
    choices(prompt),
    openActors(data),
    prompt.ask === "roll" ? rows(whyLines(data.open).slice(0, 4).map((m) => [m.what, m.value])) : null,
    data.open ? soFar(data.open) : null,
  ];
}

function rows(list) {
  return list.length
    ? h(
      "div",
      { class: "show-lines" },
      list.map(([what, value]) => h("div", {}, h("span", {}, what), h("strong", { class: "num" }, value))),
    )
    : null;
}

const MOST_LINES = 5;
const needOf = (roll) => [W.dice(roll.answer.length, roll.sides), roll.need ? W.succeeds(roll.need, roll.sides) : ""];

function ruled(rulings) {
  const last = rulings.at(-1);
  const many = throwsOf(last).length > 1;
  // What stands between two throws of a chain is no verdict of the whole.
  const total = many ? null : rulings.findLast((r) => r.total)?.total;
  const working = [
    ...(many ? [] : rulings.flatMap((r) => r.readings).slice(0, 2)).map((r) => [r.title, readingText(r)]),
    // What a hit leads to tells nothing of the shot: how many dice, and what each needed.
    ...(many || rulings.length < 2 ? [] : throwsOf(last).map(({ rolls: [roll] }) => needOf(roll))),
    ...(many ? [] : rulings.flatMap((r) => r.modifiers).slice(0, MOST_LINES).map((m) => [m.what, m.value])),
  ];
  const { by, at } = last.action;
  return [
    h("p", { class: "show-head" }, `${name(by)}${at ? ` → ${name(at)}` : ""}`),
    h("p", { class: "show-says" }, last.headline || last.says),
    marks(rulings),
    toDo(data, last),
    actors(data, last.action, last.consequences),
    h("div", { class: "throws" }, thrown(last)),
    total ? h("p", {}, h("span", { class: "verdict" }, total)) : null,
    rows(working),
  ];
}

function foot() {
  // A code that leads to "localhost" leads a phone to itself.
  const back = h("a", { class: "show-back", href: "/table" }, W.backToTable);
  if (!join?.open_to_all) return h("div", { class: "show-foot" }, back);
  const where = h("div", {}, h("div", {}, W.watch), h("div", { class: "address" }, join.addresses[0]), back);
  return h(
    "div",
    { class: "show-foot" },
    h("div", { class: "qr" }, h("img", { src: "/join/qr.svg", alt: W.qr })),
    where,
  );
}

let head = "";
listen((event) => {
  const key = `${event.game}/${event.head}`;
  if (key !== head) {
    head = key;
    idle = Date.now();
  }
  refresh();
}, (now) => {
  if (up === now) return;
  up = now;
  if (data) draw();
});
addEventListener("resize", () => fitThrows($("side")));
setInterval(async () => {
  if (!data || data.prompt) return;
  if (isIdle()) await loadMoments(data);
  draw();
}, 6000);
idle = Date.now();
refresh();
