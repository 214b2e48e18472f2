// @ts-check
// A camera's first evening: what it sees, and the one next step from there to a game.
import { h, toast } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { inchesOf } from "/static/evening/length.js";
import { CameraView } from "/static/evening/view.js";
import { W } from "/static/words.js";

const T = W.evening;
const EVERY_MS = 1500;
const FEET = [[48, 36], [48, 48], [60, 44], [72, 48], [72, 60], [72, 72], [96, 48], [96, 72], [120, 72], [144, 72]];
/** Another size of table or marker than the camera would take it for. @param {any} data */
function otherwise(data) {
  const size = h(
    "select",
    { name: "size" },
    h("option", { value: "" }, T.asItSeems),
    FEET.map(([w, d]) => h("option", { value: `${w},${d}` }, T.tableOf(w, d))),
  );
  const side = h("input", {
    name: "marker_mm",
    type: "number",
    step: "any",
    min: 5,
    max: 500,
    value: String(data.marker_mm),
  });
  const turned = h("input", { type: "checkbox" });
  const el = h(
    "details",
    {},
    h("summary", {}, T.otherwise),
    h(
      "div",
      { class: "row end" },
      h("label", { class: "grow" }, T.size, size),
      h("label", { class: "grow" }, T.side, side),
    ),
    h("label", { class: "row" }, turned, T.turned),
  );
  const chosen = () => ({
    size_in: size.value ? size.value.split(",").map(Number) : null,
    marker_mm: Number(side.value),
    half_turn: turned.checked,
  });
  return { el, chosen };
}

const asSentence = (words) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
const pm = (inches) => (inches < 0.995 ? inches.toFixed(2).replace(/^0/, "") : inches.toFixed(1));

export class Evening {
  /**
   * @param {{may: boolean, picture?: boolean, changed?: (data: any) => void, begun?: () => void,
   *   measure?: (() => void) | null, begins?: boolean}} options
   */
  constructor({ may, changed = () => {}, begun = () => {}, measure = null, begins = true, picture = true }) {
    this.may = may;
    this.changed = changed;
    this.begun = begun;
    this.measure = measure;
    this.begins = begins;
    this.picture = picture;
    this.el = h("section", { class: "card evening", "aria-live": "polite" });
    this.view = new CameraView();
    this.data = null;
    this.key = "";
    this.busy = "";
    this.skipped = false;
    this.found = null;
    this.tags = new Map();
    this.others = [];
    this.asked = false;
    this.stopped = false;
    this.parts = { look: this.looked, find: this.find, lost: this.lost, tape: this.tape, begin: this.begin };
    for (const [name, part] of Object.entries(this.parts)) this.parts[name] = part.bind(this);
    this.run();
  }

  stop() {
    this.stopped = true;
  }

  async run() {
    while (!this.stopped) {
      if (!document.hidden) await this.look().catch(() => {});
      await new Promise((resolve) => {
        setTimeout(resolve, EVERY_MS);
      });
    }
  }

  async look() {
    this.data = await getJson("/setup/evening.json");
    if (this.stopped || !this.data.there) return;
    this.draw();
    this.changed(this.data);
    if (this.picture && ["look", "find", "lost"].includes(this.step())) await this.view.refresh();
    else if (this.step() === "begin" && this.begins) this.askTags();
  }

  step() {
    return this.data.step === "tape" && this.skipped ? "begin" : this.data.step;
  }

  // Only what has changed is drawn anew: a half-typed distance stays under its thumb.
  draw() {
    const { data } = this;
    const step = this.step();
    this.view.mark(data.markers);
    const ids = data.markers.map((m) => m.id);
    const told = {
      look: [ids, data.camera],
      find: ids,
      lost: ids,
      tape: [data.tape?.first, data.tape?.second],
      begin: [this.asked, [...this.tags.values()], this.others, data.battles.map((b) => b.key)],
    }[step];
    const key = JSON.stringify([step, told, this.busy]);
    if (key !== this.key) {
      this.key = key;
      this.el.replaceChildren(...this.parts[step](data, ids).flat().filter(Boolean));
      if (step === "tape") this.el.querySelector("input")?.focus({ preventScroll: true });
    }
    for (const el of this.el.querySelectorAll("[data-plus-minus]")) el.textContent = this.plusMinus(data);
    for (const el of this.el.querySelectorAll("[data-trouble]")) el.textContent = asSentence(data.trouble);
  }

  async act(busy, task) {
    this.busy = busy;
    this.draw();
    try {
      await task();
    } catch (why) {
      toast(why.message, true);
    }
    this.busy = "";
    await this.look().catch(() => {});
  }

  button(text, act, primary = false) {
    return h("button", {
      type: "button",
      class: primary ? "main-button" : "",
      disabled: !this.may || Boolean(this.busy),
      onclick: act,
    }, text);
  }

  says(title, ...more) {
    const locked = this.may ? null : h("p", {}, T.locked, " ", h("a", { href: "/join" }, W.join));
    return [
      h("h2", {}, title),
      ...more,
      locked,
      this.busy ? h("p", { class: "wizard-says", role: "status" }, this.busy) : null,
    ];
  }

  shows() {
    return this.picture ? this.view.el : null;
  }

  // The steps

  looked(data, ids) {
    return this.says(T.sees(ids), h("p", {}, data.camera || T.layFour), this.shows());
  }

  find(data, ids) {
    const other = otherwise(data);
    const lay = (standard) =>
      this.act(T.finding, async () => {
        this.found = await post("/setup/evening/lay", { ...other.chosen(), standard });
      });
    return [
      ...this.says(T.sees(ids)),
      h(
        "div",
        { class: "row" },
        this.button(T.findPlaces, () => lay(false), true),
        this.button(T.standard, () => lay(true)),
      ),
      h("p", { class: "soft small" }, T.standardSays),
      this.shows(),
      other.el,
    ];
  }

  lost(data, ids) {
    return [
      ...this.says(
        T.lost,
        h("p", { "data-trouble": "" }, asSentence(data.trouble)),
        h("p", {}, T.sees(ids)),
      ),
      h(
        "div",
        { class: "row" },
        this.button(T.again, () => this.act(T.looksAgain, () => post("/setup/wizard/markers/again", {}))),
        ids.length >= 4
          ? this.button(T.findAnew, () =>
            this.act(T.finding, async () => {
              this.found = await post("/setup/evening/lay", {});
            }))
          : null,
      ),
      this.shows(),
    ];
  }

  tape(data) {
    const { first, second, foot_before_in: before, foot_after_in: after } = data.tape;
    return [
      ...this.says(T.foundTable(data.size_in), h("p", { "data-plus-minus": "" })),
      h("p", {}, T.tape(first, second, pm(before), pm(after))),
      this.tapeForm(first, second),
      h(
        "div",
        { class: "row" },
        this.button(T.goOnWithout, () => {
          this.skipped = true;
          this.draw();
        }),
      ),
    ];
  }

  /** The length from the middle of marker *first* to that of *second*. @param {number} first @param {number} second */
  tapeForm(first, second) {
    const field = h("input", {
      name: "distance",
      inputmode: "decimal",
      autocomplete: "off",
      required: true,
      placeholder: T.example,
    });
    const use = (event) => {
      event.preventDefault();
      const distance_in = inchesOf(field.value);
      if (distance_in === null) {
        toast(T.noLength, true);
        return;
      }
      this.act(T.taping, async () => {
        this.narrowed = await post("/setup/wizard/tape", { first, second, distance_in });
      });
    };
    return h(
      "form",
      { class: "row end", onsubmit: use },
      h("label", { class: "grow" }, T.between(first, second), field),
      h("button", { class: "main-button", disabled: !this.may || Boolean(this.busy) }, T.useTape),
    );
  }

  plusMinus(data) {
    const now = pm(data.foot_in);
    const was = this.narrowed ? pm(this.narrowed.foot_before_in) : "";
    return was && was !== now ? T.footWas(now, was) : T.foot(now);
  }

  begin(data) {
    const list = this.begins ? [...data.battles].sort((a, b) => this.seen(b) - this.seen(a)) : [];
    const best = list[0] && this.seen(list[0]) > 0 ? list[0] : null;
    return [
      ...this.says(T.foundTable(data.size_in), h("p", { "data-plus-minus": "" })),
      best ? this.tagsOf(best) : h("p", { role: "status" }, this.noTags()),
      this.others.length ? h("p", {}, T.othersTags(this.others)) : null,
      h(
        "div",
        { class: "row" },
        best ? this.button(T.begin(best.title), () => this.start(best), true) : null,
        this.measure ? this.button(T.ruler, this.measure) : null,
      ),
      this.begins ? this.allBattles(list.filter((b) => b !== best), !best && this.asked) : null,
    ];
  }

  /** Whose tags are seen of a battle. @param {any} battle */
  tagsOf(battle) {
    const tags = this.tags.get(battle.key);
    const sides = tags.sides.filter((side) => side.units.length);
    return [h("p", {}, T.tagsSeen(tags, battle.title)), ...sides.map((side) => h("p", {}, T.tagsOf(side)))];
  }

  noTags() {
    if (!this.begins) return "";
    if (!this.asked) return T.looksForTags;
    return this.others.length ? "" : T.noTags;
  }

  /** @param {any[]} list battles @param {boolean} open */
  allBattles(list, open) {
    const row = (b) =>
      h(
        "div",
        { class: "demo-row" },
        h("div", {}, h("strong", {}, b.title), h("br"), h("span", { class: "small soft" }, b.book)),
        this.button(T.beginIt, () => this.start(b)),
      );
    return h(
      "details",
      { open },
      h("summary", {}, T.allBattles),
      list.map(row),
      h(
        "p",
        { class: "row" },
        h("a", { class: "button", href: "/army" }, T.build),
        h("a", { class: "button", href: "/setup/print" }, T.print),
      ),
    );
  }

  seen(battle) {
    return this.tags.get(battle.key)?.seen || 0;
  }

  // What is legible at a glance first; where nothing is, the armies that are kept, one by one.
  async askTags() {
    if (this.asking || this.asked) return;
    this.asking = true;
    try {
      const found = await getJson("/setup/evening/tags.json");
      for (const [key, told] of Object.entries(found.battles)) this.tags.set(key, told);
      this.others = found.others;
      if (!found.read) {
        for (const battle of this.data.battles.filter((b) => b.armies.length)) {
          if (this.stopped) break;
          const its = await getJson(`/setup/evening/tags.json?${new URLSearchParams({ battle: battle.key })}`);
          this.tags.set(battle.key, its.battles[battle.key]);
          if (its.read) break;
        }
      }
      this.asked = true;
      this.draw();
    } catch { /* the camera looks away: asked again with the next look */ }
    this.asking = false;
  }

  start(battle) {
    return this.act(T.begins, async () => {
      if (battle.armies.length) {
        await post("/setup/begin", { rules: battle.rules, title: battle.title, armies: battle.armies, house: {} });
      } else await post("/setup/demo", { rules: battle.rules });
      this.begun();
    });
  }
}
