// @ts-check
// Settings that exclude each other, such as what each battle is to do: radio buttons, the one that
// holds marked. A choice is kept at once; what was tapped shows as chosen until the answer is here.
import { h } from "/static/dom.js";
import { getLive, post } from "/static/net.js";
import { act } from "/static/table/acting.js";
import { page, state } from "/static/table/state.js";
import { W } from "/static/words.js";

const TRIES = 3;

/**
 * What was tapped, by group. *kept*: the step that it made, and that for which the offers at hand
 * were made; null until it is kept.
 * @type {Map<string, {action: any, kept: {head: number, before: number} | null}>}
 */
const wished = new Map();
let sending = false;

const groupOf = ({ action, setting }) => `${action.by}/${setting.what}`;
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The offers that are settings, each group as one field; [] for none.
 * @param {any[]} offers @param {number} head for which they were made @param {boolean} may
 */
export function settings(offers, head, may) {
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const offer of offers) {
    if (offer.setting) groups.set(groupOf(offer), [...(groups.get(groupOf(offer)) || []), offer]);
  }
  return [...groups].map(([key, each]) => field(key, each, head, may));
}

/** How many groups still wait for somebody to choose. @param {any[]} offers */
export function unchosen(offers) {
  const own = offers.filter((offer) => offer.setting);
  const chosen = new Set(own.filter((offer) => offer.setting.chosen).map(groupOf));
  return new Set(own.filter((offer) => offer.legal).map(groupOf).filter((key) => !chosen.has(key))).size;
}

function field(key, offers, head, may) {
  const wish = wished.get(key);
  if (wish?.kept && (head >= wish.kept.head || head !== wish.kept.before)) wished.delete(key);
  const chosen = offers.find((offer) => wished.has(key) ? same(wish?.action, offer.action) : offer.setting.chosen);
  const none = !offers.some((offer) => offer.legal);
  const [first] = offers;
  return h(
    "fieldset",
    { class: "setting", disabled: !may || none, "aria-busy": wished.has(key) ? "true" : null },
    h("legend", {}, first.setting.what),
    h("div", { class: "row" }, offers.map((offer) => radio(key, offer, offer === chosen))),
    none ? h("p", { class: "small soft" }, first.why) : null,
    chosen ? null : h("p", { class: "small soft" }, W.notChosen),
  );
}

// The arrows go from one to the next without choosing: what is passed over is not declared.
function radio(key, offer, chosen) {
  const input = h("input", {
    type: "radio",
    name: `setting ${key}`,
    checked: chosen,
    disabled: !offer.legal && !chosen,
    title: offer.legal || chosen ? "" : offer.why,
    "data-keep-focus": JSON.stringify(offer.action),
    onchange: () => {
      input.closest("fieldset").setAttribute("aria-busy", "true");
      choose(key, offer.action);
    },
    onkeydown: (event) => step(event, input),
  });
  return h("label", { class: "choice" }, input, offer.setting.says);
}

/** @param {KeyboardEvent} event @param {HTMLInputElement} input */
function step(event, input) {
  const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!way) return;
  event.preventDefault();
  const all = [...(input.closest("fieldset")?.querySelectorAll("input") || [])].filter((one) => !one.disabled);
  all[(all.indexOf(input) + way + all.length) % all.length]?.focus();
}

// One after the other: whoever taps four of them does not wait in between.
async function choose(key, action) {
  wished.set(key, { action, kept: null });
  if (sending) return;
  sending = true;
  for (let next = waiting(); next; next = waiting()) await send(...next);
  sending = false;
  await page.refresh();
}

const waiting = () => [...wished].find(([, wish]) => wish.kept === null);

async function send(key, wish) {
  const done = await keep(wish.action);
  const before = (state.unit?.unit === wish.action.by ? state.unit?.head : state.offers?.head) ?? -1;
  // Something else of that group may have been tapped meanwhile.
  if (wished.get(key) !== wish) return;
  if (done) wish.kept = { head: done.head, before };
  else wished.delete(key);
}

// Both sides choose at the same time before a battle: who was a moment later is no error.
async function keep(action) {
  for (let left = TRIES; left > 1; left--) {
    try {
      const { game } = await getLive("/table.json");
      return await post("/act/declare", { head: game.head, ...action });
    } catch (why) {
      if (why.status !== 409) break;
    }
  }
  await act("/act/declare", action);
  return null;
}
