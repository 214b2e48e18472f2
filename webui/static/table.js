// @ts-check
// The players' page: tap a unit, tap another, read the verdict; declare, answer, read the ruling.
import { $, h, houseSays, toast } from "/static/dom.js";
import { coalesced, getLive, listen, log, post } from "/static/net.js";
import { squareName } from "/static/map/squares.js";
import { nextStep } from "/static/table/next-step.js";
import { drawn } from "/static/pressed.js";
import { PromptBox } from "/static/prompt.js";
import { actionCard, byAction } from "/static/ruling/ruling.js";
import { speak } from "/static/table/speak.js";
import { banners, standing } from "/static/standing.js";
import { complain, mayAct, mayMove, placed, waitingCard, whenSeen } from "/static/table/acting.js";
import { agreeBar, drawUndo, tellMoved } from "/static/table/hand/correcting.js";
import { drawLines } from "/static/table/drawing.js";
import { backCard, ghosting, guiding, shown } from "/static/table/guiding.js";
import { eveningCard } from "/static/table/first/evening.js";
import { firstSteps, isLaying } from "/static/table/first/invited.js";
import { footNow, learnFoot } from "/static/table/foot.js";
import { finger, remembered } from "/static/table/keeping.js";
import { legend } from "/static/table/legend.js";
import {
  loadMoved,
  loadOffers,
  loadOpenLine,
  loadReadings,
  loadUnit,
  noteFresh,
  ownEdgeDown,
} from "/static/table/loading.js";
import { takenBackCard, wayBack } from "/static/table/put-back.js";
import { sideButton, sideOffers } from "/static/table/offers/offering.js";
import { selection, unitList } from "/static/table/selection.js";
import { markSquares } from "/static/table/squares.js";
import { map, page, state } from "/static/table/state.js";
import { clockForm, drawClock, drawHere, hereNow, tellTurn } from "/static/table/turn.js";
import { zoomToPicked } from "/static/table/zooming.js";
import { setLength } from "/static/units.js";
import { W } from "/static/words.js";

const prompt = new PromptBox(async (why) => {
  if (why) complain(why);
  await refresh();
});

const refresh = coalesced(async () => {
  const before = state.data;
  state.data = await getLive("/table.json");
  noteFresh(before, state.data);
  setLength(state.data.game?.length);
  Object.assign(houseSays, state.data.game?.house_says);
  map.mayMeasure = Boolean(state.data.you.may_measure);
  $("ruler").disabled = !map.mayMeasure;
  $("ruler").title = map.mayMeasure ? "" : W.noRuler;
  if (!map.mayMeasure && map.ruling) $("ruler").onclick();
  if (!before) {
    ownEdgeDown(state.data);
    if (state.data.you.afar && state.data.can.sees) ghosting(true);
  }
  $("camera").hidden = !state.data.cameras.length;
  map.render(state.data);
  whenSeen(state.data);
  // It may take the computer seconds, and stands beside the map when it is there.
  learnFoot(state.data).catch(log);
  await Promise.all([loadUnit(), loadReadings(), loadOffers(), loadMoved(), loadOpenLine()]);
  draw();
  if (state.toTop) {
    $("panel").scrollTop = 0;
    state.toTop = false;
  }
}, 250);

async function tapped(unit, at = null) {
  const square = at && map.squareAt(at);
  if (square && map.targets.includes(square)) {
    takeSquare(square);
    return;
  }
  if (square && map.targets.length && !unit) {
    toast(W.squareNotOffered(squareName(square)));
    return;
  }
  if (!unit) state.picked = state.aimed = "";
  else if (!state.picked) state.picked = unit;
  else if (unit === state.picked) {
    if (state.aimed) state.aimed = "";
    else state.picked = "";
  } else state.aimed = unit === state.aimed ? "" : unit;
  state.shown = "";
  state.fresh = "";
  await select();
}

// The ruler was laid from one tag to another on a table without a game: as if both had been tapped.
async function ruled(from, to) {
  if (state.data.game) return;
  map.layers.tape.replaceChildren();
  [state.picked, state.aimed] = [from, to];
  state.shown = state.fresh = "";
  await select();
}

async function select() {
  // Until it is drawn, and what was picked has come closer, things may still move on the map.
  const waits = `${state.picked}/${state.aimed}`;
  $("map").setAttribute("aria-busy", "true");
  map.mark(state.picked, state.aimed);
  await Promise.all([loadUnit(), loadReadings()]);
  draw();
  if (waits !== `${state.picked}/${state.aimed}`) return;
  zoomToPicked();
  $("map").removeAttribute("aria-busy");
  if (state.picked) $("panel").scrollTop = 0;
}

// Drawing
function draw() {
  finger.waits = finger.down;
  if (finger.waits) return;
  const { data } = state;
  state.drawn = data.version;
  const evening = eveningCard(data);
  const laying = Boolean(data.game) && isLaying(data);
  drawAround(data, evening || laying);
  $("main").classList.toggle("laying", laying);
  drawMarks(data);
  drawLines();
  if (laying) {
    fill($("panel"), [firstSteps(data)]);
    return;
  }
  if (evening) {
    drawBare();
    return;
  }
  if (state.asking?.head !== data.game?.head) state.asking = null;
  markSquares();
  const cards = [waitingCard(data), firstSteps(data)];
  const asked = prompt.render(data);
  fill($("panel"), [state.asking?.form, ...cards, ...guiding(data), ...panel(data, asked)]);
  if (asked && document.activeElement === document.body) {
    prompt.el.querySelector("[data-focus]")?.focus({ preventScroll: true });
  }
  drawn(data.version);
  speak(data);
  $("map").dataset.version = data.version;
}

// What is measured between two tags while no game is open, above the first evening's card.
const bare = h("div", { class: "bare" });
function drawBare() {
  if (!state.picked) bare.remove();
  else {
    if (!bare.isConnected) $("panel").prepend(bare);
    fill(bare, selection());
    // The foot of the first evening would stand across what is measured.
    map.layers.tape.replaceChildren();
  }
}

// Everything that stands around the map and the panel; on a first evening its card tells what is wrong.
function drawAround(data, evening) {
  banners(
    evening ? { ...data, blind: "", flags: [], troubles: data.troubles.filter((says) => says !== data.blind) } : data,
    state.connected,
  );
  standing($("standing"), data);
  drawUndo(data);
  tellTurn(data);
  drawClock(data);
  drawHere();
  tellMoved(data);
  agreeBar(data);
}

// Who is picked, who can be acted on, and who may act.
function drawMarks(data) {
  const legal = new Set((state.unit?.offers || []).filter((o) => o.legal && o.action.at).map((o) => o.action.at));
  const acting = data.open && !state.picked ? data.open.action : null;
  const canAct = data.open ? [] : data.units.filter(mayAct).map((u) => u.unit);
  const ready = new Set(canAct.includes(state.picked) ? [] : canAct);
  map.acting = acting;
  map.mark(state.picked, state.aimed, legal, ready);
}

// The cards of the panel, the question first. While something is asked nothing else is offered.
function panel(data, asked) {
  const name = (unit) => data.units.find((u) => u.unit === unit)?.name || unit;
  const moved = state.moved || [];
  if (data.prompt?.ask === "look") prompt.showMoved(moved, state.comesTo, name, wayBack(moved));
  const next = asked ? null : nextStep(data, state.offers, sideButton, Boolean(state.picked));
  return [
    ...(asked ? [asked, overruleLink(data)] : []),
    data.game?.over ? overCard(data.game.over) : null,
    takenBackCard(name),
    state.picked ? null : next,
    freshCard(data),
    ...(asked || state.picked ? [] : sideOffers()),
    setUpFirst(data),
    // Of a unit that is picked the next step is what it may do.
    ...(state.picked ? [...selection(), next] : data.game && !asked ? [unitList()] : []),
    newest(),
    ...foot(data, asked),
  ];
}

const setUpFirst = (data) =>
  data.game ? null : h("p", { class: "card" }, W.noGame, " ", h("a", { href: "/setup" }, W.setUp));

// What is needed seldom, below all others.
function foot(data, asked) {
  return [
    ...(asked || state.picked ? [] : [legend(data), clockForm(data)]),
    data.game && data.you.may_act && !data.open && !data.guide ? backCard() : null,
    data.game?.is_demo && !asked ? demoCard() : null,
  ];
}

// Fetched when it is asked for: who only plays never needs it.
const overrule = async () => {
  try {
    const { overruleStep } = await import("/static/table/hand/overrule.js");
    await overruleStep();
  } catch (why) {
    complain(why);
  }
};

function overruleLink(data) {
  if (!data.you.may_overrule || !data.open?.answered.length || state.asking) return null;
  return h("button", { type: "button", class: "link-button", onclick: overrule }, W.overruleSoFar);
}

const overCard = (over) =>
  h(
    "section",
    { class: "card" },
    h("h2", {}, W.over),
    h("p", { class: "total" }, over.winner ? W.wins(over.winner) : W.draw),
    h("p", {}, over.says),
  );

// What was ruled a moment ago, above what may be done next.
function freshCard(data) {
  const fresh = data.verdicts.find((r) => r.id === state.fresh);
  return fresh ? actionCard(data.verdicts.filter((r) => r.event === fresh.event).reverse(), cardsWith(data)) : null;
}

// Draws the panel anew; the field under a hand keeps its place, its text and its focus.
function fill(el, parts) {
  /** @type {any} */
  const active = document.activeElement;
  const focused = active?.closest?.("[data-keep-focus]")?.dataset.keepFocus;
  const kept = remembered(el);
  const at = el.contains(active) ? active : null;
  el.replaceChildren(...parts.filter(Boolean));
  // What stands there still was out of the page for a moment: the next key would go nowhere.
  if (el.contains(at)) at.focus({ preventScroll: true });
  kept();
  if (focused) el.querySelector(`[data-keep-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function takeSquare(square) {
  if (state.asking?.take) state.asking.take(square);
  else prompt.chosen([square]);
}

// A visitor at a show: what to do, and the way back to the beginning.
function demoCard() {
  const { data } = state;
  const again = async () => {
    try {
      await post("/setup/demo", { rules: data.game.rules });
    } catch (why) {
      complain(why);
      return;
    }
    state.picked = state.aimed = state.fresh = "";
    await refresh();
    toast(W.demoAgain);
  };
  const mayReset = ["table", "umpire"].includes(data.you.role);
  return h(
    "section",
    { class: "card", "aria-label": W.howTo },
    h("h2", {}, W.howTo),
    h("ol", { class: "help-steps" }, W.threeSteps.map((step) => h("li", {}, step))),
    mayReset ? h("button", { type: "button", id: "again", onclick: again }, W.startOver) : null,
  );
}

// What an action card offers besides reading it.
const cardsWith = (data) => ({
  ours: data.can.moves,
  overrule: data.you.may_overrule ? overrule : null,
  newest: data.verdicts[0]?.event,
  mayDispute: data.you.may_act,
});

const freshEvent = () => state.data.verdicts.find((r) => r.id === state.fresh)?.event;

function newest() {
  const { data } = state;
  const list = byAction(data.verdicts).filter((rulings) => rulings.at(-1).event !== freshEvent()).slice(0, 6);
  return h(
    "section",
    { "aria-label": W.rulings },
    h("h2", {}, W.rulings),
    list.length || state.fresh
      ? list.map((rulings) => actionCard(rulings, cardsWith(data)))
      : h("p", { class: "soft" }, W.noRulings),
  );
}

Object.assign(page, { refresh, draw, tapped, ruled, select, placed, shown, mayMove });

// Tools
$("zoom-in").onclick = () => map.zoom(1.4);
$("zoom-out").onclick = () => map.zoom(1 / 1.4);
$("turn").onclick = () => {
  map.turn();
  try {
    sessionStorage.setItem("turned", String(map.view.rot));
  } catch { /* private window */ }
};
$("fit").onclick = () => map.fit();
$("ruler").onclick = () => {
  map.ruling = !map.ruling;
  $("ruler").setAttribute("aria-pressed", String(map.ruling));
  if (map.ruling) toast(W.rulerHelp);
  else map.layers.tape.replaceChildren();
};
$("photo").onclick = () => {
  map.showPhoto = !map.showPhoto;
  $("photo").setAttribute("aria-pressed", String(map.showPhoto));
  map.photoUrl = "";
  map.drawPhoto();
  map.namesChanged();
};
$("camera").onclick = () => {
  const names = ["", ...state.data.cameras];
  state.camera = names[(names.indexOf(state.camera) + 1) % names.length];
  toast(state.camera ? W.fromCamera(state.camera) : W.fromAll);
  drawLines();
};
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !/** @type {HTMLElement} */ (event.target).closest("input, select, textarea")) {
    tapped("");
  }
});
// While the table is seen the picture is the newest there is; while it is not, its age is shown.
let lastPhoto = null;
let skew = 0;
setInterval(() => {
  if (!state.data) return;
  if (state.data.picture) lastPhoto = state.data.picture.taken_s;
  const age = lastPhoto === null ? null : Math.max(0, Math.round(Date.now() / 1000 - skew - lastPhoto));
  const seen = age === null ? "" : W.age(state.data.blind || !state.connected ? Math.max(2, age) : 0);
  const says = [seen, footNow()].filter(Boolean).join(" · ");
  if ($("age").textContent === says) return;
  $("age").textContent = says;
  map.namesChanged();
}, 1000);
listen((event) => {
  hereNow(event);
  refresh();
}, (up) => {
  if (state.connected !== up) {
    state.connected = up;
    if (state.data) draw();
    if (up) refresh();
  }
}, hereNow);
refresh().then(() => {
  // From the page of the newest ruling.
  if (location.hash === "#overrule" && state.data?.you.may_overrule) overrule();
  // Who was asked to move before a reload is as close under the finger as it was then.
  const asked = state.data?.prompt?.ask === "look" ? state.data.prompt.units : [];
  const mine = asked.find((unit) => map.asksToMove(unit) && mayMove(unit));
  if (mine && !state.picked) tapped(mine).catch(log);
  if (state.data) skew = Date.now() / 1000 - state.data.now_s;
});
