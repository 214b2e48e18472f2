// @ts-check
// Placing, readings, notes and values by hand.
import { h } from "/static/dom.js";
import { act, lift, placed } from "/static/table/acting.js";
import { drawLines } from "/static/table/drawing.js";
import { setByHand } from "/static/table/hand/steppers.js";
import { data0, state, values } from "/static/table/state.js";
import { W } from "/static/words.js";

const TAPED = ["shoot_range", "gap", "command_distance", "in_arc", "sight"];

// A phone's keys for numbers have no minus, which a margin may need.
const field = (name, label, value, step = "0.1", inputmode = "decimal") =>
  h(
    "label",
    { class: "grow" },
    label,
    h("input", { name, type: "number", step, value, required: true, inputmode }),
  );

function placeForm(base) {
  const ours = state.data.can.moves;
  const put = (event) => {
    event.preventDefault();
    const v = values(event.target);
    placed([{ payload: base.payload, x_in: Number(v.x), y_in: Number(v.y), facing_deg: Number(v.f) }]);
  };
  return h(
    "form",
    { "data-key": `place-${base.payload}`, onsubmit: put },
    h(
      "p",
      { class: "small" },
      h("strong", {}, base.payload),
      base.plus_minus_in ? ` ± ${base.plus_minus_in.toFixed(2)} in` : "",
    ),
    h(
      "div",
      { class: "row end" },
      field("x", W.x, base.x_in?.toFixed(1) ?? ""),
      field("y", W.y, base.y_in?.toFixed(1) ?? ""),
      field("f", W.facing, base.facing_deg?.toFixed(0) ?? "90", "1"),
      h("button", {}, W.put),
      ours && base.x_in !== null ? h("button", { type: "button", onclick: () => lift(base.payload) }, W.lift) : null,
      base.by_hand && !ours
        ? h("button", { type: "button", onclick: () => act("/act/release", { payload: base.payload }) }, W.release)
        : null,
    ),
  );
}

// What a tape says between the two units that are picked.
function readingForm() {
  const keep = (event) => {
    event.preventDefault();
    const v = values(event.target);
    act("/act/reading", {
      reading: { what: v.what, frm: state.picked, to: state.aimed, value: Number(v.value), plus_minus: 0 },
    }, event.target);
  };
  const what = TAPED.map((w) => h("option", { value: w }, W.taped[w]));
  return h(
    "form",
    { "data-key": "reading", class: "row end", onsubmit: keep },
    h("label", { class: "grow" }, W.measured, h("select", { name: "what" }, what)),
    field("value", W.tape("in"), "", "0.05", "text"),
    h("button", {}, W.typeIt),
  );
}

function noteForm(unit) {
  const keep = (event) => {
    event.preventDefault();
    act("/act/note", { text: values(event.target).text, about: unit }, event.target);
  };
  return h(
    "form",
    { "data-key": "note", class: "row end", onsubmit: keep },
    h("label", { class: "grow" }, W.note, h("input", { name: "text", maxlength: 300, required: true })),
    h("button", {}, W.keepNote),
  );
}

/** @param {any} card @param {any[]} bases */
export function byHand(card, bases) {
  const change = data0().you.may_overrule && !data0().open ? setByHand(card) : null;
  const hand = h(
    "details",
    { class: "card", "data-key": `hand-${card.unit}`, ontoggle: drawLines },
    h("summary", {}, W.byHand),
    bases.map(placeForm),
    state.aimed ? readingForm() : null,
    noteForm(card.unit),
  );
  return [change && h("section", { class: "card" }, change), hand];
}
