// @ts-check
// The table: where its markers lie, typed or found, or its corners shown on the picture.
import { $, h, s, toast } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { clicked, locked, pause, send } from "/static/wizard/wizard.js";

const form = $("size");
const ORDER = ["far left", "far right", "near right", "near left"];
let corners = null;
let sigma = 0.02;
/** @type {Map<number, PageData.MarkerState>} */
let states = new Map();

// Rounded up, as the report has it.
const small = (v) => `${Math.max(0.01, Math.ceil(Number((v * 100).toFixed(4))) / 100).toFixed(2)} in`;
const number = (name) => Number(form.elements[name].value);
const size = () => [number("wide"), number("deep")];

// The list of places

/** @param {Record<string, number>} place as it is typed, by name */
function markerRow(place) {
  const field = (label, key, step) =>
    h(
      "label",
      {},
      label,
      h("input", {
        type: "number",
        step,
        value: String(Number(place[key].toFixed(3))),
        "data-key": key,
        required: true,
      }),
    );
  const row = h(
    "div",
    { class: "marker-row" },
    field("marker", "id", "1"),
    field("east, in", "x_in", "any"),
    field("north, in", "y_in", "any"),
    field("turned, °", "turned_deg", "any"),
    h("button", {
      type: "button",
      class: "quiet",
      "aria-label": `Remove marker ${place.id}`,
      onclick: () => row.remove(),
    }, "✕"),
    h("span", { class: "state" }),
  );
  return row;
}
const fill = (places) => $("marker-list").replaceChildren(...places.map(markerRow));

function typed() {
  const size_in = number("marker") / 25.4;
  return [...document.querySelectorAll(".marker-row")].map((row) => {
    const place = { size_in };
    for (const input of row.querySelectorAll("input")) {
      place[input.dataset.key] = input.dataset.key === "id" ? Math.round(Number(input.value)) : Number(input.value);
    }
    return place;
  });
}

function showStates() {
  for (const row of document.querySelectorAll(".marker-row")) {
    const state = states.get(Number(row.querySelector('[data-key="id"]').value));
    const el = row.querySelector(".state");
    el.classList.toggle("bad", Boolean(state && state.seen && !state.used));
    if (!state || !state.seen) el.textContent = state ? "not seen" : "";
    else {el.textContent = `${state.used ? "used" : "left out"}${
        state.off_in === null ? "" : `; off by ${small(state.off_in)} when left out`
      }`;}
  }
}

// What is found now

/** @param {PageData.TableFound} table */
function says(table) {
  if (table.trouble) return table.trouble;
  if (table.by_corners) return "The table is found by its corners; every ± is larger. Lay markers when you can.";
  const used = table.markers.filter((m) => m.used).length;
  const held = table.held_out_in === null ? "" : ` The camera finds the table to ${small(table.held_out_in)}.`;
  return `Found by ${used} of ${table.markers.length} markers.${held}`;
}

/** @param {[number, number]} at parts of the picture @param {boolean} used */
const spot = ([x, y], used) =>
  s("ellipse", {
    class: `wizard-spot ${used ? "used" : "left-out"}`,
    cx: x * 1000,
    cy: y * 1000,
    rx: 16,
    ry: 28,
    stroke: used ? "#4fe0a0" : "#ff6f91",
  });

/** @param {PageData.TableFound} table */
function drawMarks(table) {
  const spots = table.by_corners ? [] : table.markers.flatMap((m) => m.at ? [spot(m.at, m.used)] : []);
  const shown = corners && corners.length
    ? [s("polygon", { points: corners.map(([x, y]) => `${x * 1000},${y * 1000}`).join(" ") })]
    : [];
  $("marks").replaceChildren(...spots, ...shown);
}

/** @type {PageData.TableFound | null} */
let last = null;
async function refresh() {
  /** @type {PageData.WizardPage & {table: PageData.TableFound}} */
  const { table } = await getJson("/setup/wizard.json?step=markers");
  last = table;
  states = new Map(table.markers.map((m) => [m.place.id, m]));
  $("table-says").textContent = says(table);
  $("kept-says").textContent = table.kept;
  drawMarks(table);
  showStates();
  return table;
}
async function watch() {
  for (;;) {
    if (!document.hidden) await refresh().catch(() => {});
    await pause(1500);
  }
}

// Corners shown by hand

function pointing(on) {
  corners = on ? [] : null;
  $("stage").classList.toggle("pointing", on);
  $("corners").setAttribute("aria-pressed", String(on));
  $("corner-says").hidden = !on;
  $("corner-says").textContent = on ? `Tap the ${ORDER[0]} corner of the table.` : "";
  if (last) drawMarks(last);
}
clicked("corners", () => pointing(corners === null));
$("stage").addEventListener("click", async (event) => {
  if (!corners) return;
  const box = $("stage").getBoundingClientRect();
  const share = (at, from, length) => Math.min(1, Math.max(0, (at - from) / length));
  corners.push([share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)]);
  if (last) drawMarks(last);
  if (corners.length < 4) {
    $("corner-says").textContent = `Now the ${ORDER[corners.length]} corner.`;
    return;
  }
  const four = corners;
  if (!form.reportValidity()) {
    pointing(false);
    return;
  }
  await send("/setup/wizard/markers/corners", { size_in: size(), corners: four }, () => {
    pointing(false);
    toast("The table is found by these corners.");
  });
  if (corners) pointing(true);
  refresh();
});

// Doing things

clicked("find", async () => {
  if (!form.reportValidity()) return;
  const text = (name) => form.elements[name].value;
  const tape = text("tape") && text("first") !== "" && text("second") !== ""
    ? { first: number("first"), second: number("second"), distance_in: number("tape") }
    : null;
  await send("/setup/wizard/markers/find", {
    size_in: size(),
    marker_in: number("marker") / 25.4,
    half_turn: form.elements.turned.checked,
    tape,
  }, (found) => {
    sigma = Math.min(1, Math.max(0.005, found.sigma_in));
    fill(found.markers);
    showStates();
    toast(
      `${found.markers.length} markers found, each to about ±${
        (2 * sigma).toFixed(2)
      } in. Look them over, then use them.`,
    );
  });
});
clicked("add", () => {
  const ids = typed().map((m) => m.id);
  let id = 0;
  while (ids.includes(id)) id += 1;
  $("marker-list").append(markerRow({ id, x_in: 0, y_in: 0, turned_deg: 0 }));
});
clicked("use", async () => {
  if (!form.reportValidity()) return;
  const done = await send(
    "/setup/wizard/markers/use",
    { size_in: size(), markers: typed(), tolerance_in: sigma },
    () => toast("The table is looked for by these markers."),
  );
  if (done) {
    await pause(700);
    refresh();
  }
});
clicked("again", () =>
  send("/setup/wizard/markers/again", {}, () => {
    $("table-says").textContent = "The table is looked for.";
  }));
form.addEventListener("submit", (event) => event.preventDefault());

const first = await refresh();
fill(first.markers.map((m) => m.place));
showStates();
if (locked) {
  for (const input of document.querySelectorAll(".marker-row input, .marker-row button")) input.disabled = true;
}
watch();
