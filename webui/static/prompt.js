// What is asked, and the quickest way to answer it. One key a die; focus is already there.
import { DiceTray } from "/static/dice-tray.js";
import { farDice } from "/static/far-dice.js";
import { faces, h, refusal, ruleIds, toast, verdictPill } from "/static/dom.js";
import { squareName } from "/static/map/squares.js";
import { post, Said } from "/static/net.js";
import { beforeThrow } from "/static/prompt/before-throw.js";
import { working } from "/static/ruling.js";
import { lengthText } from "/static/units.js";
import { W } from "/static/words.js";

export class PromptBox {
  // after: called when something was sent, with the error or null.
  constructor(after) {
    this.after = after; this.el = h("section", { class: "card prompt", "aria-live": "polite" });
    this.key = ""; this.typed = []; this.counting = false; this.counts = {}; this.sent = -1;
    this.tray = new DiceTray((url, fields) => this.trayed(url, fields), () => this.typed.length);
  }

  render(data) {
    const { prompt, open, game } = data;
    const key = prompt ? `${game.name}/${game.head}` : "";
    this.data = data;
    if (!open) { this.key = ""; return null; }
    if (key && key === this.key) { if (prompt.ask === "look") this.settled?.(); this.tray.render(data); return this.el; }
    this.key = key;
    this.typed = prompt ? [...prompt.draft] : [];
    this.counting = false; this.counts = {};
    this.draw();
    return this.el;
  }

  draw() {
    const { prompt, open, you } = this.data;
    const parts = [h("p", { class: "soft small" }, open.says)];
    if (open.fault || !prompt) parts.push(h("p", {}, W.fault(open.fault?.says || "")), open.fault ? ruleIds(open.fault.rules) : null);
    else {
      if (prompt.fault) parts.push(h("p", { class: "need" }, refusal(prompt.fault)));
      parts.push(h("h2", {}, prompt.fault ? W.onceMore(prompt.what) : prompt.what));
      parts.push(this.mine(prompt, you) ? this.ask(prompt) : h("p", { class: "need" }, W.asks(prompt.by)));
      parts.push(this.foot(prompt), this.soFar(open));
    }
    if (you.may_act) parts.push(h("div", { class: "row" }, h("button", { type: "button", class: "quiet", onclick: () => this.send("/act/take-back", {}) }, W.takeBack)));
    this.el.replaceChildren(...parts.filter(Boolean));
    queueMicrotask(() => this.el.querySelector("[data-focus]")?.focus({ preventScroll: true }));
  }

  mine(prompt, you) {
    if (!you.may_act) return false;
    const sides = this.data.game.sides;
    return you.role !== "player" || !sides.includes(prompt.by) || prompt.by === you.side;
  }

  // What this action has ruled on the way to its question: the working is seen before the last die.
  soFar(open) {
    if (!open.so_far?.length) return null;
    return h("details", { class: "so-far", open: true }, h("summary", {}, W.soFar), open.so_far.map((ruling) => h("section", { class: "step" }, h("p", {}, ruling.says, " ", ruleIds(ruling.rules)), working(ruling))));
  }

  foot(prompt) { return prompt.rules?.length ? h("p", {}, ruleIds(prompt.rules)) : null; }

  ask(prompt) { return { roll: () => this.roll(prompt), choose: () => this.choose(prompt), draw: () => this.drawCards(prompt), look: () => this.look(prompt) }[prompt.ask](); }

  // Dice
  roll(prompt) {
    const need = h("p", { class: "need" }, h("strong", {}, W.dice(prompt.count, prompt.sides)), " · ", W.throws(prompt.by), prompt.need ? [" · ", h("strong", {}, W.succeeds(prompt.need))] : null);
    const extra = prompt.rerolls ? h("p", {}, h("span", { class: "badge-pill" }, W.reroll)) : null;
    const body = h("div", {});
    this.body = body; this.paint = () => (this.counting ? this.paintCount(prompt) : this.paintKeys(prompt));
    this.paint();
    return h("div", {}, need, extra, beforeThrow(this.data.open, prompt), this.tray.render(this.data), farDice(this.data, (url, fields) => this.send(url, fields)), body);
  }

  paintKeys(prompt) {
    const left = prompt.count - this.typed.length;
    const box = h("div", {
      class: `dice ${prompt.count > 10 ? "compact" : ""}`, tabindex: 0, "data-focus": true, role: "textbox", "aria-label": `${prompt.what}. ${W.typeDice}`,
      onkeydown: (event) => this.key1(event, prompt),
    }, faces(this.typed, prompt.need),
    Array.from({ length: left }, (_, i) => h("span", { class: `die empty ${i === 0 ? "next" : ""}` }, "·")));
    const list = prompt.sides <= 20 ? Array.from({ length: prompt.sides }, (_, i) => i + 1) : null;
    const keys = list
      ? h("div", { class: `keys ${prompt.sides > 6 ? "many" : ""}` }, list.map((face) => h("button", { type: "button", onclick: () => this.add(face, prompt), "aria-label": String(face) }, String(face))))
      : h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); const input = event.target.elements.face; this.add(Number(input.value), prompt); } },
        h("input", { name: "face", type: "number", min: 1, max: prompt.sides, inputmode: "numeric", class: "grow" }), h("button", {}, "+"));
    const buttons = h("div", { class: "row" },
      h("button", { type: "button", class: "main-button grow", disabled: left !== 0, onclick: () => this.finish() }, W.done),
      h("button", { type: "button", onclick: () => this.wipe(1), disabled: !this.typed.length }, W.back),
      prompt.count > 3 ? h("button", { type: "button", onclick: () => { this.counting = true; this.paint(); } }, W.count) : null,
      h("button", { type: "button", class: "quiet", title: W.fair, onclick: () => this.send("/act/roll", {}) }, W.rollForMe));
    // In reach of a thumb, at the same place whatever is typed: the line above keeps its height.
    const pad = h("div", { class: "pad" }, h("p", { class: "small soft pad-hint" }, left > 0 ? W.tooFew(left) : ""), keys, buttons);
    this.body.replaceChildren(box, pad);
    if (document.activeElement === document.body || this.el.contains(document.activeElement)) box.focus({ preventScroll: true });
  }

  key1(event, prompt) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.tray.key(event)) return;
    if (event.key === "Enter") { event.preventDefault(); if (this.typed.length === prompt.count) this.finish(); else toast(W.tooFew(prompt.count - this.typed.length), true); }
    else if (event.key === "Backspace") { event.preventDefault(); this.wipe(1); }
    else if (/^[0-9]$/.test(event.key) && prompt.sides <= 10) { event.preventDefault(); this.add(event.key === "0" ? 10 : Number(event.key), prompt); }
  }

  add(face, prompt) {
    if (!Number.isInteger(face) || face < 1 || face > prompt.sides) { toast(W.noSuchFace(prompt.sides), true); return; }
    if (this.typed.length >= prompt.count) { toast(W.oneTooMany(prompt.count), true); return; }
    this.typed.push(face);
    this.keepDraft(); this.paint();
  }

  wipe(n) { this.typed.splice(-n, n); this.keepDraft(); this.paint(); }

  // Every die is on the server before the next one lands: a dead battery loses nothing.
  keepDraft() {
    const [head, list] = [this.data.game.head, [...this.typed]];
    this.drafting = (this.drafting || Promise.resolve()).then(() => post("/act/draft", { head, faces: list })).catch((why) => { if (!(why instanceof Said)) toast(W.lost, true); });
  }

  paintCount(prompt) {
    const sum = () => Object.values(this.counts).reduce((a, b) => a + b, 0);
    const left = h("p", { class: "need" });
    const done = h("button", { type: "button", class: "main-button grow", onclick: () => { this.typed = this.list(prompt); this.finish(); } }, W.done);
    const set = () => { left.textContent = `${sum()} / ${prompt.count}`; done.disabled = sum() !== prompt.count; };
    const rows = Array.from({ length: prompt.sides }, (_, i) => i + 1).map((face) => {
      const input = h("input", { type: "number", min: 0, max: prompt.count, inputmode: "numeric", value: String(this.counts[face] || 0), "aria-label": `${face}`, "data-focus": face === 1,
        oninput: () => { this.counts[face] = Math.max(0, Number.parseInt(input.value, 10) || 0); set(); }, onfocus: () => input.select() });
      const step = (by) => { this.counts[face] = Math.max(0, (this.counts[face] || 0) + by); input.value = String(this.counts[face]); set(); };
      return h("div", { class: "count-row" }, faces([face], prompt.need), h("button", { type: "button", "aria-label": W.oneLess(face), onclick: () => step(-1) }, "−"), input, h("button", { type: "button", "aria-label": W.oneMore(face), onclick: () => step(1) }, "+"));
    });
    this.body.replaceChildren(left, ...rows, h("div", { class: "row pad" }, done, h("button", { type: "button", onclick: () => { this.counting = false; this.paint(); } }, W.keysAgain)));
    set();
  }

  list(prompt) { return Array.from({ length: prompt.sides }, (_, i) => Array(this.counts[i + 1] || 0).fill(i + 1)).flat(); }

  finish() { this.send("/act/answer", { answer: this.typed, how: this.counting ? "counted" : "typed" }); }

  // Choices; a reading that is too close to call has its three ways out
  choose(prompt) {
    const close = prompt.reading ? h("p", { class: "need" }, verdictPill("CLOSE", W.tooClose), " ", h("strong", { class: "num" }, prompt.reading.text), ` / ${prompt.limit}`) : null;
    const said = prompt.reading ? h("div", { class: "row" }, h("label", { class: "grow" }, W.intent, h("input", { name: "said", maxlength: 120 })), h("label", {}, W.tape, h("input", { name: "tape", type: "number", step: "0.05", inputmode: "decimal" })), h("button", { type: "button", onclick: () => this.byTape(prompt) }, W.byTape)) : null;
    const many = prompt.at_most !== 1 || prompt.at_least !== 1;
    return h("div", { class: "choices" }, close, said, many ? this.several(prompt) : prompt.options.map((option, i) => h("button", { type: "button", "data-focus": i === 0, onclick: () => this.chosen([option.key]) }, h("span", {}, squareName(option.label || option.key)), option.rules?.length ? h("span", { class: "rule-id" }, option.rules.join(" ")) : null)));
  }

  several(prompt) {
    const boxes = prompt.options.map((option, i) => h("input", { type: "checkbox", value: option.key, "data-focus": i === 0 }));
    const labels = prompt.options.map((option, i) => h("label", { class: "tick" }, boxes[i], option.label || option.key));
    return [h("p", { class: "small" }, W.chooseMany(prompt.at_least, prompt.at_most)), labels, h("button", { type: "button", class: "main-button", onclick: () => this.chosen(boxes.filter((box) => box.checked).map((box) => box.value)) }, W.done)];
  }

  // A tape reading on the right side of the limit is "in"; the limit itself is.
  byTape(prompt) {
    const tape = this.el.querySelector("[name=tape]");
    if (!tape.value) { tape.focus(); return; }
    const inside = prompt.sense === "at least" ? Number(tape.value) >= prompt.limit : Number(tape.value) <= prompt.limit;
    this.chosen([inside ? "in" : "out"]);
  }

  chosen(keys) {
    const value = (name) => this.el.querySelector(`[name=${name}]`)?.value.trim() || "";
    const how = [value("tape") ? W.tapeSaid(value("tape")) : "", value("said")].filter(Boolean).join("; ");
    this.send("/act/answer", { answer: keys, how: how || "typed" });
  }

  // Cards
  drawCards(prompt) {
    const picked = [];
    const shown = h("div", { class: "dice" });
    const done = h("button", { type: "button", class: "main-button", disabled: true, onclick: () => this.send("/act/answer", { answer: picked }) }, W.done);
    const kinds = [...new Set(prompt.cards)].sort();
    const buttons = kinds.map((card) => h("button", { type: "button", onclick: () => { if (picked.length < prompt.count) picked.push(card); shown.replaceChildren(...picked.map((c) => h("span", { class: "badge-pill calm" }, c))); done.disabled = picked.length !== prompt.count; } }, card));
    return h("div", { class: "choices" }, h("p", { class: "need" }, `${prompt.count} · ${prompt.deck}`),
      h("button", { type: "button", class: "main-button", "data-focus": true, onclick: () => this.send("/act/roll", {}) }, W.dealForMe),
      h("details", {}, h("summary", {}, W.typeIt), shown, h("div", { class: "row" }, buttons), done));
  }

  // Models on the move
  look(prompt) {
    const waits = h("p", { class: "small soft" });
    const button = h("button", { type: "button", class: "main-button", "data-focus": true, onclick: () => this.send("/act/answer", { answer: null, how: "seen" }) }, W.lookNow);
    this.settled = () => {
      const wait = this.data.bases.filter((b) => (prompt.units.length ? prompt.units.includes(b.unit) : true) && (b.status === "moving" || b.status === "hidden"));
      waits.textContent = wait.length ? W.notSettled(wait.map((b) => `${b.payload} (${W.status[b.status]})`).join(", ")) : "";
    };
    this.settled();
    this.movedEl = h("div", {});
    const stands = h("button", { type: "button", onclick: () => this.send("/act/answer", { answer: null, how: "agreed" }) }, W.letItStand);
    const again = h("button", { type: "button", onclick: () => this.after(null) }, W.measureAgain);
    const ours = ["hand", "simulated"].includes(this.data.source);
    return h("div", {}, h("p", { class: "need" }, ours ? W.looksHere : W.looks), prompt.brings.map((one) => this.arrives(one)), this.movedEl, waits, h("div", { class: "row" }, button, again, stands));
  }

  // A unit that joins now has no tag on the table yet: a hand says where its base stands.
  arrives(one) {
    const base = this.data.bases.find((b) => b.payload === one.id);
    const field = (name, label, value, step) => h("label", { class: "grow" }, label, h("input", { name, type: "number", step, value, required: true, inputmode: "decimal" }));
    const put = async (event) => {
      event.preventDefault();
      const [x_in, y_in, facing_deg] = ["x", "y", "f"].map((name) => Number(event.target.elements[name].value));
      try { await post("/act/place", { bases: [{ payload: one.id, x_in, y_in, facing_deg }] }); this.after(null); } catch (why) { this.after(why); }
    };
    return h("form", { class: "row end", onsubmit: put }, h("strong", {}, one.name || one.id),
      field("x", W.x, base?.x_in?.toFixed(1) ?? "", "0.1"), field("y", W.y, base?.y_in?.toFixed(1) ?? "", "0.1"), field("f", W.facing, base?.facing_deg?.toFixed(0) ?? "90", "1"), h("button", {}, W.put));
  }

  // What the table has seen move so far, under the question.
  showMoved(list, comesTo, name) {
    if (!this.movedEl) return;
    const proposal = comesTo && list.length ? h("div", { class: `comes-to ${comesTo.kind}` }, h("strong", {}, W.comesTo[comesTo.kind]), comesTo.says.map((says) => h("p", {}, says)), comesTo.rules?.length ? ruleIds(comesTo.rules) : null) : "";
    this.movedEl.replaceChildren(...list.map((each) => h("div", { class: "moved" }, h("strong", {}, name(each.unit)),
      each.readings.map((r) => h("div", { class: "row small" }, h("span", { class: "grow" }, r.title), r.trouble ? r.trouble : r.verdict ? verdictPill(r.verdict) : h("strong", { class: "num" }, lengthText(r)))),
      each.crossed.length ? h("p", { class: "small" }, `${W.crossed}: ${each.crossed.join(", ")}`) : null,
      each.through.length ? h("p", { class: "small" }, `${W.through}: ${each.through.map(name).join(", ")}`) : null)), proposal);
  }

  // What does not answer the question: the dice fall, the setting changes.
  async trayed(url, fields) {
    if (url === "/act/accept") { await this.send(url, fields); return; }
    try { await post(url, { head: this.data.game.head, ...fields }); this.after(null); } catch (why) { this.after(why); }
  }

  async send(url, fields) {
    // Until the answer to the first tap is drawn the question stands there still: no second tap counts.
    if (this.sent === this.data.version) return;
    this.sent = this.data.version;
    try { await this.drafting; await post(url, { head: this.data.game.head, ...fields }); this.after(null); } catch (why) { this.sent = -1; this.after(why); }
  }
}
