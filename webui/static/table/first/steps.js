// @ts-check
// First steps: three minutes on the map, guided; each step is told until it has been done.
import { h } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { complain } from "/static/table/acting.js";
import { map, page, state } from "/static/table/state.js";
import { named, W } from "/static/words.js";

const KEPT = "first-steps";
const recall = () => {
  try {
    return sessionStorage.getItem(KEPT);
  } catch {
    return null;
  }
};
const remember = (step) => {
  try {
    if (step === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, String(step));
  } catch { /* private window */ }
};

const DISMISSED = "no-first-steps";
const BOOK = "quickplay";
const isDismissed = () => {
  try {
    return localStorage.getItem(DISMISSED) === "yes";
  } catch {
    return false;
  }
};
let isInvited = !isDismissed();

/** @type {{step: number, shot: any, looked: number, told: number, game: string}} */
const coach = { step: recall() === null ? -1 : Number(recall()), shot: null, looked: -1, told: -1, game: "" };
const nameOf = (unit) => state.data.units.find((u) => u.unit === unit)?.name || unit;
const newest = () => state.data.verdicts[0]?.action.do;
const tappedInstead = () => (coach.shot?.by === state.picked && state.aimed ? state.aimed : "");
const pickedInstead = () => (state.picked && state.picked !== coach.shot?.by ? state.picked : "");
const mayShoot = () => coach.shot && coach.looked === state.data.game.head;

// Whether the main button of the question lets drawn dice fall.
const mayFall = (data) => Boolean(data.dice?.can_throw) && data.dice.setting !== "off";

// Each step: what is said, and when it is done. The order is that of a first shot.
const STEPS = [
  { says: () => W.first.begin, done: (d) => Boolean(d.open) || newest() === "begin" },
  { says: () => W.first.initiative, done: (d) => !d.open && newest() === "begin" },
  {
    says: pickSays,
    wants: () => coach.shot?.by,
    done: () => mayShoot() && state.picked === coach.shot.by && !state.aimed,
  },
  { says: aimSays, wants: () => coach.shot?.at, done: (d) => isAimed() || d.open?.action.do === "shoot" },
  {
    says: () => W.first.declare(nameOf(coach.shot?.at)),
    done: (d) => d.open?.action.do === "shoot" || newest() === "shoot",
  },
  { says: (d) => W.first.throws(mayFall(d)), done: (d) => !d.open && newest() === "shoot" },
  { says: () => W.first.read, done: (d) => Boolean(d.head_moved) && !d.head_moved.redo },
  { says: () => W.first.redo, done: (d) => Boolean(d.head_moved?.redo) },
  { says: () => W.first.end, done: (d) => !d.open && newest() === "end" },
];

// A guide that has come to its end does not come along to the next look at this page.
if (coach.step >= STEPS.length) {
  coach.step = -1;
  remember(null);
}
if (new URLSearchParams(location.search).has("first")) {
  if (coach.step < 0 || coach.step >= STEPS.length) coach.step = 0;
  remember(coach.step);
  // Otherwise the guide would come back with every look at this page.
  history.replaceState(null, "", location.pathname);
}

function pickSays(data) {
  if (!mayShoot()) return W.first.nobody(data.game.to_act.map(named).join(", "));
  const wanted = nameOf(coach.shot.by);
  return pickedInstead() ? W.first.other(nameOf(pickedInstead()), wanted) : W.first.pick(wanted);
}

function aimSays() {
  const wanted = nameOf(coach.shot?.at);
  return tappedInstead() ? W.first.other(nameOf(tappedInstead()), wanted) : W.first.aim(wanted);
}

const isAimed = () => Boolean(coach.shot) && state.picked === coach.shot.by && state.aimed === coach.shot.at;

// Somebody who cannot find a unit on a small map is handed it.
function handed(step) {
  const unit = step?.wants?.();
  if (!unit || !(step === STEPS[2] ? pickedInstead() : tappedInstead())) return null;
  const take = () => {
    if (step === STEPS[2]) Object.assign(state, { picked: "", aimed: "" });
    else state.aimed = "";
    page.tapped(unit);
  };
  return h("button", { type: "button", "data-keep-focus": "first-hand", onclick: take }, W.first.forMe(nameOf(unit)));
}

// What the step is about shines on the map, and a new step comes into view.
function point(step) {
  const unit = step?.wants?.() || "";
  if (map.pointed !== unit) {
    map.pointed = unit;
    if (map.data) {
      map.drawBases();
      map.namesChanged();
    }
  }
  if (coach.told === coach.step) return;
  coach.told = coach.step;
  if (!state.data.open) {
    requestAnimationFrame(() => document.querySelector(".first-steps")?.scrollIntoView({ block: "nearest" }));
  }
}

// The first shot that the side that is to act can take, looked for once at every head.
async function findShot() {
  const { data, offers } = state;
  if (coach.looked === data.game.head || !offers || data.open) return;
  coach.looked = data.game.head;
  coach.shot = null;
  for (const unit of data.units.filter((u) => offers.units[u.unit] && data.game.to_act.includes(u.side))) {
    const told = await getJson(`/unit.json?unit=${encodeURIComponent(unit.unit)}`);
    const shot = told.offers.find((o) => o.legal && o.action.do === "shoot" && o.action.at);
    if (shot) {
      coach.shot = shot.action;
      break;
    }
  }
  page.draw();
}

// Its own small battle is begun for it; one that was under way is kept.
async function begin() {
  try {
    await post("/setup/demo", { rules: BOOK });
  } catch (why) {
    complain(why);
    return;
  }
  coach.step = 0;
  remember(0);
  Object.assign(state, { picked: "", aimed: "", fresh: "" });
  await page.refresh();
}

function inviteNoMore() {
  isInvited = false;
  try {
    localStorage.setItem(DISMISSED, "yes");
  } catch { /* private window */ }
}

const isAtTable = (data) => ["table", "umpire"].includes(data.you.role);

/**
 * Whoever lands on a simulated table on which nothing has happened yet is asked once.
 * @param {any} data as /table.json
 */
function invitation(data) {
  const isNew = data.can.simulated && data.game.is_demo && !data.open && !data.verdicts.length;
  if (!isInvited || !isNew || !isAtTable(data)) return null;
  const dismiss = () => {
    inviteNoMore();
    page.draw();
  };
  return offered(W.first.invites, begin, dismiss, W.first.notNow);
}

const offered = (says, yes, no, label) =>
  h(
    "section",
    { class: "card first-steps", "aria-label": W.first.title },
    h("p", {}, says),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", "data-keep-focus": "first-begin", onclick: yes }, W.first.title),
      h("button", { type: "button", class: "link-button", onclick: no }, label),
    ),
  );

function stop() {
  coach.step = -1;
  remember(null);
  point(null);
  page.draw();
}

// Another battle stands on the table, or this one is past its beginning.
const isElsewhere = (data) =>
  coach.step === 0 && (data.game.rules !== BOOK || (Boolean(newest()) && newest() !== "begin"));

// Whoever was guided to the end is no newcomer, and in another battle nothing is left of the guide.
function isPast(data, step) {
  if (step) {
    coach.game = data.game.name;
    return false;
  }
  inviteNoMore();
  if (coach.game === data.game.name) return false;
  coach.step = -1;
  remember(null);
  return true;
}

/**
 * The card of the step that is to be done now; where nobody is guided, a newcomer's invitation.
 * @param {any} data as /table.json
 */
export function firstSteps(data) {
  if (!data.game) return null;
  if (coach.step < 0) return invitation(data);
  if (isElsewhere(data)) {
    return isAtTable(data) ? offered(W.first.elsewhere(data.game.title), begin, stop, W.first.leave) : null;
  }
  while (STEPS[coach.step]?.done(data)) coach.step += 1;
  remember(coach.step);
  const step = STEPS[coach.step];
  if (isPast(data, step)) return null;
  if (step === STEPS[2] || step === STEPS[3]) findShot().catch((why) => console.warn(why));
  point(step);
  const leave = h("button", {
    type: "button",
    class: "link-button leave",
    onclick: stop,
  }, step ? W.first.leave : W.first.close);
  return h(
    "section",
    { class: "card first-steps", "aria-live": "polite", "aria-label": W.first.title },
    h("p", { class: "small soft" }, step ? W.first.of(coach.step + 1, STEPS.length) : W.first.title),
    h("p", {}, h("strong", {}, step ? step.says(data) : W.first.over)),
    handed(step),
    leave,
  );
}
