// The army workshop: add units, choose options, give them tags; points and faults at once.
import { $, h, refusal, toast } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { W } from "/static/words.js";

const data = JSON.parse($("data").textContent);
const kinds = new Map(data.kinds.map((kind) => [kind.kind, kind]));
const army = data.army || { side: "Red", rules: data.rules, name: "", units: [], brigades: {}, house: {} };
let verdict = data.verdict || { points: {}, total: 0, faults: [] };
let timer = 0;

const plain = () => ({ ...army, units: army.units.map((u) => ({ ...u })) });

async function check() {
  try { verdict = await post("/army/check", { army: plain() }); } catch (why) { verdict = { points: {}, total: 0, faults: [{ says: why.message, rules: [] }] }; }
  drawVerdict();
}
function changed(redraw = true) { clearTimeout(timer); timer = setTimeout(check, 250); if (redraw) draw(); }

function freeId(kind) {
  const stem = (army.side[0] || "U").toUpperCase() + kind[0].toUpperCase();
  let n = 1;
  while (army.units.some((u) => u.id === `${stem}${n}`)) n += 1;
  return `${stem}${n}`;
}

function add(kind) {
  const choices = Object.fromEntries(Object.entries(kinds.get(kind).choices).map(([name, values]) => [name, values[0]]));
  const id = freeId(kind);
  const shapes = kinds.get(kind).bases;
  const bases = shapes.map((_, i) => (shapes.length > 1 ? `${id}/${i + 1}` : id));
  army.units.push({ id, kind, name: "", brigade: "", bases, choices });
  changed();
}

const text = (label, value, set, more = {}) => h("label", { class: "grow" }, label, h("input", { value, maxlength: 80, ...more, oninput: (event) => { set(event.target.value); changed(false); } }));
const select = (label, value, values, set) => h("label", {}, label.replaceAll("_", " "), h("select", { onchange: (event) => { set(event.target.value); changed(); } }, values.map((v) => h("option", { value: v, selected: v === value }, v || "–"))));

function unitCard(unit, index) {
  const kind = kinds.get(unit.kind);
  const brigades = ["", ...Object.keys(army.brigades)];
  return h("article", { class: "card" }, h("div", { class: "unit-head" }, h("h2", {}, kind?.title || unit.kind), h("strong", { class: "num", "data-points": unit.id }, ""), h("button", { type: "button", class: "quiet", "aria-label": W.army.takeOut(unit.id), onclick: () => { army.units.splice(index, 1); changed(); } }, "✕")),
    h("div", { class: "row" }, text(W.army.id, unit.id, (v) => { unit.id = v; }), text(W.army.name, unit.name, (v) => { unit.name = v; })),
    h("div", { class: "row" }, Object.entries(kind?.choices || {}).map(([name, values]) => select(name, unit.choices[name] ?? values[0], values, (v) => { unit.choices[name] = v; })), brigades.length > 1 ? select(W.army.brigade, unit.brigade, brigades, (v) => { unit.brigade = v; }) : null),
    text(W.army.tags, unit.bases.join(", "), (v) => { unit.bases = v.split(",").map((t) => t.trim()).filter(Boolean); }, { list: "tags" }),
    h("button", { type: "button", class: "quiet", onclick: () => watchForTag(unit) }, W.army.showTag),
    kind?.bases.length ? h("p", { class: "small soft" }, kind.bases.map((b) => `${b.kind || kind.kind} ${b.frontage_in}″ × ${b.depth_in}″${b.figures ? W.army.figures(b.figures) : ""}`).join(" · ")) : null);
}

// Tags the camera sees that belong to nobody are reported as flags; the first new one is taken.
async function watchForTag(unit) {
  toast(W.army.holdTag);
  const mine = new Set(army.units.flatMap((u) => u.bases));
  for (let tries = 0; tries < 20; tries += 1) {
    const table = await getJson("/table.json");
    const found = table.flags.find((flag) => flag.kind === "foreign" && !mine.has(flag.payload));
    if (found) { unit.bases.push(found.payload); toast(W.army.given(found.payload, unit.name || unit.id)); changed(); return; }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  toast(W.army.noTag, true);
}

function brigadeCard() {
  const rows = Object.entries(army.brigades).map(([name, leader]) => h("div", { class: "row end" }, h("strong", { class: "grow" }, name), select(W.army.leader, leader, ["", ...army.units.map((u) => u.id)], (v) => { army.brigades[name] = v; }), h("button", { type: "button", class: "quiet", "aria-label": W.army.disband(name), onclick: () => { delete army.brigades[name]; for (const u of army.units) if (u.brigade === name) u.brigade = ""; changed(); } }, "✕")));
  const form = h("form", { class: "row end", onsubmit: (event) => { event.preventDefault(); const name = new FormData(form).get("name").trim(); if (name) { army.brigades[name] = ""; changed(); } } }, h("label", { class: "grow" }, W.army.newBrigade, h("input", { name: "name", maxlength: 40 })), h("button", {}, W.army.add));
  return h("section", { class: "card" }, h("h2", {}, W.army.brigades), rows, form);
}

function draw() {
  const kind = h("select", { "aria-label": W.army.kind }, data.kinds.map((k) => h("option", { value: k.kind }, k.title)));
  const paste = h("textarea", { rows: 5, class: "grow", "aria-label": "army.toml" });
  $("army").replaceChildren(
    h("div", { class: "army-side" },
      h("section", { class: "card" }, h("div", { class: "row" }, text(W.army.side, army.side, (v) => { army.side = v; }, { required: true, maxlength: 40 }), text(W.army.armyName, army.name, (v) => { army.name = v; })), h("p", {}), h("div", { id: "verdict" })),
      h("section", { class: "card row" }, kind, h("button", { type: "button", class: "main-button", onclick: () => add(kind.value) }, W.army.addUnit)),
      brigadeCard(),
      h("section", { class: "card" }, h("div", { class: "row" }, h("button", { type: "button", class: "main-button", onclick: save }, W.army.keepArmy), h("button", { type: "button", onclick: download }, "army.toml"), h("button", { type: "button", onclick: () => print() }, W.army.print)),
        h("details", {}, h("summary", {}, W.army.paste), paste, h("button", { type: "button", onclick: () => read(paste.value) }, W.army.readIt))),
      data.playing.length ? h("section", { class: "card" }, h("h2", {}, W.army.playing), h("div", { class: "row" }, data.playing.map((each) => h("button", { type: "button", onclick: () => { Object.assign(army, JSON.parse(JSON.stringify(each))); changed(); } }, W.army.copy(each.name || each.side))))) : null,
      h("datalist", { id: "tags" }, data.tags.map((tag) => h("option", { value: tag })))),
    h("div", { class: "cards" }, army.units.length ? army.units.map(unitCard) : h("p", { class: "card" }, W.army.noUnit)));
  drawVerdict();
}

function drawVerdict() {
  const el = $("verdict");
  if (!el) return;
  el.replaceChildren(h("p", { class: "need" }, h("strong", { class: "num" }, String(verdict.total)), W.army.points, h("strong", {}, String(army.units.length)), W.army.unitsWord),
    verdict.faults.length ? h("ul", {}, verdict.faults.map((fault) => h("li", {}, refusal(fault)))) : h("p", { class: "verdict in" }, W.army.fits));
  for (const span of document.querySelectorAll("[data-points]")) span.textContent = verdict.points[span.dataset.points] === undefined ? "" : W.army.pts(verdict.points[span.dataset.points]);
}

async function save() {
  try { const { file } = await post("/army/save", { army: plain() }); toast(W.army.keptAs(file)); } catch (why) { toast(why.message, true); }
}
async function download() {
  await check();
  if (!verdict.file) { toast(verdict.faults[0]?.says || "", true); return; }
  const link = h("a", { href: URL.createObjectURL(new Blob([verdict.file], { type: "application/toml" })), download: "army.toml" });
  link.click();
}
async function read(pasted) {
  try { const found = await post("/army/read", { text: pasted }); Object.assign(army, found.army); changed(); } catch (why) { toast(why.message, true); }
}

draw();
check();
