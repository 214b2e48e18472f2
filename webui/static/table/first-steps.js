// First steps: three minutes on the map, guided; each step is told until it has been done.
import { h } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { page, state } from "/static/table/state.js";
import { named, W } from "/static/words.js";

const KEPT = "first-steps";
const recall = () => { try { return sessionStorage.getItem(KEPT); } catch { return null; } };
const remember = (step) => { try { if (step === null) sessionStorage.removeItem(KEPT); else sessionStorage.setItem(KEPT, String(step)); } catch { /* private window */ } };

const coach = { step: recall() === null ? -1 : Number(recall()), shot: null, looked: -1 };
if (new URLSearchParams(location.search).has("first") && coach.step < 0) { coach.step = 0; remember(0); }

const nameOf = (unit) => state.data.units.find((u) => u.unit === unit)?.name || unit;
const newest = () => state.data.verdicts[0]?.action.do;
const mayShoot = () => coach.shot && coach.looked === state.data.game.head;

// Each step: what is said, and when it is done. The order is that of a first shot.
const STEPS = [
  { says: () => W.first.begin, done: (d) => Boolean(d.open) || newest() === "begin" },
  { says: () => W.first.initiative, done: (d) => !d.open && newest() === "begin" },
  { says: (d) => (mayShoot() ? W.first.pick(nameOf(coach.shot.by)) : W.first.nobody(d.game.to_act.map(named).join(", "))), done: () => mayShoot() && state.picked === coach.shot.by },
  { says: () => W.first.aim(nameOf(coach.shot?.at)), done: (d) => Boolean(state.aimed) || d.open?.action.do === "shoot" },
  { says: () => W.first.declare, done: (d) => d.open?.action.do === "shoot" || newest() === "shoot" },
  { says: () => W.first.throws, done: (d) => !d.open && newest() === "shoot" },
  { says: () => W.first.read, done: (d) => Boolean(d.head_moved) && !d.head_moved.redo },
  { says: () => W.first.redo, done: (d) => Boolean(d.head_moved?.redo) },
  { says: () => W.first.end, done: (d) => !d.open && newest() === "end" },
];

// The first shot that the side on the go can take, looked for once at every head.
async function findShot() {
  const { data, offers } = state;
  if (coach.looked === data.game.head || !offers || data.open) return;
  coach.looked = data.game.head;
  coach.shot = null;
  for (const unit of data.units.filter((u) => offers.units[u.unit] && data.game.to_act.includes(u.side))) {
    const told = await getJson(`/unit.json?unit=${encodeURIComponent(unit.unit)}`);
    const shot = told.offers.find((o) => o.legal && o.action.do === "shoot" && o.action.at);
    if (shot) { coach.shot = shot.action; break; }
  }
  page.draw();
}

/** The card of the step that is to be done now, null when nobody is guided. */
export function firstSteps(data) {
  if (coach.step < 0 || !data.game) return null;
  while (STEPS[coach.step]?.done(data)) coach.step += 1;
  remember(coach.step);
  const step = STEPS[coach.step];
  if (step === STEPS[2] || step === STEPS[3]) findShot().catch((why) => console.warn(why));
  const leave = h("button", { type: "button", class: "link-button", onclick: () => { coach.step = -1; remember(null); page.draw(); } }, step ? W.first.leave : W.first.close);
  return h("section", { class: "card first-steps", "aria-live": "polite", "aria-label": W.first.title },
    h("p", { class: "small soft" }, step ? W.first.of(coach.step + 1, STEPS.length) : W.first.title), h("p", {}, h("strong", {}, step ? step.says(data) : W.first.over)), leave);
}
