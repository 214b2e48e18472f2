// @ts-check
// The lines of a unit that an umpire may set, each with the reason; raw values only behind "Expert".
import { h } from "/static/dom.js";
import { act, complain } from "/static/table/acting.js";
import { state, values } from "/static/table/state.js";
import { W } from "/static/words.js";

/** @param {any} card @param {PageData.UnitValues} values */
export function rows(card, { fields, steppers }) {
  const reason = h("input", {
    name: "reason",
    maxlength: 300,
    value: state.setReason || "",
    oninput: () => {
      state.setReason = reason.value;
    },
  });
  // What was typed last counts, also where the field was drawn again meanwhile.
  const set = (to) => {
    const why = (state.setReason || "").trim();
    if (!why) {
      reason.focus();
      reason.reportValidity?.();
      complain(new Error(W.sayWhy));
      return;
    }
    act("/act/edit", { path: to.path, value: to.value, reason: why });
  };
  return [
    // A form of its own: the field keeps its focus when the panel is drawn again.
    h(
      "form",
      { "data-key": `why-${card.unit}`, onsubmit: (event) => event.preventDefault() },
      h("label", {}, W.reason, reason),
    ),
    ...steppers.map((one) => row(one, set)),
    h("details", { "data-key": `expert-${card.unit}` }, h("summary", {}, W.expert), rawForm(card, fields, set)),
  ];
}

/**
 * @param {PageData.UnitValues["steppers"][number]} one
 * @param {(to: {path: string, value: any}) => void} set
 */
function row(one, set) {
  const name = one.what.replaceAll("_", " ");
  const says = (value) => (value === true ? W.yes : value === false ? W.no : value === "" ? "–" : String(value));
  const step = (to, sign, label) =>
    h("button", {
      type: "button",
      disabled: !to,
      "data-keep-focus": `set-${one.what}-${sign}`,
      "aria-label": label,
      onclick: () => set(to),
    }, sign);
  const controls = one.kind === "count"
    ? h(
      "div",
      { class: "stepper" },
      step(one.less, "−", W.lessOf(name)),
      h("span", { class: "num" }, String(one.value)),
      step(one.more, "+", W.moreOf(name)),
    )
    : h(
      "div",
      { class: "stepper" },
      h("span", {}, says(one.value)),
      one.options.map((to) =>
        h("button", {
          type: "button",
          "data-keep-focus": `set-${one.what}-${to.shows}`,
          "aria-label": W.setTo(name, says(to.shows)),
          onclick: () => set(to),
        }, says(to.shows))
      ),
    );
  return h("div", { class: "stepper-row" }, h("span", {}, name), controls);
}

/**
 * @param {any} card @param {PageData.RawValue[]} fields
 * @param {(to: {path: string, value: any}) => void} set
 */
function rawForm(card, fields, set) {
  const name = h(
    "select",
    { name: "path", required: true },
    fields.map((f) => h("option", { value: f.path }, `${f.name.replaceAll("_", " ")}: ${JSON.stringify(f.value)}`)),
  );
  const value = h("input", { name: "value", required: true, maxlength: 300 });
  const show = () => {
    value.value = JSON.stringify(fields.find((f) => f.path === name.value)?.value ?? "");
  };
  name.onchange = show;
  show();
  const form = h(
    "form",
    {
      "data-key": `state-${card.unit}`,
      class: "row end",
      onsubmit: (event) => {
        event.preventDefault();
        const said = values(form);
        let to = String(said.value);
        try {
          to = JSON.parse(to);
        } catch { /* plain words are a string */ }
        set({ path: said.path, value: to });
      },
    },
    h("label", { class: "grow" }, W.whichValue, name),
    h("label", { class: "grow" }, W.newValue, value),
    h("button", {}, W.change),
  );
  return form;
}
