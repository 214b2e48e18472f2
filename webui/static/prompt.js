// @ts-check
// What is asked, and the quickest way to answer it. One key a die; focus is already there.
import { DiceTray } from "/static/dice/tray.js";
import { h, refusal, ruleIds } from "/static/dom.js";
import { post } from "/static/net.js";
import { answered, takes } from "/static/pressed.js";
import { choosing } from "/static/prompt/choosing.js";
import { drawingCards } from "/static/prompt/drawing-cards.js";
import { Moving } from "/static/prompt/moving.js";
import { RestingThumb } from "/static/prompt/resting-thumb.js";
import { Throwing } from "/static/prompt/throwing.js";
import { lastThrown, tied } from "/static/prompt/thrown-before.js";
import { working } from "/static/ruling/ruling.js";
import { W } from "/static/words.js";

export class PromptBox {
  /** @param {(why: any) => void} after called when something was sent, with the error or null */
  constructor(after) {
    this.after = after;
    this.el = h("section", { class: "card prompt", "aria-live": "polite" });
    this.thumb = new RestingThumb(this.el);
    this.key = "";
    /** @type {number | null} the game's head whose question was answered by a tap already */
    this.sent = null;
    /** @type {AskedTable} the table with the question that is drawn */
    this.data = /** @type {any} */ (null);
    /** @type {{ key: string, words: Record<string, string> }} what was typed beside a choice, and of which question */
    this.stated = { key: "", words: {} };
    this.throwing = new Throwing(this);
    /** @type {Moving | null} the newest question for models to move */
    this.moving = null;
    this.tray = new DiceTray(
      (url, fields) => this.trayed(url, fields),
      () => this.throwing.typed.length,
      () => this.throwing.paint(),
      () => this.throwing.typeThem(),
    );
  }

  /** @param {PlayedTable} data as /table.json @returns {HTMLElement | null} drawn anew for another question */
  render(data) {
    const { prompt, open, game } = data;
    const key = prompt ? `${game.name}/${game.head}` : "";
    this.data = /** @type {AskedTable} */ (data);
    if (this.sent !== game?.head) this.sent = null; // an undo comes back to an old one
    if (key !== this.key) this.thumb.moved();
    if (!open) {
      this.key = "";
      return null;
    }
    if (key && key === this.key) {
      if (prompt?.ask === "look") this.moving?.settled();
      this.tray.render(data);
      return this.el;
    }
    this.key = key;
    this.throwing.begin(prompt ? prompt.draft : []);
    this.draw();
    return this.el;
  }

  draw() {
    const { prompt, open, you } = this.data;
    const parts = [h("p", { class: "soft small" }, open.says, this.asksOther(open, prompt), lastThrown(open, prompt))];
    if (open.fault || !prompt) parts.push(...fault(open.fault));
    else {
      const wrong = prompt.ask === "look" && prompt.fault;
      if (wrong) parts.push(h("p", { class: "need" }, refusal(wrong)));
      parts.push(h("h2", {}, wrong || tied(open, prompt) ? W.onceMore(prompt.what) : prompt.what));
      parts.push(this.mine(prompt, you) ? this.ask(prompt) : h("p", { class: "need" }, W.asks(prompt.by)));
      parts.push(prompt.rules?.length ? h("p", {}, ruleIds(prompt.rules)) : null, soFar(open));
    }
    if (you.may_act) parts.push(this.takeBack());
    this.el.replaceChildren(...parts.filter(Boolean));
    queueMicrotask(() => this.el.querySelector("[data-focus]")?.focus({ preventScroll: true }));
  }

  /** On a screen that answers for both sides: that the other one is asked. @param {any} open @param {any} prompt */
  asksOther(open, prompt) {
    const { units, game, you } = this.data;
    const { by } = open.action;
    const acts = units.find((/** @type {any} */ unit) => unit.unit === by)?.side ?? by;
    const isOther = prompt && you.role !== "player" && game.sides.includes(prompt.by) && prompt.by !== acts;
    return isOther ? h("strong", {}, ` · ${W.askedOf(prompt.by)}`) : null;
  }

  takeBack() {
    const send = () => this.send("/act/take-back", {});
    return h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "quiet", onclick: send }, W.takeBack),
    );
  }

  /** Whether who sees the page is the one that is asked. @param {any} prompt @param {any} you */
  mine(prompt, you) {
    if (!you.may_act) return false;
    const sides = this.data.game.sides;
    return you.role !== "player" || !sides.includes(prompt.by) || prompt.by === you.side;
  }

  /** @param {any} prompt */
  ask(prompt) {
    return {
      roll: () => this.throwing.asked(prompt),
      choose: () => choosing(this, prompt),
      draw: () => drawingCards(this, prompt),
      look: () => this.look(prompt),
    }[prompt.ask]();
  }

  /** @param {any} prompt */
  look(prompt) {
    this.moving = new Moving(this, prompt);
    return this.moving.el;
  }

  /**
   * @param {any[]} list @param {any} comesTo @param {(unit: string) => string} name
   * @param {HTMLElement | null} back the way back
   */
  showMoved(list, comesTo, name, back) {
    this.moving?.show(list, comesTo, name, back);
  }

  /** Answers a choice, with what was stated and taped. @param {string[]} keys */
  chosen(keys) {
    const value = (/** @type {string} */ name) => this.el.querySelector(`[name=${name}]`)?.value.trim() || "";
    const how = [value("tape") ? W.tapeSaid(value("tape")) : "", value("said")].filter(Boolean).join("; ");
    this.send("/act/answer", { answer: keys, how: how || "typed" });
  }

  /**
   * What does not answer the question: the dice fall, the setting changes.
   * @param {string} url @param {object} fields
   */
  async trayed(url, fields) {
    if (url === "/act/accept") {
      await this.send(url, fields);
      return;
    }
    const falls = url === "/act/throw";
    if (falls && this.tray.falls) return;
    if (falls) this.tray.fall();
    try {
      await post(url, { head: this.data.game.head, ...fields });
      this.after(null);
    } catch (why) {
      this.tray.rest();
      this.after(why);
    }
  }

  /** @param {string} url @param {object} fields */
  async send(url, fields) {
    // Until the next question is drawn this one stands there still: no second tap counts. The next
    // may be drawn before the answer to the tap is here, and can be tapped at once.
    const { head } = this.data.game;
    if (this.sent === head) return;
    this.sent = head;
    this.thumb.answers();
    const pressed = takes();
    try {
      await this.throwing.drafting;
      await post(url, { head, ...fields });
      answered(pressed, false);
      this.after(null);
    } catch (why) {
      if (this.sent === head) this.sent = null;
      this.thumb.refused();
      answered(pressed, true);
      this.after(why);
    }
  }
}

/** An action that cannot go on. @param {any} why */
function fault(why) {
  return [h("p", {}, W.fault(why?.says || "")), why ? ruleIds(why.rules) : null];
}

/**
 * What this action has ruled on the way to its question: the working is seen before the last die.
 * @param {PageData.OpenAction} open
 */
function soFar(open) {
  if (!open.so_far?.length) return null;
  return h(
    "details",
    { class: "so-far", open: true },
    h("summary", {}, W.soFar),
    open.so_far.map((ruling) =>
      h("section", { class: "step" }, h("p", {}, ruling.says, " ", ruleIds(ruling.rules)), working(ruling))
    ),
  );
}
