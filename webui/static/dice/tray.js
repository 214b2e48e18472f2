// @ts-check
// The throw that the camera has read: one key takes it, a tap corrects a die, typing always wins.
import { h, toast } from "/static/dom.js";
import { W } from "/static/words.js";

/** Milliseconds after which a throw is taken by itself, where both sides have agreed. */
const ITSELF_MS = 3000;
/** Dice that nobody has read after so many milliseconds may be thrown again. */
const FALL_MS = 8000;

export class DiceTray {
  /**
   * @param {(url: string, fields: object) => Promise<void>} send posts for the open question
   * @param {() => number} typed how many dice were typed so far
   * @param {() => void} painted called when what lies in it was drawn anew
   * @param {() => void} instead called when the dice are to be typed though a throw was read
   */
  constructor(send, typed, painted, instead) {
    this.send = send;
    this.typed = typed;
    this.painted = painted;
    this.instead = instead;
    this.el = h("section", { class: "tray", "aria-label": W.tray.title, hidden: true });
    /** @type {PageData.DiceShown} those of the table; of a question for dice when they are shown */
    this.dice = /** @type {any} */ (null);
    /** @type {PageData.AskedRoll} */
    this.prompt = /** @type {any} */ (null);
    this.number = -1;
    this.chosen = [];
    this.picked = -1;
    this.timer = 0;
    /** The timer of dice that fall and are not read yet; 0 for none. */
    this.falls = 0;
    this.drawn = "";
    /** The step of the game whose question it lies for. */
    this.asked = -1;
    /** @type {HTMLElement | null} */
    this.marking = null;
  }

  /** @param {PlayedTable} data as /table.json; the tray keeps what a hand has corrected while the throw lies. */
  render(data) {
    this.prompt = /** @type {PageData.AskedRoll} */ (data.prompt);
    this.dice = /** @type {PageData.DiceShown} */ (data.dice);
    const shown = Boolean(this.dice) && this.prompt?.ask === "roll" && this.prompt.sides === 6;
    this.el.hidden = !shown;
    const throwNow = shown ? this.dice.throw : null;
    const number = throwNow ? throwNow.number : -1;
    if (number !== this.number) {
      this.stop();
      this.rested();
      this.number = number;
      this.picked = -1;
      this.chosen = throwNow ? throwNow.dice.map((/** @type {any} */ die) => die.face) : [];
      if (throwNow) this.picked = this.chosen.indexOf(null);
    }
    const key = shown
      ? JSON.stringify([
        number,
        this.dice.setting,
        this.dice.wishes,
        this.dice.trouble,
        this.dice.again,
        data.game.head,
      ])
      : "";
    if (key !== this.drawn) {
      if (this.asked !== data.game.head) this.rested();
      this.asked = data.game.head;
      this.drawn = key;
      this.paint();
    }
    return this.el;
  }

  get offered() {
    return this.number >= 0 && !this.el.hidden;
  }

  /** Whether a throw lies there that may be accepted. */
  get isRead() {
    return this.offered && this.dice.setting !== "off";
  }

  /** Whether the program can let drawn dice fall into it. */
  get canThrow() {
    return !this.el.hidden && Boolean(this.dice?.can_throw) && this.dice.setting !== "off";
  }

  /** Faces that count; a die that is left out has 0. */
  get counted() {
    return this.chosen.filter((face) => face !== 0);
  }

  paint() {
    if (this.el.hidden || !this.dice) {
      this.el.replaceChildren();
      this.painted();
      return;
    }
    const parts = [this.head(), this.again()];
    if (this.dice.setting !== "off") {
      parts.push(this.offered ? this.strip() : h("p", { class: "small soft" }, this.dice.trouble || W.tray.waits));
    }
    parts.push(this.marking, this.status(), this.buttons(), this.foot());
    if (this.isRead && this.picked >= 0) parts.splice(3, 0, this.correct());
    this.el.replaceChildren(...parts.filter(Boolean));
    this.painted();
    this.itself();
  }

  head() {
    return h(
      "p",
      {},
      h("strong", {}, W.tray.title),
      this.dice.simulated ? [" ", h("span", { class: "badge-pill" }, "SIMULATED")] : null,
    );
  }

  // Below everything: it is said once an evening.
  foot() {
    const pick = h(
      "select",
      {
        "aria-label": W.tray.setting,
        onchange: (/** @type {any} */ event) => this.send("/act/dice", { setting: event.target.value }),
      },
      Object.entries(W.tray.settings).map(([value, says]) =>
        h("option", { value, selected: value === this.mine() }, says)
      ),
    );
    return h(
      "div",
      { class: "row foot" },
      pick,
      h("a", { class: "small", href: "/dice" }, W.tray.record),
      this.dice.simulated || this.marking
        ? null
        : h("button", { type: "button", class: "quiet small", onclick: () => this.mark() }, W.tray.mark),
      this.waitsForOther() ? h("p", { class: "small soft" }, W.tray.notAgreed) : null,
    );
  }

  /** Four taps on the camera's picture say where the tray lies. */
  async mark() {
    const { trayMark } = await import("/static/dice/mark.js");
    const leave = () => {
      this.marking = null;
      this.paint();
    };
    this.marking = trayMark(async (corners) => {
      await this.send("/act/tray", { corners });
      leave();
    }, leave);
    this.paint();
  }

  /** What this visitor's side has said; the table screen shows what holds. */
  mine() {
    const said = Object.values(this.dice.wishes);
    return said.includes("off") ? "off" : said.find((one) => one === "itself") || "offer";
  }

  waitsForOther() {
    return this.mine() === "itself" && this.dice.setting !== "itself";
  }

  again() {
    return this.dice.again.length ? h("p", {}, h("strong", {}, W.tray.again(this.dice.again))) : null;
  }

  strip() {
    const dice = this.dice.throw?.dice.map((/** @type {any} */ die, /** @type {number} */ i) => {
      const face = this.chosen[i];
      const says = face === 0 ? W.tray.out : face === null ? W.tray.why[die.why] : String(face);
      return h(
        "button",
        {
          type: "button",
          class: `seen-die ${face === null ? "unsure" : ""} ${face === 0 ? "left-out" : ""}`,
          "aria-pressed": String(i === this.picked),
          "aria-label": W.tray.die(i + 1, says),
          "data-die": i,
          onclick: () => {
            this.stop();
            this.picked = i === this.picked ? -1 : i;
            this.paint();
            this.focus();
          },
        },
        h("img", { src: die.url, alt: "", width: 64, height: 64 }),
        h("span", { class: "seen-face" }, face === 0 ? "✕" : face === null ? "?" : String(face)),
        face === null ? h("span", { class: "small" }, says) : null,
      );
    });
    return h("div", { class: "seen-dice" }, dice);
  }

  // Beside the button that it keeps back, however many dice lie above.
  status() {
    return this.isRead ? h("p", { class: "small", role: "status" }, this.trouble()) : null;
  }

  correct() {
    const set = (/** @type {number} */ face) =>
      h("button", { type: "button", onclick: () => this.set(face) }, face ? String(face) : W.tray.leaveOut);
    return h(
      "div",
      { class: "correct", role: "group", "aria-label": W.tray.itShows(this.picked + 1) },
      [1, 2, 3, 4, 5, 6, 0].map(set),
      this.dice.can_throw
        ? h(
          "button",
          { type: "button", onclick: () => this.send("/act/throw", { again: [this.picked], lies: this.number }) },
          W.tray.throwThis,
        )
        : null,
    );
  }

  /** @param {number} face */
  set(face) {
    this.stop();
    this.chosen[this.picked] = face;
    this.picked = this.chosen.indexOf(null);
    this.paint();
    this.focus();
  }

  focus() {
    /** @type {HTMLElement | null} */ (this.el.querySelector("[data-accept]"))?.focus({ preventScroll: true });
  }

  /** Why the throw cannot be taken yet; "" when it can. */
  trouble() {
    const over = this.counted.length - this.prompt.count;
    if (this.chosen.includes(null)) return W.tray.nameThem(this.chosen.filter((face) => face === null).length);
    if (over > 0) return W.tray.tooMany(this.prompt.count, over);
    return over < 0 ? W.tray.tooFew(-over) : "";
  }

  buttons() {
    if (!this.isRead) return null;
    // Read well, dice are accepted, not thrown until somebody likes them.
    const mayFall = this.canThrow && (this.trouble() || this.dice.again.length);
    return h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          type: "button",
          class: "main-button grow",
          "data-accept": true,
          disabled: Boolean(this.trouble()),
          onclick: () => this.accept(),
        },
        W.tray.accept,
      ),
      mayFall ? this.throwButton("quiet does-throw") : null,
      this.typed() ? null : h("button", { type: "button", class: "quiet", onclick: this.instead }, W.tray.typeThem),
    );
  }

  /** Lets the dice fall: once, however often it is tapped until they are read. @param {string} look its classes */
  throwButton(look) {
    const onclick = () => this.send("/act/throw", { lies: this.number });
    return h("button", { type: "button", class: look, disabled: this.falls > 0, onclick }, W.tray.throwIt);
  }

  /** Dice were let fall: none are until these are read. */
  fall() {
    this.rested();
    this.falls = setTimeout(() => this.rest(), FALL_MS);
    this.paint();
  }

  rested() {
    clearTimeout(this.falls);
    this.falls = 0;
  }

  /** They may be thrown again. */
  rest() {
    this.rested();
    this.paint();
  }

  /** Takes the throw as it is shown. @param {boolean} [itself] nobody has touched it */
  accept(itself = false) {
    const why = this.trouble();
    if (why) {
      if (!itself) toast(why, true);
      return;
    }
    this.stop();
    this.send("/act/accept", { throw: this.number, faces: this.chosen.map((face) => face || null), by_itself: itself });
  }

  /** A key on the question: whether the tray has taken it. @param {KeyboardEvent} event */
  key(event) {
    if (!this.offered || this.dice.setting === "off" || this.typed()) return false;
    if (event.key === "Enter") {
      event.preventDefault();
      this.accept();
      return true;
    }
    return false;
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  itself() {
    this.stop();
    const untouched = this.dice.throw?.sure && this.offered && !this.trouble();
    if (this.dice.setting !== "itself" || !untouched || this.typed()) return;
    const number = this.number;
    this.timer = setTimeout(() => {
      if (number === this.number && !this.typed() && this.el.isConnected) this.accept(true);
    }, ITSELF_MS);
  }
}
