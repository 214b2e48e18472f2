// @ts-check
// The roster: units by brigade, each with its points and what is wrong with it beside its name.
import { h, refusal, toast } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { army, data, duplicate, kinds, leaders, state } from "/static/army/state.js";
import { army as SAYS } from "/static/words/army.js";

/** @type {(redraw?: boolean) => void} */
let changed = () => {};
/** @param {(redraw?: boolean) => void} then */
export function onChange(then) {
  changed = then;
}

/** @param {string} label @param {any} value @param {(value: string) => void} set @param {object} more */
export const text = (label, value, set, more = {}) =>
  h(
    "label",
    { class: "grow" },
    label,
    h("input", {
      value,
      maxlength: 80,
      ...more,
      oninput: (event) => {
        set(event.target.value);
        changed(false);
      },
    }),
  );
/**
 * @param {string} label @param {any} value @param {any[]} values keys, or pairs of key and words
 * @param {(value: string) => void} set
 */
export const select = (label, value, values, set) =>
  h(
    "label",
    {},
    label.replaceAll("_", " "),
    h(
      "select",
      {
        onchange: (event) => {
          set(event.target.value);
          changed();
        },
      },
      values.map((v) => {
        const [key, says] = Array.isArray(v) ? v : [v, v];
        return h("option", { value: key, selected: key === value }, says || "–");
      }),
    ),
  );

const faultsOf = (unit) => state.verdict.faults.filter((fault) => fault.about === unit.id);
export const otherFaults = () =>
  state.verdict.faults.filter((fault) => !army.units.some((unit) => fault.about === unit.id));

const told = (fault) =>
  h(
    "p",
    { class: `army-fault ${fault.kind === "fault" || !fault.kind ? "verdict out" : "small soft"}` },
    refusal(fault),
  );
/** @param {any[]} faults */
export const faultLines = (faults) => faults.map(told);

// What changes with every verdict: points and faults of a unit, the sum of a brigade.
const shown = new Map();

export function drawPoints() {
  for (const [one, { points, faults, units }] of shown) {
    const sum = (units || [one]).reduce((all, unit) => all + (state.verdict.points[unit.id] || 0), 0);
    points.textContent = SAYS.pts(sum);
    faults?.replaceChildren(...faultLines(faultsOf(one)));
  }
}

function head(unit, kind, points) {
  const title = kind?.title || unit.kind;
  return h(
    "summary",
    {},
    h("strong", {}, unit.name || title),
    " ",
    h("span", { class: "small soft" }, unit.name ? `${title} · ${unit.id}` : unit.id),
    points,
  );
}

function rename(unit, id) {
  for (const [name, leader] of Object.entries(army.brigades)) if (leader === unit.id) army.brigades[name] = id;
  unit.id = state.open = id;
}

function takeOut(unit) {
  army.units.splice(army.units.indexOf(unit), 1);
  for (const [name, leader] of Object.entries(army.brigades)) if (leader === unit.id) army.brigades[name] = "";
  changed();
}

function unitCard(unit) {
  const kind = kinds.get(unit.kind);
  const points = h("strong", { class: "num army-points" });
  const faults = h("div", { class: "army-faults", role: "status" });
  shown.set(unit, { points, faults });
  const details = h(
    "details",
    {
      class: "army-unit",
      "data-unit": unit.id,
      open: state.open === unit.id,
      ontoggle: (event) => {
        if (event.target.open) state.open = unit.id;
        else if (state.open === unit.id) state.open = "";
      },
    },
    head(unit, kind, points),
    h(
      "div",
      { class: "row" },
      text(SAYS.id, unit.id, (v) => rename(unit, v), { maxlength: 40 }),
      text(SAYS.name, unit.name, (v) => {
        unit.name = v;
      }),
    ),
    choicesOf(unit, kind),
    text(SAYS.tags, unit.bases.join(", "), (v) => {
      unit.bases = v.split(",").map((t) => t.trim()).filter(Boolean);
    }, { list: "tags", maxlength: 600 }),
    kind?.bases.length ? h("p", { class: "small soft" }, kind.bases.map((b) => size(b, kind)).join(" · ")) : null,
    toolsOf(unit),
  );
  return h("li", {}, details, faults);
}

const size = (base, kind) =>
  `${base.kind || kind.kind} ${base.frontage_in}″ × ${base.depth_in}″` +
  (base.figures ? SAYS.figures(base.figures) : "");

// What its kind leaves open, and the brigade it belongs to.
function choicesOf(unit, kind) {
  const brigades = ["", ...Object.keys(army.brigades)];
  return h(
    "div",
    { class: "row" },
    Object.entries(kind?.choices || {}).map(([name, values]) =>
      select(name, unit.choices[name] ?? values[0], values, (v) => {
        unit.choices[name] = v;
      })
    ),
    brigades.length > 1
      ? select(SAYS.brigade, unit.brigade, brigades, (v) => {
        unit.brigade = v;
      })
      : null,
  );
}

function toolsOf(unit) {
  const called = unit.name || unit.id;
  const twice = () => {
    duplicate(unit);
    changed();
  };
  return h(
    "div",
    { class: "row noprint" },
    h("button", { type: "button", onclick: () => watchForTag(unit) }, SAYS.showTag),
    h("button", { type: "button", onclick: twice }, SAYS.duplicate(called)),
    h("button", { type: "button", class: "quiet", onclick: () => takeOut(unit) }, SAYS.takeOut(called)),
  );
}

function group(title, units, leader) {
  const points = h("span", { class: "num soft" });
  shown.set(title, { points, units });
  return h(
    "section",
    { class: "card army-brigade", "data-brigade": title },
    h("div", { class: "unit-head" }, h("h2", {}, title), points),
    leader,
    h("ul", {}, units.map(unitCard)),
  );
}

// Brigades in their order, then whoever is in none.
export function roster() {
  shown.clear();
  const groups = Object.entries(army.brigades).map(([name, leader]) => {
    const may = leaders().map((unit) => [unit.id, unit.name || unit.id]);
    const known = may.some(([id]) => id === leader) || !leader ? may : [...may, [leader, leader]];
    const disband = () => {
      delete army.brigades[name];
      for (const unit of army.units) if (unit.brigade === name) unit.brigade = "";
      changed();
    };
    const row = h(
      "div",
      { class: "row end noprint" },
      select(SAYS.leader, leader, ["", ...known], (v) => {
        army.brigades[name] = v;
      }),
      h("button", { type: "button", class: "quiet", onclick: disband }, SAYS.disband(name)),
    );
    return group(name, army.units.filter((unit) => unit.brigade === name), row);
  });
  const free = army.units.filter((unit) => !(unit.brigade in army.brigades));
  if (free.length) groups.push(group(groups.length ? SAYS.noBrigade : SAYS.unitsTitle, free, null));
  return army.units.length || groups.length ? groups : [h("p", { class: "card" }, SAYS.noUnit)];
}

// Tags the camera sees that belong to nobody are reported as flags; the first new one is taken.
async function watchForTag(unit) {
  toast(SAYS.holdTag);
  const mine = new Set(army.units.flatMap((u) => u.bases));
  for (let tries = 0; tries < 20; tries += 1) {
    const table = await getJson("/table.json");
    const found = table.flags.find((flag) => flag.kind === "foreign" && !mine.has(flag.payload));
    if (found) {
      unit.bases.push(found.payload);
      toast(SAYS.given(found.payload, unit.name || unit.id));
      changed();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  toast(SAYS.noTag, true);
}

/** @param {any} kind */
export const price = (kind) => data.prices[kind];
