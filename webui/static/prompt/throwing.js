// @ts-check
// Dice that a hand types: one key a die, or how many show each face.
import { h, toast } from "/static/dom.js";
import { log, post, Said } from "/static/net.js";
import { beforeThrow } from "/static/prompt/before-throw.js";
import { countPad, facesTo } from "/static/prompt/counting.js";
import { keyPad } from "/static/prompt/keys.js";
import { W } from "/static/words.js";

/** @typedef {import("/static/prompt.js").PromptBox} PromptBox */

export class Throwing {
  /** @param {PromptBox} box the question that these dice answer */
  constructor(box) {
    this.box = box;
    /** @type {PageData.AskedRoll} what is asked last */
    this.prompt = /** @type {any} */ (null);
    /** @type {number[]} */
    this.typed = [];
    this.counting = false;
    /** Whether a hand types though a throw lies in the tray. */
    this.types = false;
    /** @type {HTMLElement | null} what is thrown and needed, and why */
    this.head = null;
    /** @type {HTMLElement | null} where the tray lies while its throw is not the answer at hand */
    this.slot = null;
    /** @type {HTMLElement | null} */
    this.body = null;
    /** @type {Record<number, number>} how many dice show each face */
    this.counts = {};
  }

  /** Forgets what was typed but for the faces that the server has kept. @param {number[]} draft */
  begin(draft) {
    this.typed = [...draft];
    this.counting = this.types = false;
    this.counts = {};
    this.body = null;
  }

  /** Whether a throw that was read stands in place of the keys. */
  get reads() {
    return this.box.tray.isRead && !this.typed.length && !this.types;
  }

  /** A hand types what lies in the tray. */
  typeThem() {
    this.types = true;
    this.paint();
  }

  /** @param {PageData.AskedRoll} prompt */
  asked(prompt) {
    this.prompt = prompt;
    const { data, tray } = this.box;
    this.head = beforeThrow(data.open, prompt);
    this.slot = h("div", {});
    this.body = h("div", { class: "throwing" });
    tray.render(data);
    this.paint();
    this.bringIntoSight();
    // Its keys stay in sight along the whole question, not only where their own place is.
    return h(
      "div",
      { class: "throwing" },
      prompt.rerolls ? h("p", {}, h("span", { class: "badge-pill" }, W.reroll)) : null,
      // Whatever stood between the question and its keys would lie half under them on a phone.
      this.body,
      data.you.afar ? this.afar() : null,
      this.slot,
    );
  }

  /** Whoever is not in the room: fetched for him alone. */
  afar() {
    const { data } = this.box;
    const place = h("div", {});
    import("/static/dice/far.js").then(
      ({ farDice }) => place.append(farDice(data, (url, fields) => this.box.send(url, fields)) || ""),
    ).catch(log);
    return place;
  }

  paint() {
    const { body, slot, box } = this;
    if (!body || !slot) return;
    if (!this.reads) slot.replaceChildren(box.tray.el);
    // Four taps on a picture need all the room there is.
    body.hidden = Boolean(box.tray.marking);
    if (this.counting) countPad(this, body);
    else keyPad(this, body);
    if (this.reads) this.bringIntoSight();
  }

  /** What stands above the question, such as a guide's card, goes up as far as the question and its buttons need. */
  bringIntoSight() {
    requestAnimationFrame(() => {
      const { el } = this.box;
      const panel = el.parentElement;
      const [heading, pad, accept] = ["h2", ".pad", "[data-accept]"].map((what) =>
        el.querySelector(what)?.getBoundingClientRect()
      );
      if (!panel || !heading || !pad) return;
      const beyond = accept ? accept.bottom - panel.getBoundingClientRect().bottom : 0;
      panel.scrollTop += Math.max(0, heading.bottom - pad.top, beyond);
    });
  }

  /** @param {boolean} whether faces are counted instead of typed one by one */
  count(whether) {
    this.counting = whether;
    this.paint();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.box.tray.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.typed.length === this.prompt.count) this.finish();
      else toast(W.tooFew(this.prompt.count - this.typed.length, this.prompt.count), true);
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.wipe(1);
    } else if (/^[0-9]$/.test(event.key) && this.prompt.sides <= 10) {
      event.preventDefault();
      this.add(event.key === "0" ? 10 : Number(event.key));
    }
  }

  /** @param {number} face */
  add(face) {
    if (!Number.isInteger(face) || face < 1 || face > this.prompt.sides) {
      toast(W.noSuchFace(this.prompt.sides), true);
      return;
    }
    if (this.typed.length >= this.prompt.count) {
      toast(W.oneTooMany(this.prompt.count), true);
      return;
    }
    this.typed.push(face);
    this.keepDraft();
    this.paint();
  }

  /** @param {number} n how many of the last */
  wipe(n) {
    this.typed.splice(-n, n);
    this.keepDraft();
    this.paint();
  }

  // Every die is on the server before the next one lands: a dead battery loses nothing.
  keepDraft() {
    const [head, list] = [this.box.data.game.head, [...this.typed]];
    this.drafting = (this.drafting || Promise.resolve()).then(() => post("/act/draft", { head, faces: list })).catch(
      (why) => {
        if (!(why instanceof Said)) toast(W.lost, true);
      },
    );
  }

  /** Answers with the faces that were counted. */
  finishCount() {
    this.typed = facesTo(this.prompt.sides).flatMap((face) => Array(this.counts[face] || 0).fill(face));
    this.finish();
  }

  finish() {
    this.box.send("/act/answer", { answer: this.typed, how: this.counting ? "counted" : "typed" });
  }
}
