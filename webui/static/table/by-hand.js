// Placing, readings, notes and values by hand.
import { h } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { act, complain, lift, placed } from "/static/table/acting.js";
import { data0, state, values } from "/static/table/state.js";
import { W } from "/static/words.js";

export function byHand(card, bases) {
  const field = (name, label, value, step = "0.1") => h("label", { class: "grow" }, label, h("input", { name, type: "number", step, value, required: true, inputmode: "decimal" }));
  const ours = ["hand", "simulated"].includes(state.data.source);
  const place = bases.map((base) => h("form", { "data-key": `place-${base.payload}`, onsubmit: (event) => { event.preventDefault(); const v = values(event.target); placed([{ payload: base.payload, x_in: Number(v.x), y_in: Number(v.y), facing_deg: Number(v.f) }]); } },
    h("p", { class: "small" }, h("strong", {}, base.payload), base.plus_minus_in ? ` ± ${base.plus_minus_in.toFixed(2)} in` : ""),
    h("div", { class: "row end" }, field("x", W.x, base.x_in?.toFixed(1) ?? ""), field("y", W.y, base.y_in?.toFixed(1) ?? ""), field("f", W.facing, base.facing_deg?.toFixed(0) ?? "90", "1"), h("button", {}, W.put),
      ours && base.x_in !== null ? h("button", { type: "button", onclick: () => lift(base.payload) }, W.lift) : null,
      base.by_hand && !ours ? h("button", { type: "button", onclick: () => act("/act/release", { payload: base.payload }) }, W.release) : null)));
  const read = state.aimed ? h("form", { "data-key": "reading", class: "row end", onsubmit: (event) => { event.preventDefault(); const v = values(event.target); act("/act/reading", { reading: { what: v.what, frm: state.picked, to: state.aimed, value: Number(v.value), plus_minus: 0 } }, event.target); } },
    h("label", { class: "grow" }, W.measured, h("select", { name: "what" }, ["shoot_range", "gap", "command_distance", "in_arc", "sight"].map((w) => h("option", { value: w }, w.replaceAll("_", " "))))), field("value", W.tape, "", "0.05"), h("button", {}, W.typeIt)) : null;
  const note = h("form", { "data-key": "note", class: "row end", onsubmit: (event) => { event.preventDefault(); act("/act/note", { text: values(event.target).text, about: card.unit }, event.target); } },
    h("label", { class: "grow" }, W.note, h("input", { name: "text", maxlength: 300, required: true })), h("button", {}, W.keepNote));
  const change = data0().you.may_overrule && !data0().open ? stateForm(card) : null;
  return h("details", { class: "card", "data-key": `hand-${card.unit}` }, h("summary", {}, W.byHand), place, read, note, change);
}

// The umpire's way to any value of a unit, with the reason; fetched when it is opened.
export function stateForm(card) {
  const name = h("select", { name: "path", required: true });
  const value = h("input", { name: "value", required: true, maxlength: 300 });
  const form = h("form", { "data-key": `state-${card.unit}`, class: "row end", onsubmit: (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(form));
    let to = said.value;
    try { to = JSON.parse(said.value); } catch { /* plain words are a string */ }
    act("/act/edit", { path: said.path, value: to, reason: said.reason });
  } }, h("label", { class: "grow" }, W.whichValue, name), h("label", { class: "grow" }, W.newValue, value), h("label", { class: "grow" }, W.reason, h("input", { name: "reason", required: true, maxlength: 300 })), h("button", {}, W.change));
  const key = `${card.unit}@${data0().game.head}`;
  const fill = () => {
    const { fields } = state.fields;
    name.replaceChildren(...fields.map((f) => h("option", { value: f.path }, `${f.name.replaceAll("_", " ")}: ${JSON.stringify(f.value)}`)));
    const show = () => { value.value = JSON.stringify(fields.find((f) => f.path === name.value)?.value ?? ""); };
    name.onchange = show;
    show();
  };
  // Drawn again while somebody types: what is there already stays as it is.
  const load = async () => {
    if (state.fields?.key === key) return;
    try { state.fields = { key, ...await getJson(`/state.json?unit=${encodeURIComponent(card.unit)}`) }; fill(); } catch (why) { complain(why); }
  };
  if (state.fields?.key === key) fill();
  return h("details", { "data-key": `state-box-${card.unit}`, ontoggle: (event) => { if (event.target.open) load(); } }, h("summary", {}, W.edit), form);
}
