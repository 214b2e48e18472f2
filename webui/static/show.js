// The big screen: who does what, the line, the dice, the verdict; readable from three metres.
import { $, faces, h, s, verdictPill } from "/static/dom.js";
import { sideClass, TableMap } from "/static/map.js";
import { coalesced, getJson, listen } from "/static/net.js";
import { byAction, readingText } from "/static/ruling.js";
import { scoreBar, strengthBar } from "/static/score-board.js";
import { drawGuide, guideShown } from "/static/guide.js";
import { setLength } from "/static/units.js";
import { named, W } from "/static/words.js";

const map = new TableMap($("map"), { live: false });
let idle = 0;
let up = true;
let drawn = "";
let data = null;
const join = await getJson("/join.json").catch(() => null);

const refresh = coalesced(async () => { data = await getJson("/show.json"); await loadLine(); setLength(data.game?.length); map.render(data); draw(); }, 300);

// The line between the two units of the open action, or of the newest ruling, as it was frozen.
let line = { key: "", readings: [] };
async function loadLine() {
  const action = data.open?.action || data.verdicts[0]?.action;
  const key = data.open ? `open-${data.open.event}` : data.verdicts[0]?.id || "";
  if (key === line.key) return;
  line = { key, readings: [] };
  if (!action?.at) return;
  try {
    line.readings = data.open
      ? (await getJson(`/measure.json?${new URLSearchParams({ from: action.by, to: action.at })}`)).readings
      : (await getJson(`/rulings/${key}.json`)).measured;
  } catch { /* hidden or moving: no line is better than a wrong one */ }
}

function name(unit) { return data.units.find((u) => u.unit === unit)?.name || unit || ""; }

function draw() {
  const sim = $("sim");
  sim.hidden = data.source !== "simulated";
  sim.textContent = data.banner?.title || "";
  // At the end the last line and arc would only be in the way of the field that is held.
  const over = data.game?.over;
  const ruling = over ? null : eventful()[0];
  const action = data.open?.action || ruling?.action || {};
  map.mark(action.by || "", action.at || "");
  drawGuide(map, over ? null : data.guide, data.guide?.next);
  map.reach(data.open?.reach || []);
  const lines = over ? [] : line.readings;
  const reading = (!data.open && ruling?.readings.find((r) => r.evidence.length)) || lines.find((r) => r.evidence?.length);
  const arc = lines.find((r) => r.what === "in_arc")?.evidence?.filter((shape) => shape.role === "arc") || [];
  map.evidence([...arc, ...(reading?.evidence || [])], reading ? readingText(reading) : "");
  const parts = [h("p", { class: "show-head" }, data.game ? `${data.game.rules_title} · ${W.turn(data.game.turn)} · ${data.game.phase}` : "Drumhead")];
  if (data.game) parts.push(scoreBar(data));
  if (data.blind && !over) parts.push(h("p", { class: "show-need" }, data.blind));
  if (over) parts.push(h("p", { class: "show-says" }, over.winner ? W.wins(over.winner) : W.draw), h("p", { class: "show-need" }, over.says));
  else if (data.guide) parts.push(...guideShown(data.guide, name));
  else if (data.prompt) parts.push(...asked(data.prompt));
  else if (ruling && !idleNow()) parts.push(...ruled(ruling));
  else parts.push(...between());
  parts.push(foot());
  if (!up) parts.unshift(h("p", { class: "show-head" }, W.lost));
  // Only what is new is drawn: a screen reader says everything that is.
  const side = h("section", {}, parts);
  if (side.innerHTML === drawn) return;
  drawn = side.innerHTML;
  $("side").replaceChildren(...side.childNodes);
}

function asked(prompt) {
  const dice = prompt.ask === "roll" ? [h("p", { class: "show-need" }, W.dice(prompt.count, prompt.sides), prompt.need ? ` · ${W.succeeds(prompt.need)}` : ""),
    h("div", { class: "dice" }, faces(prompt.draft, prompt.need), Array.from({ length: Math.min(24, prompt.count - prompt.draft.length) }, () => h("span", { class: "die empty" }, "·")))] : [];
  const close = prompt.reading ? [h("p", {}, verdictPill("CLOSE", W.tooClose)), h("p", { class: "show-need" }, prompt.reading.text)] : [];
  return [h("p", { class: "show-head" }, prompt.ask === "roll" ? W.throws(prompt.by) : W.asks(prompt.by)), h("p", { class: "show-says" }, W.told(prompt)), ...close, ...dice];
}

function ruled(ruling) {
  const need = ruling.answers.find((a) => a.ask === "roll" && String(a.answer) === String(ruling.faces))?.need;
  const shown = ruling.readings.length ? ruling.readings : line.readings.filter((r) => r.what === "shoot_range");
  const rows = [...shown.slice(0, 2).map((r) => [r.title || r.what.replaceAll("_", " "), readingText(r)]), ...ruling.modifiers.slice(0, 5).map((m) => [m.what, m.value])];
  return [h("p", { class: "show-head" }, `${name(ruling.action.by)}${ruling.action.at ? ` → ${name(ruling.action.at)}` : ""}`), h("p", { class: "show-says" }, ruling.headline || ruling.says),
    h("div", { class: "show-units" }, [ruling.action.by, ruling.action.at].map(unitCard)),
    ruling.overruled.length ? h("p", { class: "show-need" }, `${W.overruledBy}: ${ruling.overruled.at(-1).says}`) : "",
    h("div", { class: "dice" }, faces(ruling.faces.slice(0, 18), need)), h("div", { class: "show-lines" }, rows.map(([a, b]) => h("div", {}, h("span", {}, a), h("strong", { class: "num" }, b)))),
    ruling.total ? h("p", {}, h("span", { class: "verdict" }, ruling.total)) : "", lately()];
}

// Who acts and who suffers, as they are now.
function unitCard(unit) {
  const card = data.units.find((u) => u.unit === unit);
  if (!card) return null;
  return h("div", { class: `show-unit ${sideClass(data, card.side)}` }, h("strong", {}, card.name || unit), card.strength ? [strengthBar(card.gone ? 0 : card.strength.now, card.strength.start), h("span", { class: "num" }, W.left(card.gone ? 0 : card.strength.now, card.strength.start))] : null,
    card.badges.slice(0, 3).map((b) => h("span", { class: "badge-pill" }, b)));
}

// What a crowd wants to hear: not every phase that somebody has ended.
function eventful() {
  return data.verdicts.filter((r) => !data.game.goes_on.includes(r.action.do) || r.consequences.some((c) => c.weight <= 2));
}

// The three actions before this one, one line each.
function lately() {
  const before = byAction(eventful()).slice(1, 4);
  return before.length ? h("div", { class: "show-lately" }, h("p", { class: "show-head" }, W.lately), before.map((rulings) => h("p", {}, rulings.at(-1).headline))) : null;
}

// The idle loop: when nothing happens the screen tells the crowd what it looks at, side by side.
function idleNow() { return Date.now() - idle > 45000; }
// Key moments again while nothing happens: what came of them, close up on the kept picture.
let battle = { head: -1, moments: [] };
async function loadMoments() {
  if (!data?.game || !idleNow() || battle.head === data.game.head) return;
  battle = { head: data.game.head, moments: [] };
  try {
    const told = await getJson("/replay.json");
    battle.moments = told.moments.map((k) => ({ ...told.frames[k], size_in: told.size_in }));
  } catch { /* the armies are shown instead */ }
}

function moment() {
  const { moments } = battle;
  if (!moments.length || Math.floor(Date.now() / 12000) % 2) return null;
  const one = moments[Math.floor(Date.now() / 24000) % moments.length];
  return [h("p", { class: "show-head" }, `${W.keyMoment} · ${one.turn}`), h("p", { class: "show-says" }, one.says), momentPicture(one)];
}

function momentPicture({ url, box, margin, size_in: [w, d], says }) {
  if (!url || !box) return null;
  return s("svg", { class: "show-moment", role: "img", "aria-label": says, viewBox: `${box[0]} ${d - box[1] - box[3]} ${box[2]} ${box[3]}` },
    s("image", { href: url, x: -margin, y: -margin, width: w + 2 * margin, height: d + 2 * margin, preserveAspectRatio: "none" }));
}

function between() {
  const again = data.game && moment();
  if (again) return again.filter(Boolean);
  if (!data.game) return [h("p", { class: "show-says" }, "Drumhead"), h("p", { class: "show-head" }, W.what)];
  const side = data.game.sides[Math.floor(Date.now() / 12000) % data.game.sides.length];
  const units = data.units.filter((u) => u.side === side && !u.gone).slice(0, 8);
  if (Math.floor(Date.now() / 12000) % 3 === 2) return [h("p", { class: "show-says" }, W.howTo), h("ol", { class: "show-steps" }, W.threeSteps.map((step) => h("li", {}, step)))];
  return [h("p", { class: "show-says" }, data.game.title), h("p", { class: "show-head" }, named(side)), h("div", { class: "show-lines" }, units.map((u) => h("div", {}, h("span", {}, u.name || u.unit), h("strong", {}, u.badges[0] || u.kind))))];
}

function foot() {
  // A code that leads to "localhost" leads a phone to itself.
  const back = h("a", { class: "show-back", href: "/table" }, W.backToTable);
  if (!join?.open_to_all) return h("div", { class: "show-foot" }, back);
  return h("div", { class: "show-foot" }, h("div", { class: "qr" }, h("img", { src: "/join/qr.svg", alt: W.qr })), h("div", {}, h("div", {}, W.watch), h("div", { class: "address" }, join.addresses[0]), back));
}

let head = "";
listen((event) => { const key = `${event.game}/${event.head}`; if (key !== head) { head = key; idle = Date.now(); } refresh(); }, (now) => { if (up === now) return; up = now; if (data) draw(); });
setInterval(async () => { if (!data || data.prompt) return; await loadMoments(); draw(); }, 6000);
idle = Date.now();
refresh();
