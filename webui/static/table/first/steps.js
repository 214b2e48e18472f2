// @ts-check
// First steps: three minutes on the map, guided; each step is told until it has been done.
import { h } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { tied } from "/static/prompt/thrown-before.js";
import { complain } from "/static/table/acting.js";
import { askFor } from "/static/table/first/asked.js";
import { ASIDE, DISMISSED, KEPT } from "/static/table/first/invited.js";
import { map, page, state } from "/static/table/state.js";
import { first } from "/static/words/first.js";
import { named } from "/static/words/names.js";
import { W } from "/static/words.js";

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

// The battle that was put aside for the guide.
const aside = () => {
  try {
    return sessionStorage.getItem(ASIDE) || "";
  } catch {
    return "";
  }
};

const BOOK = "quickplay";
const isDismissed = () => {
  try {
    return localStorage.getItem(DISMISSED) === "yes";
  } catch {
    return false;
  }
};
let isInvited = !isDismissed();

/** *looked*: the head at which a shot was looked for; *asked*: the version of the table. */
const coach = {
  step: recall() === null ? -1 : Number(recall()),
  shot: /** @type {any} */ (null),
  looked: -1,
  asked: -1,
  trouble: "",
  game: "",
  sent: false,
};
const nameOf = (unit) => state.data.units.find((u) => u.unit === unit)?.name || unit;
const newest = () => state.data.verdicts[0]?.action.do;
const tappedInstead = () => (coach.shot?.by === state.picked && state.aimed ? state.aimed : "");
const pickedInstead = () => (state.picked && state.picked !== coach.shot?.by ? state.picked : "");
const isLooked = () => coach.looked === state.data.game.head;
const mayShoot = () => coach.shot && isLooked();
const isElse = (data) => Boolean(data.open) && data.open.action.do !== "shoot";

// Each step: what is said, whom it is about, what is to be pressed, and when it is done. The order is that of a
// first shot.
const STEPS = [
  { says: () => first.begin, press: () => "goesOn", done: (d) => Boolean(d.open) || newest() === "begin" },
  { says: initiativeSays, press: () => "roll", done: (d) => !d.open && newest() === "begin" },
  {
    isMeasured: true,
    says: pickSays,
    wants: () => coach.shot?.by,
    press: () => (mayShoot() ? pickedInstead() && "hand" : isLooked() && "goesOn"),
    done: () => mayShoot() && state.picked === coach.shot.by && !state.aimed,
  },
  {
    isMeasured: true,
    says: aimSays,
    wants: () => coach.shot?.at,
    press: () => tappedInstead() && "hand",
    done: (d) => isAimed() || d.open?.action.do === "shoot",
  },
  {
    isMeasured: true,
    says: () => first.declare(nameOf(coach.shot?.at)),
    press: () => "shoot",
    done: (d) => d.open?.action.do === "shoot" || newest() === "shoot",
  },
  { says: throwSays, press: () => "roll", done: (d) => !d.open && newest() === "shoot" },
  { says: () => first.read, press: () => "undo", done: (d) => Boolean(d.head_moved) && !d.head_moved.redo },
  {
    says: () => first.redo,
    press: () => "redo",
    // Whoever throws anew instead has nothing to put again.
    done: (d) => Boolean(d.head_moved?.redo) || (!d.open && !d.head_moved && newest() === "shoot"),
  },
  { says: () => first.end, press: () => "goesOn", done: (d) => !d.open && newest() === "end" },
];
const [PICK, AIM, DECLARE] = STEPS.slice(2);

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

// Dice that have fallen and wait to be taken.
const lies = (data) => data.dice?.throw && data.prompt?.ask === "roll" && data.dice.setting !== "off";
const liesSays = ({ dice }) => (dice.throw.dice.some((die) => die.face === null) ? first.unsure : first.fallen);

function initiativeSays(data) {
  if (lies(data)) return liesSays(data);
  const { open, prompt } = data;
  if (open && prompt && tied(open, prompt)) return first.tied;
  return open?.answered.length % 2 ? first.otherThrows(named(prompt?.by || "")) : first.bothThrow;
}

function throwSays(data) {
  const says = lies(data) ? liesSays(data) : first.rolls;
  return data.open?.answered.length ? first.further(says) : says;
}

function pickSays(data) {
  if (isElse(data)) return first.instead;
  if (!isLooked()) return coach.trouble || first.looking;
  if (!mayShoot()) return first.nobody(data.game.to_act.map(named).join(", "));
  const wanted = nameOf(coach.shot.by);
  return pickedInstead() ? first.other(nameOf(pickedInstead()), wanted) : first.pick(wanted);
}

function aimSays() {
  const wanted = nameOf(coach.shot?.at);
  return tappedInstead() ? first.other(nameOf(tappedInstead()), wanted) : first.aim(wanted);
}

const isAimed = () => Boolean(coach.shot) && state.picked === coach.shot.by && state.aimed === coach.shot.at;

// What is measured is told of a table that is seen now alone.
const isUnread = (step) => Boolean(step?.isMeasured && state.data.blind && !state.data.open);

// Somebody who cannot find a unit on a small map is handed it.
function handed(step) {
  const unit = !isUnread(step) && step?.wants?.();
  if (!unit || !(step === PICK ? pickedInstead() : tappedInstead())) return null;
  const take = () => {
    if (step === PICK) Object.assign(state, { picked: "", aimed: "" });
    else state.aimed = "";
    page.tapped(unit);
  };
  return h(
    "button",
    { type: "button", class: "hand", "data-keep-focus": "first-hand", onclick: take },
    first.forMe(nameOf(unit)),
  );
}

// What the step is about shines on the map, and what it asks for is ringed and in view.
function point(step) {
  const unit = step?.wants?.() || "";
  if (map.pointed !== unit) {
    map.pointed = unit;
    if (map.data) {
      map.drawBases();
      map.namesChanged();
    }
  }
  askFor(
    (!isUnread(step) && step?.press()) || "",
    `${coach.step}/${state.picked}/${state.aimed}/${state.data.game.head}`,
    Boolean(step),
  );
}

// The first shot that the side that is to act can take, looked for once at every head; while it cannot be
// measured, again with every news.
async function findShot() {
  const { data, offers } = state;
  const { head } = data.game;
  if (isLooked() || coach.asked === data.version || !offers || data.open || data.blind) return;
  coach.asked = data.version;
  const found = await firstShot(
    data.units.filter((u) => offers.units[u.unit] && data.game.to_act.includes(u.side)),
  );
  if (isLooked()) return;
  Object.assign(coach, found);
  // Another step, or another picture, may have come meanwhile.
  if (!found.trouble && !state.data.blind) coach.looked = head;
  page.draw();
}

/** What the first of them may shoot at, or why that cannot be measured. @param {any[]} units */
async function firstShot(units) {
  for (const { unit } of units) {
    const told = await getJson(`/unit.json?unit=${encodeURIComponent(unit)}`);
    const shot = told.offers.find((o) => o.legal && o.action.do === "shoot" && o.action.at);
    if (shot || told.trouble) return { shot: shot?.action || null, trouble: named(told.trouble) };
  }
  return { shot: null, trouble: "" };
}

// Who lets go of the unit, takes another or does something else with it begins with it again.
function stepBack(data) {
  if (coach.step !== STEPS.indexOf(AIM) && coach.step !== STEPS.indexOf(DECLARE)) return;
  const isPicked = mayShoot() && state.picked === coach.shot.by;
  if (data.open?.action.do === "shoot" || newest() === "shoot") return;
  if (!isPicked || data.open) coach.step = STEPS.indexOf(PICK);
  else if (!state.aimed) coach.step = STEPS.indexOf(AIM);
}

function keepAside({ title }) {
  try {
    sessionStorage.setItem(ASIDE, title);
  } catch { /* private window */ }
}

// Its own small battle is begun for it; one that was under way is kept.
async function begin() {
  keepAside(state.data.game);
  coach.sent = true;
  page.draw();
  try {
    await post("/setup/demo", { rules: BOOK });
  } catch (why) {
    coach.sent = false;
    page.draw();
    complain(why);
    return;
  }
  coach.step = 0;
  remember(0);
  Object.assign(state, { picked: "", aimed: "", fresh: "" });
  await page.refresh();
  coach.sent = false;
  page.draw();
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
  return offered(first.invites, begin, dismiss, first.notNow);
}

const offered = (says, yes, no, label) =>
  h(
    "section",
    { class: "card first-steps", "aria-label": first.title },
    h("p", {}, says),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", "data-keep-focus": "first-begin", onclick: yes }, first.title),
      h("button", { type: "button", class: "link-button", onclick: no }, label),
    ),
  );

function stop() {
  coach.step = -1;
  remember(null);
  point(null);
  page.draw();
}

/**
 * Whether the battle of the first steps is being put on the table: until its models are seen there, what is seen
 * are those of the one before.
 * @param {any} data as /table.json
 */
export function isBeingLaid(data) {
  if (coach.sent) return true;
  if (coach.step !== 0 || !data.can.simulated || !data.game || isElsewhere(data) || data.open) return false;
  const seen = new Set(data.bases.filter((base) => base.x_in !== null).map((base) => base.unit));
  return Boolean(data.blind) || !data.units.some((unit) => seen.has(unit.unit));
}

// How far it is: drawn, found, its models seen.
const layingStage = (data) => (coach.sent ? 0 : data.blind ? 1 : 2);

const layingCard = (data) =>
  h(
    "section",
    { class: "card first-steps laying", role: "status", "aria-label": first.title },
    h("p", { class: "small soft" }, first.title),
    h("p", {}, h("strong", {}, first.laying)),
    h("p", {}, first.layingHelp[layingStage(data)]),
    h("p", { class: "small" }, first.layingTakes),
    coach.sent ? null : h("button", { type: "button", class: "link-button leave", onclick: stop }, first.leave),
  );

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
  point(null);
  return true;
}

/**
 * The card of the step that is to be done now; where nobody is guided, a newcomer's invitation.
 * @param {any} data as /table.json
 */
export function guided(data) {
  if (!data.game) return null;
  if (isBeingLaid(data)) return layingCard(data);
  if (coach.step < 0) return invitation(data);
  if (isElsewhere(data)) {
    return isAtTable(data) ? offered(first.elsewhere(data.game.title), begin, stop, first.leave) : null;
  }
  stepBack(data);
  while (STEPS[coach.step]?.done(data)) coach.step += 1;
  remember(coach.step);
  const step = STEPS[coach.step];
  if (isPast(data, step)) return null;
  if (step === PICK || step === AIM) findShot().catch((why) => console.warn(why));
  point(step);
  return stepCard(data, step);
}

function stepCard(data, step) {
  const leave = h("button", {
    type: "button",
    class: "link-button leave",
    onclick: stop,
  }, step ? first.leave : first.close);
  return h(
    "section",
    { class: "card first-steps", "aria-live": "polite", "aria-label": first.title },
    h("p", { class: "small soft" }, step ? first.of(coach.step + 1, STEPS.length) : first.title),
    h("p", {}, h("strong", {}, !step ? first.over(aside()) : isUnread(step) ? W.notRead : step.says(data))),
    handed(step),
    leave,
  );
}
