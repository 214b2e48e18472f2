// The players' page: tap a unit, tap another, read the verdict; declare, answer, read the ruling.
import { $, h, toast, verdictPill } from "/static/dom.js";
import { sideClass, TableMap } from "/static/map.js";
import { coalesced, getJson, listen, post, Said } from "/static/net.js";
import { PromptBox } from "/static/prompt.js";
import { actionCard, byAction } from "/static/ruling.js";
import { banners, standing } from "/static/standing.js";
import { speak } from "/static/speak.js";
import { lengthText, setLength, short } from "/static/units.js";
import { nextStep } from "/static/next-step.js";
import { named, W } from "/static/words.js";

const state = { fresh: "", offers: null, data: null, picked: "", aimed: "", unit: null, readings: null, shown: "", connected: true };
const map = new TableMap($("map"), { onTap: tapped, onPlace: placed, mayMove });
const prompt = new PromptBox(async (why) => { if (why) complain(why); await refresh(); });

function complain(why) {
  // 409 is "not now": nothing is wrong, somebody was faster.
  toast(why instanceof Said ? why.message : W.lost, why.status !== 409);
}

function mayMove(unit) {
  const you = state.data?.you;
  if (!you?.may_act) return false;
  return you.role !== "player" || state.data.units.find((u) => u.unit === unit)?.side === you.side;
}

const values = (form) => Object.fromEntries(new FormData(form));

// *form*: what was typed into it is let go of once it is kept, not before.
async function act(url, fields, form = null) {
  // Until what the first tap did is drawn, a second one is none.
  if (state.acting === state.data.version) return;
  state.acting = state.data.version;
  const sent = form && JSON.stringify(values(form));
  try { await post(url, { head: state.data.game.head, ...fields }); forget(form, sent); } catch (why) { state.acting = -1; complain(why); }
  await refresh();
}

// While the answer was on its way the form may have been drawn anew, with what was typed, or
// something else may have been typed into it.
function forget(form, sent) {
  const now = form?.isConnected ? form : form && document.querySelector(`form[data-key="${CSS.escape(form.dataset.key || "")}"]`);
  if (!now || JSON.stringify(values(now)) !== sent) return;
  for (const el of now.elements) delete el.dataset.typed;
  now.reset();
}

// A finger that is down finds the same button under it when it comes up: what changes meanwhile is
// drawn after its click, or after three seconds.
const finger = { down: false, waits: false, timer: 0 };
function lifted() {
  clearTimeout(finger.timer);
  finger.down = false;
  if (finger.waits) draw();
}
addEventListener("pointerdown", (event) => {
  finger.down = $("panel").contains(event.target);
  clearTimeout(finger.timer);
  if (finger.down) finger.timer = setTimeout(lifted, 3000);
}, true);
addEventListener("click", () => { finger.down = false; }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { clearTimeout(finger.timer); finger.timer = setTimeout(lifted, 100); }, true);

const refresh = coalesced(async () => {
  const before = state.data;
  state.data = await getJson("/table.json");
  noteFresh(before, state.data);
  setLength(state.data.game?.length);
  map.mayMeasure = state.data.you.may_measure;
  $("ruler").disabled = !map.mayMeasure;
  $("ruler").title = map.mayMeasure ? "" : W.noRuler;
  if (!map.mayMeasure && map.ruling) $("ruler").onclick();
  if (!before) ownEdgeDown(state.data);
  map.render(state.data);
  await Promise.all([loadUnit(), loadReadings(), loadOffers(), loadMoved(), loadOpenLine()]);
  draw();
  if (state.toTop) { $("panel").scrollTop = 0; state.toTop = false; }
}, 250);

// Everybody looks from their own edge: a player's army is at the bottom until the table is turned.
function ownEdgeDown(data) {
  try {
    const kept = sessionStorage.getItem("turned");
    if (kept !== null) { map.view.rot = Number(kept); return; }
  } catch { /* private window */ }
  const mine = data.bases.filter((b) => data.you.role === "player" && b.side === data.you.side && b.x_in !== null);
  if (!mine.length) return;
  const [w, d] = data.size_in;
  const off = mine.reduce((a, b) => [a[0] + (b.x_in - w / 2) / mine.length, a[1] + (b.y_in - d / 2) / mine.length], [0, 0]);
  const down = { 0: -off[1], 90: off[0], 180: off[1], 270: -off[0] };
  map.view.rot = Number(Object.keys(down).reduce((a, b) => (down[b] > down[a] ? b : a)));
}

// A new question, or the ruling just made, comes to the top of the panel.
function noteFresh(before, now) {
  if (!before || !now.game || before.game?.head === now.game.head) return;
  state.toTop = Boolean(now.prompt) || Boolean(before.open && !now.open);
  const newestRuling = now.verdicts[0]?.id || "";
  if (now.open) state.fresh = "";
  else if (newestRuling && newestRuling !== before.verdicts[0]?.id) { state.fresh = newestRuling; state.aimed = ""; if (map.framed) map.fit(); }
}

// While models are to be moved: what moved so far, with ghosts of where it stood.
async function loadMoved() {
  const looking = state.data.prompt?.ask === "look";
  const earlier = looking ? state.moved || [] : [];
  state.moved = [];
  state.comesTo = null;
  if (looking) { try { ({ moved: state.moved, comes_to: state.comesTo = null } = await getJson("/moved.json")); } catch { state.moved = earlier; /* asked again at the next change */ } }
  if (state.data.open?.reach.length) state.ghost = { reach: state.data.open.reach, stood: looking ? state.moved.flatMap((each) => each.stood) : state.ghost?.stood || [] };
  else if (state.data.open || !state.fresh) state.ghost = looking ? { reach: [], stood: state.moved.flatMap((each) => each.stood) } : null;
}

// Who acts on whom, as a line on the map, while the dice are still to be thrown.
async function loadOpenLine() {
  const { open } = state.data;
  if (!open?.action.at) { state.openLine = null; return; }
  if (state.openLine?.event === open.event) return;
  state.openLine = { event: open.event, evidence: [], text: "" };
  try {
    const got = await getJson(`/measure.json?${new URLSearchParams({ from: open.action.by, to: open.action.at })}`);
    const found = got.readings.find((r) => r.evidence?.some((shape) => shape.role === "line"));
    if (found && state.openLine?.event === open.event) state.openLine = { event: open.event, evidence: found.evidence, text: lengthText(found) };
  } catch { /* hidden or moving: no line is better than a wrong one */ }
}

async function loadOffers() {
  const { data } = state;
  if (!data.game || !data.you.may_act || data.open) { state.offers = null; return; }
  try { state.offers = await getJson("/actions.json"); } catch { state.offers = null; }
}

async function loadUnit() {
  const unit = state.picked;
  if (!unit || !state.data.game) { state.unit = null; return; }
  try { const got = await getJson(`/unit.json?unit=${encodeURIComponent(unit)}`); if (state.picked === unit) state.unit = got; } catch { state.unit = null; }
}

async function loadReadings() {
  const [frm, to] = [state.picked, state.aimed];
  if (!frm || !to) { state.readings = null; return; }
  try {
    const got = await getJson(`/measure.json?from=${encodeURIComponent(frm)}&to=${encodeURIComponent(to)}`);
    if (state.picked === frm && state.aimed === to) state.readings = got;
  } catch (why) { state.readings = { readings: [], trouble: why.message }; }
}

async function tapped(unit) {
  if (!unit) { state.picked = state.aimed = ""; }
  else if (!state.picked) state.picked = unit;
  else if (unit === state.picked) { if (state.aimed) state.aimed = ""; else state.picked = ""; }
  else state.aimed = unit === state.aimed ? "" : unit;
  state.shown = "";
  state.fresh = "";
  await select();
  const small = map.box().width < 600;
  if (small && map.fitted && state.aimed) map.frame([state.picked, state.aimed]);
  else if (map.framed && !state.aimed) map.fit();
}

async function select() {
  map.mark(state.picked, state.aimed);
  await Promise.all([loadUnit(), loadReadings()]);
  draw();
  if (state.picked) $("panel").scrollTop = 0;
}

async function placed(bases) {
  try { await post("/act/place", { bases }); } catch (why) { complain(why); }
  await refresh();
}

async function lift(payload) {
  try { await post("/act/lift", { bases: [payload] }); } catch (why) { complain(why); }
  await refresh();
}

// Drawing
function draw() {
  finger.waits = finger.down;
  if (finger.waits) return;
  const { data } = state;
  banners(data, state.connected);
  standing($("standing"), data);
  $("undo").disabled = !data.game?.can_undo || !data.you.may_act;
  const legal = new Set((state.unit?.offers || []).filter((o) => o.legal && o.action.at).map((o) => o.action.at));
  const acting = data.open && !state.picked ? data.open.action : null;
  const ready = new Set(data.open || state.picked ? [] : data.units.filter(mayAct).map((u) => u.unit));
  map.acting = acting;
  map.mark(state.picked, state.aimed, legal, ready);
  drawLines();
  const parts = [];
  if (state.asking?.head !== data.game?.head) state.asking = null;
  if (state.asking) parts.push(state.asking.form);
  if (data.wish && data.you.may_act && data.wish.by.side !== data.you.side) parts.push(wish(data.wish));
  const asked = prompt.render(data);
  if (asked) parts.push(asked);
  if (data.prompt?.ask === "look") prompt.showMoved(state.moved || [], state.comesTo, (unit) => data.units.find((u) => u.unit === unit)?.name || unit);
  if (data.game?.over) parts.push(h("section", { class: "card" }, h("h2", {}, W.over), h("p", { class: "total" }, data.game.over.winner ? W.wins(data.game.over.winner) : W.draw), h("p", {}, data.game.over.says)));
  const fresh = data.verdicts.find((r) => r.id === state.fresh);
  if (fresh) parts.push(actionCard(data.verdicts.filter((r) => r.event === fresh.event).reverse(), { ours: data.source === "simulated" || data.source === "hand" }));
  const next = asked ? null : nextStep(data, state.offers, sideButton);
  if (next) parts.push(next);
  if (!asked && !state.picked) parts.push(...sideOffers());
  if (!data.game) parts.push(h("p", { class: "card" }, W.noGame, " ", h("a", { href: "/setup" }, W.setUp)));
  if (state.picked) parts.push(...selection());
  else if (data.game && !asked) parts.push(unitList());
  parts.push(newest());
  if (data.game?.is_demo && !asked) parts.push(demoCard());
  const panel = $("panel");
  const focused = document.activeElement?.closest?.("[data-keep-focus]")?.dataset.keepFocus;
  const kept = remembered(panel);
  const at = state.asking?.form.contains(document.activeElement) ? document.activeElement : null;
  panel.replaceChildren(...parts);
  at?.focus({ preventScroll: true });
  kept();
  if (focused) panel.querySelector(`[data-keep-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  if (asked && prompt.el.querySelector("[data-focus]") && document.activeElement === document.body) prompt.el.querySelector("[data-focus]").focus({ preventScroll: true });
  speak(data);
}

// What is open, typed or scrolled stays so when the panel is drawn again.
function remembered(panel) {
  const top = panel.scrollTop;
  const open = new Set([...panel.querySelectorAll("details[data-key]")].filter((d) => d.open).map((d) => d.dataset.key));
  const typed = new Map([...panel.querySelectorAll("form[data-key] [name][data-typed]")].map((el) => [`${el.form.dataset.key}/${el.name}`, el.value]));
  const at = document.activeElement?.form?.dataset.key && `${document.activeElement.form.dataset.key}/${document.activeElement.name}`;
  return () => {
    for (const details of panel.querySelectorAll("details[data-key]")) if (open.has(details.dataset.key)) details.open = true;
    for (const el of panel.querySelectorAll("form[data-key] [name]")) {
      const key = `${el.form.dataset.key}/${el.name}`;
      if (typed.has(key)) { el.value = typed.get(key); el.dataset.typed = ""; }
      if (key === at) el.focus({ preventScroll: true });
    }
    panel.scrollTop = top;
  };
}

// Only what a hand has typed is kept: a base that was dragged shows its new place.
$("panel").addEventListener("input", (event) => { event.target.dataset.typed = ""; });
$("panel").addEventListener("submit", (event) => {
  if (event.target.dataset.key?.startsWith("place-")) for (const el of event.target.elements) delete el.dataset.typed;
});

// The ghost of the permitted area stays while a move and its ruling are discussed.
function drawGhost() {
  const { data, unit } = state;
  const discussed = data.open || state.fresh ? state.ghost : null;
  const open = unit && !data.open && !state.aimed && unit.unit === state.picked ? unit.reach : [];
  map.reach(discussed ? discussed.reach : open);
  map.ghosts(discussed ? discussed.stood : []);
}

function drawLines() {
  const { data, readings, unit } = state;
  drawGhost();
  if (state.aimed && readings) {
    const chosen = readings.readings.find((r) => r.what === state.shown) || readings.readings.find((r) => r.evidence?.length);
    map.bands([], []);
    map.evidence(chosen?.evidence || [], chosen?.text && !chosen.says ? lengthText(chosen) : chosen?.says || "");
  } else {
    const line = data.open && state.openLine?.event === data.open.event ? state.openLine : null;
    map.evidence(line?.evidence || [], line?.text || "");
    map.bands((unit?.bands || []).filter((band) => band.title !== "move" || !unit.reach.length), data.bases.filter((b) => b.unit === state.picked));
  }
  map.drawHandle(!state.aimed);
}

function wish(asked) {
  return h("section", { class: "card prompt" }, h("p", {}, W.wish(asked.by.side || asked.by.role, asked.whole)), h("button", { type: "button", class: "main-button", onclick: () => act(asked.whole ? "/act/take-back" : "/act/undo", {}) }, W.agree));
}

// What a whole side may do now (draw a card, end a phase …), without picking a unit first.
function sideOffers() {
  const { offers, data } = state;
  if (!offers) return [];
  const mine = data.game.sides.filter((side) => offers.sides[side]?.some((o) => o.legal) && (data.you.role !== "player" || side === data.you.side));
  return [mine.length && h("section", { class: "card" }, mine.map((side) => h("div", { class: "side-offers" }, h("h3", {}, h("span", { class: `swatch ${sideClass(data, side)}` }), ` ${named(side)}`),
    sideRow(offers.sides[side].filter((o) => o.legal))))), held()].filter(Boolean);
}

// What a side holds in secret, folded away: somebody may be looking over the player's shoulder.
function held() {
  const { offers, data } = state;
  const cards = data.game.sides.map((side) => offers.held?.[side]).filter(Boolean);
  return cards.length && h("section", { class: "card" }, cards.map((card) => h("details", { "data-key": `held-${card.side}` }, h("summary", {}, W.held(card.name)),
    h("table", { class: "lines" }, h("tbody", {}, card.lines.map(([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value))))))));
}

// A unit whose side is to act, and that has something to do.
function mayAct(unit) {
  const { data, offers } = state;
  return Boolean(offers?.units[unit.unit]) && data.game.to_act.includes(unit.side) && (data.you.role !== "player" || unit.side === data.you.side);
}

function unitList() {
  const { data } = state;
  const row = (unit) => {
    const bases = data.bases.filter((b) => b.unit === unit.unit);
    const worst = ["never", "hidden", "moving"].find((status) => bases.some((b) => b.status === status));
    const where = unit.gone ? W.gone : !bases.length ? W.status.never : worst ? W.status[worst] : "";
    return h("button", { type: "button", "data-keep-focus": unit.unit, onclick: () => tapped(unit.unit) },
      h("span", { class: `swatch ${sideClass(data, unit.side)}`, "aria-hidden": "true" }), unit.name || unit.unit, unit.name && unit.name !== unit.unit ? h("span", { class: "small soft" }, unit.unit) : null,
      unit.badges.slice(0, 2).map((b) => h("span", { class: "badge-pill" }, b)), h("span", { class: "where" }, where || (mayAct(unit) ? W.canAct : "")));
  };
  return h("section", { class: "card" }, h("p", { class: "soft" }, data.you.may_act ? W.pickUnit : [W.spectator, " ", h("a", { href: "/join" }, W.join)]),
    data.game.sides.map((side) => h("details", { open: true, "data-key": `side-${side}` }, h("summary", {}, h("span", { class: `swatch ${sideClass(data, side)}` }), " ", named(side)),
      h("div", { class: "unit-list" }, data.units.filter((u) => u.side === side).map(row)))));
}

function selection() {
  const { data, unit } = state;
  const card = data.units.find((u) => u.unit === state.picked);
  const bases = data.bases.filter((b) => b.unit === state.picked);
  const head = h("div", { class: "unit-head" }, h("span", { class: `swatch ${sideClass(data, card?.side || state.picked)}`, title: card?.side }), h("h2", {}, card?.name || state.picked), h("button", { type: "button", class: "quiet", "aria-label": W.clear, onclick: () => tapped("") }, "✕"));
  const parts = [];
  if (state.aimed) parts.push(measured());
  parts.push(h("section", { class: "card" }, head,
    card ? badges(card, bases) : null, unit && !state.aimed ? offers(unit) : null,
    card ? h("details", { open: !state.aimed && map.box().width >= 600, "data-key": `card-${state.picked}` }, h("summary", {}, card.kind), h("table", { class: "lines" }, h("tbody", {}, card.lines.map(([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value)))))) : null,
    measureTo()));
  if (data.you.may_act && card) parts.push(byHand(card, bases));
  return parts;
}

// The second unit without a pointer: the same as a tap on it.
function measureTo() {
  const others = state.data.units.filter((u) => u.unit !== state.picked && !u.gone);
  return h("label", {}, W.measureTo, h("select", { "data-keep-focus": "measure-to", onchange: (event) => { if (event.target.value) { state.aimed = event.target.value; state.shown = state.fresh = ""; select(); } else tapped(state.aimed); } },
    h("option", { value: "" }, "–"), others.map((u) => h("option", { value: u.unit, selected: u.unit === state.aimed }, u.name || u.unit))));
}

function badges(card, bases) {
  const marks = card.badges.map((b) => h("span", { class: "badge-pill" }, b));
  for (const base of bases) {
    if (base.status === "hidden") marks.push(h("span", { class: "badge-pill" }, `${base.payload} ${W.hiddenFor(base.hidden_s)}`));
    else if (base.status !== "seen") marks.push(h("span", { class: "badge-pill" }, `${base.payload} ${W.status[base.status]}`));
    if (base.by_hand && data0().source !== "hand") marks.push(h("span", { class: "badge-pill calm" }, `${base.payload} ${W.handPlaced}`));
  }
  if (card.gone) marks.push(h("span", { class: "badge-pill calm" }, W.gone));
  return h("div", { class: "badges" }, marks);
}
const data0 = () => state.data;

// What can be done to the unit that was tapped second.
function aimedOffers() {
  const { unit } = state;
  if (!unit || state.data.open) return null;
  const at = unit.offers.filter((o) => o.action.at === state.aimed);
  return at.length ? offerList(unit, at) : null;
}

function offers(unit) {
  const all = unit.offers;
  return h("div", {}, h("h3", {}, W.actions), unit.trouble ? h("p", { class: "small" }, unit.trouble) : null,
    state.data.open ? h("p", { class: "small soft" }, W.declareFirst) : null,
    all.length ? offerList(unit, all) : h("p", { class: "small soft" }, W.noActions));
}

function offerList(unit, all) {
  const order = [...all].sort((a, b) => Number(b.legal) - Number(a.legal));
  const may = state.data.you.may_act && (state.data.you.role !== "player" || unit.side === state.data.you.side);
  const list = order.map((offer) => [offerButton(offer, may), state.odds?.key === JSON.stringify(offer.action) ? state.odds.el : null]);
  return h("div", { class: "offers" }, list);
}

// What ends a game is a tap further away than what plays it.
function sideRow(list) {
  const isEnd = (o) => state.data.game.ends.includes(o.action.do);
  const ends = list.filter(isEnd);
  const plays = list.filter((o) => !isEnd(o) && !state.data.game.goes_on.includes(o.action.do));
  return [h("div", { class: "row" }, plays.map(sideButton)),
    ends.length ? h("details", { "data-key": `end-${ends[0].action.by}` }, h("summary", { class: "small" }, W.endGame), h("div", { class: "row" }, ends.map(sideButton))) : null];
}

function sideButton(offer) {
  const more = Object.entries(offer.needs).filter(([, values]) => values.length);
  return h("button", { type: "button", title: [offer.why, ...offer.rules].join(" "), "data-keep-focus": JSON.stringify(offer.action), onclick: () => (more.length ? ask(offer, more) : declare(offer, {})) }, offer.title);
}

function offerButton(offer, may) {
  const more = Object.entries(offer.needs).filter(([, values]) => values.length);
  const button = h("button", { type: "button", class: "offer", disabled: !offer.legal || !may, "data-keep-focus": JSON.stringify(offer.action), onclick: () => (more.length ? ask(offer, more) : declare(offer, {})) },
    offer.title, offer.readings[0] ? h("span", { class: "odds num" }, lengthText(offer.readings[0])) : null,
    offer.why || offer.rules.length ? h("span", { class: "why" }, offer.why, offer.why ? " " : "", h("span", { class: "rule-id" }, offer.rules.join(" "))) : null);
  const hasOdds = offer.legal && may && offer.action.at && state.data.game.premeasure;
  return hasOdds ? h("div", { class: "offer-row" }, button, oddsOf(offer)) : button;
}

// The chances, on demand: one line, and all of them behind it.
function oddsOf(offer) {
  const { action } = offer;
  const load = async () => {
    const query = new URLSearchParams({ ...action.more, do: action.do, by: action.by, at: action.at });
    let got;
    try { got = await getJson(`/odds.json?${query}`); } catch (why) { complain(why); return; }
    const lines = got.results.map((r) => h("tr", {}, h("th", { scope: "row" }, r.says.join(" ")), h("td", { class: "num" }, `${(100 * r.chance).toFixed(r.chance < 0.1 ? 1 : 0)} %`)));
    state.odds = { key: JSON.stringify(action), el: h("div", { class: "odds-box" }, got.trouble ? h("p", { class: "small" }, got.trouble) : h("table", { class: "lines" }, h("tbody", {}, lines)), h("p", { class: "small soft" }, got.exact ? W.exactOdds : W.sampledOdds(got.courses, got.error))) };
    draw();
  };
  return h("button", { type: "button", class: "odds-link quiet", "data-keep-focus": `odds-${JSON.stringify(action)}`, onclick: load }, W.odds);
}

// What has to be said before a declaration; it stays while the table changes under it.
function ask(offer, more) {
  const close = () => { state.asking = null; form.remove(); };
  const selects = more.map(([name, values]) => h("label", {}, name.replaceAll("_", " "), h("select", { name }, values.map((v) => h("option", { value: v }, v)))));
  const form = h("form", { class: "card prompt", onsubmit: (event) => { event.preventDefault(); const chosen = Object.fromEntries(new FormData(form)); close(); declare(offer, chosen); } },
    h("h3", {}, offer.title), h("div", { class: "row end" }, selects, h("button", { class: "main-button" }, W.declare), h("button", { type: "button", class: "quiet", onclick: close }, W.clear)));
  state.asking?.form.remove();
  state.asking = { form, head: state.data.game.head };
  $("panel").prepend(form);
  $("panel").scrollTop = 0;
  form.querySelector("select").focus();
}

function declare(offer, chosen) {
  const { action } = offer;
  act("/act/declare", { do: action.do, by: action.by, at: action.at, more: { ...action.more, ...chosen } });
}

function measured() {
  const { readings, data } = state;
  const name = (unit) => data.units.find((u) => u.unit === unit)?.name || unit;
  const first = [...(readings?.readings || [])].sort((a, b) => Number(Boolean(b.against?.length)) - Number(Boolean(a.against?.length)));
  const rows = first.map((r) => h("div", { class: "reading", "data-what": r.what },
    h("button", { type: "button", class: "title", "data-keep-focus": `r-${r.what}`, onclick: () => { state.shown = r.what; drawLines(); } }, r.title),
    h("span", { class: "value" }, r.trouble ? "–" : r.verdict ? verdictPill(r.verdict, r.says) : r.says || (r.text ? lengthText(r) : "")),
    r.trouble ? h("span", { class: "how" }, r.trouble) : h("span", { class: "how" }, r.says && r.text ? h("span", { class: "num" }, `${lengthText(r)} · `) : null, r.how, r.by_hand ? ` ${W.byHandMark}` : "", r.notes?.length ? ` · ${r.notes.join(" · ")}` : ""),
    r.against?.length ? h("span", { class: "against" }, r.against.map((a) => verdictPill(a.verdict, `${a.title} ${short(a.limit_in)}: ${a.verdict}`))) : null));
  return h("section", { class: "card", id: "measured" },
    h("div", { class: "unit-head" }, h("h2", {}, `${name(state.picked)} → ${name(state.aimed)}`), h("button", { type: "button", class: "quiet", "aria-label": W.clear, onclick: () => tapped(state.aimed) }, "✕")),
    readings?.trouble ? h("p", {}, readings.trouble) : null, rows.slice(0, 3), aimedOffers(),
    rows.length > 3 ? h("details", { "data-key": "more-readings", open: map.box().width >= 600 }, h("summary", {}, W.moreReadings), rows.slice(3)) : null,
    h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => { state.picked = state.aimed; state.aimed = ""; select(); } }, W.swap)));
}

function byHand(card, bases) {
  const field = (name, label, value, step = "0.1") => h("label", { class: "grow" }, label, h("input", { name, type: "number", step, value, required: true, inputmode: "decimal" }));
  const ours = ["hand", "simulated"].includes(state.data.source);
  const place = bases.map((base) => h("form", { "data-key": `place-${base.payload}`, onsubmit: (event) => { event.preventDefault(); const v = values(event.target); placed([{ payload: base.payload, x_in: Number(v.x), y_in: Number(v.y), facing_deg: Number(v.f) }]); } },
    h("p", { class: "small" }, h("strong", {}, base.payload), base.plus_minus_in ? ` ± ${base.plus_minus_in.toFixed(2)} in` : ""),
    h("div", { class: "row end" }, field("x", W.x, base.x_in?.toFixed(1) ?? ""), field("y", W.y, base.y_in?.toFixed(1) ?? ""), field("f", W.facing, base.facing_deg?.toFixed(0) ?? "90", "1"), h("button", {}, W.put),
      ours && base.x_in !== null ? h("button", { type: "button", onclick: () => lift(base.payload) }, W.lift) : null,
      base.by_hand && !ours ? h("button", { type: "button", onclick: () => act("/act/release", { payload: base.payload }) }, W.release) : null)));
  const read = state.aimed ? h("form", { "data-key": "reading", class: "row end", onsubmit: (event) => { event.preventDefault(); const v = values(event.target); act("/act/reading", { reading: { what: v.what, frm: state.picked, to: state.aimed, value: Number(v.value), plus_minus: 0 } }, event.target); } },
    h("label", { class: "grow" }, W.measured, h("select", { name: "what" }, ["shoot_range", "gap", "command_distance", "in_arc", "sight"].map((w) => h("option", { value: w }, w.replaceAll("_", " "))))), field("value", W.tape, "", "0.05"), h("button", {}, W.typeIt)) : null;
  const note = h("form", { "data-key": "note", class: "row end", onsubmit: (event) => { event.preventDefault(); act("/act/note", { text: values(event.target).text, about: card.unit }, event.target); } },
    h("label", { class: "grow" }, W.note, h("input", { name: "text", maxlength: 300, required: true })), h("button", {}, W.keepNote));
  const change = data0().you.may_overrule && !data0().open ? stateForm(card) : null;
  return h("details", { class: "card", "data-key": `hand-${card.unit}` }, h("summary", {}, W.byHand), place, read, note, change);
}

// The umpire's way to any value of a unit, with the reason; fetched when it is opened.
function stateForm(card) {
  const name = h("select", { name: "path", required: true });
  const value = h("input", { name: "value", required: true, maxlength: 300 });
  const form = h("form", { "data-key": `state-${card.unit}`, class: "row end", onsubmit: (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(form));
    let to = said.value;
    try { to = JSON.parse(said.value); } catch { /* plain words are a string */ }
    act("/act/edit", { path: said.path, value: to, reason: said.reason });
  } }, h("label", { class: "grow" }, W.whichValue, name), h("label", { class: "grow" }, W.newValue, value), h("label", { class: "grow" }, W.reason, h("input", { name: "reason", required: true, maxlength: 300 })), h("button", {}, W.change));
  const key = `${card.unit}@${data0().game.head}`;
  const fill = () => {
    const { fields } = state.fields;
    name.replaceChildren(...fields.map((f) => h("option", { value: f.path }, `${f.name.replaceAll("_", " ")}: ${JSON.stringify(f.value)}`)));
    const show = () => { value.value = JSON.stringify(fields.find((f) => f.path === name.value)?.value ?? ""); };
    name.onchange = show;
    show();
  };
  // Drawn again while somebody types: what is there already stays as it is.
  const load = async () => {
    if (state.fields?.key === key) return;
    try { state.fields = { key, ...await getJson(`/state.json?unit=${encodeURIComponent(card.unit)}`) }; fill(); } catch (why) { complain(why); }
  };
  if (state.fields?.key === key) fill();
  return h("details", { "data-key": `state-box-${card.unit}`, ontoggle: (event) => { if (event.target.open) load(); } }, h("summary", {}, W.edit), form);
}

// A visitor at a show: what to do, and the way back to the beginning.
function demoCard() {
  const { data } = state;
  const again = async () => {
    try { await post("/setup/demo", { rules: data.game.rules }); } catch (why) { complain(why); return; }
    state.picked = state.aimed = state.fresh = "";
    await refresh();
    toast(W.demoAgain);
  };
  const mayReset = ["table", "umpire"].includes(data.you.role);
  return h("section", { class: "card", "aria-label": W.howTo }, h("h2", {}, W.howTo), h("ol", { class: "help-steps" }, W.threeSteps.map((step) => h("li", {}, step))),
    mayReset ? h("button", { type: "button", id: "again", onclick: again }, W.startOver) : null);
}

const freshEvent = () => state.data.verdicts.find((r) => r.id === state.fresh)?.event;

function newest() {
  const { data } = state;
  const list = byAction(data.verdicts).filter((rulings) => rulings.at(-1).event !== freshEvent()).slice(0, 6);
  return h("section", { "aria-label": W.rulings }, h("h2", {}, W.rulings),
    list.length || state.fresh ? list.map((rulings) => actionCard(rulings, { ours: data.source === "simulated" || data.source === "hand" })) : h("p", { class: "soft" }, W.noRulings));
}

// Tools
$("zoom-in").onclick = () => map.zoom(1.4);
$("zoom-out").onclick = () => map.zoom(1 / 1.4);
$("turn").onclick = () => { map.turn(); try { sessionStorage.setItem("turned", String(map.view.rot)); } catch { /* private window */ } };
$("fit").onclick = () => map.fit();
$("ruler").onclick = () => { map.ruling = !map.ruling; $("ruler").setAttribute("aria-pressed", String(map.ruling)); if (map.ruling) toast(W.rulerHelp); else map.layers.tape.replaceChildren(); };
$("photo").onclick = () => { map.showPhoto = !map.showPhoto; $("photo").setAttribute("aria-pressed", String(map.showPhoto)); map.photoUrl = ""; map.drawPhoto(); };
$("undo").onclick = () => act("/act/undo", {});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.target.closest("input, select, textarea")) tapped("");
});
// While the table is seen the picture is the newest there is; while it is not, its age is shown.
let lastPhoto = null;
let skew = 0;
setInterval(() => {
  if (!state.data) return;
  if (state.data.picture) lastPhoto = state.data.picture.taken_s;
  const age = lastPhoto === null ? null : Math.max(0, Math.round(Date.now() / 1000 - skew - lastPhoto));
  $("age").textContent = age === null ? "" : W.age(state.data.blind ? Math.max(2, age) : 0);
}, 1000);

listen((event) => { void event; refresh(); }, (up) => { if (state.connected !== up) { state.connected = up; if (state.data) banners(state.data, up); if (up) refresh(); } });
refresh().then(() => { if (state.data) skew = Date.now() / 1000 - state.data.now_s; });
