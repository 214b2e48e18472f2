// @ts-check
// Models on the move: what waits for the camera, who joins the table, what was seen to move.
import { h, ruleIds } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { lengthText } from "/static/units.js";
import { W } from "/static/words.js";

/** @typedef {import("/static/prompt.js").PromptBox} PromptBox */

/** A question that the table answers when its models have been moved. */
export class Moving {
  /** @param {PromptBox} box @param {PageData.AskedLook} prompt */
  constructor(box, prompt) {
    this.box = box;
    this.prompt = prompt;
    this.waits = h("p", { class: "small soft" });
    this.moved = h("div", {});
    this.buttons = h("div", {});
    this.settled();
    this.el = this.form();
  }

  form() {
    const { box } = this;
    const ours = box.data.can.moves;
    this.asksToLook();
    return h(
      "div",
      {},
      h("p", { class: "need" }, ours ? W.looksHere : W.looks),
      this.prompt.brings.map((one) => arrives(box, one)),
      this.moved,
      this.waits,
      this.buttons,
    );
  }

  asksToLook() {
    const button = (/** @type {string} */ says, /** @type {() => void} */ onclick, more = {}) =>
      h("button", { type: "button", onclick, ...more }, says);
    this.buttons.replaceChildren(h(
      "div",
      { class: "row" },
      button(W.lookNow, () => this.look(), { class: "main-button", "data-focus": true }),
      button(W.measureAgain, () => this.box.after(null)),
      button(W.letItStand, () => this.answer("agreed")),
    ));
  }

  /** @param {string} how */
  answer(how) {
    this.box.send("/act/answer", { answer: null, how });
  }

  // Who has not moved is asked whether that is meant: the action would be spent on it.
  async look() {
    const { el } = this.box;
    if (this.prompt.brings.length || await anyMoved(this.prompt.units)) return this.answer("seen");
    if (el.contains(this.el)) this.asksIfMeant();
  }

  asksIfMeant() {
    const yes = { type: "button", class: "main-button", onclick: () => this.answer("seen") };
    const no = { type: "button", onclick: () => this.asksToLook() };
    const several = this.prompt.units.length > 1;
    this.buttons.replaceChildren(
      h("p", { class: "need", role: "alert" }, W.notMoved(several)),
      h("div", { class: "row" }, h("button", yes, W.standsStill(several)), h("button", no, W.notYet)),
    );
    this.buttons.querySelector("button:not(.main-button)")?.focus(); // a second Enter spends nothing
  }

  /** Says which bases of the units that move are still in a hand or under one. */
  settled() {
    const { units } = this.prompt;
    const wait = this.box.data.bases.filter((base) =>
      (!units.length || units.includes(base.unit)) && ["moving", "hidden"].includes(base.status)
    );
    this.waits.textContent = wait.length
      ? W.notSettled(wait.map((base) => `${this.called(base)} (${W.status[base.status]})`).join(", "))
      : "";
  }

  /** A base by the name of its unit, with its tag where that has several. @param {any} base */
  called(base) {
    const { bases, units } = this.box.data;
    const name = units.find((/** @type {any} */ each) => each.unit === base.unit)?.name || base.payload;
    const several = bases.filter((/** @type {any} */ each) => each.unit === base.unit).length > 1;
    return several && name !== base.payload ? `${base.payload} of ${name}` : name;
  }

  /**
   * What the table has seen move so far, under the question.
   * @param {any[]} list @param {any} comesTo what the rules make of it, where they can say
   * @param {(unit: string) => string} name @param {HTMLElement | null} back the way back
   */
  show(list, comesTo, name, back) {
    if (list.length && this.buttons.querySelector(".need")) this.asksToLook();
    this.moved.replaceChildren(
      ...list.map((each) => movedUnit(each, name, comesTo?.kind === "unseen" ? comesTo.says : [])),
      comesTo && list.length ? proposal(comesTo) : "",
      back || "",
    );
  }
}

/**
 * Whether one of *units* (none: any) stands elsewhere now; yes where that cannot be told.
 * @param {readonly string[]} units
 */
async function anyMoved(units) {
  try {
    const { moved } = await getJson("/moved.json");
    return moved.some((/** @type {any} */ each) => !units.length || units.includes(each.unit));
  } catch {
    return true;
  }
}

/** @param {any} comesTo */
function proposal(comesTo) {
  return h(
    "div",
    { class: `comes-to ${comesTo.kind}` },
    h("strong", {}, W.comesTo[comesTo.kind]),
    comesTo.says.map((says) => h("p", {}, says)),
    comesTo.rules?.length ? ruleIds(comesTo.rules) : null,
  );
}

/**
 * What cannot be measured for one and the same reason is told once.
 * @param {any} each a unit that has moved @param {(unit: string) => string} name @param {string[]} told elsewhere
 */
function movedUnit(each, name, told) {
  const said = new Set(told);
  const isNews = (/** @type {any} */ r) => !r.trouble || (!said.has(r.trouble) && said.add(r.trouble));
  const line = (/** @type {any} */ r) =>
    h(
      "div",
      { class: "row small" },
      h("span", { class: "grow" }, r.title),
      r.trouble || (r.says ? h("strong", {}, r.says) : h("strong", { class: "num" }, lengthText(r))),
    );
  return h(
    "div",
    { class: "moved" },
    h("strong", {}, name(each.unit)),
    each.readings.filter(isNews).map(line),
    each.crossed.length ? h("p", { class: "small" }, `${W.crossed}: ${each.crossed.join(", ")}`) : null,
    each.through.length ? h("p", { class: "small" }, `${W.through}: ${each.through.map(name).join(", ")}`) : null,
  );
}

/**
 * A unit that joins now has no tag on the table yet: a hand says where its base stands.
 * @param {PromptBox} box @param {any} one the base
 */
function arrives(box, one) {
  const base = box.data.bases.find((b) => b.payload === one.id);
  const field = (/** @type {string} */ name, /** @type {string} */ label, value, /** @type {string} */ step) =>
    h(
      "label",
      { class: "grow" },
      label,
      h("input", { name, type: "number", step, value, required: true, inputmode: "decimal" }),
    );
  const put = async (/** @type {any} */ event) => {
    event.preventDefault();
    const [x_in, y_in, facing_deg] = ["x", "y", "f"].map((name) => Number(event.target.elements[name].value));
    try {
      await post("/act/place", { bases: [{ payload: one.id, x_in, y_in, facing_deg }] });
      box.after(null);
    } catch (why) {
      box.after(why);
    }
  };
  return h(
    "form",
    { class: "row end", onsubmit: put },
    h("strong", {}, one.name || one.id),
    field("x", W.x, base?.x_in?.toFixed(1) ?? "", "0.1"),
    field("y", W.y, base?.y_in?.toFixed(1) ?? "", "0.1"),
    field("f", W.facing, base?.facing_deg?.toFixed(0) ?? "90", "1"),
    h("button", {}, W.put),
  );
}
