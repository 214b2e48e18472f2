// @ts-check
// A ruling or reading that people doubt: both ends close up on the kept picture, the tape, who agreed.
import { $, h, s } from "/static/dom.js";
import { TableMap } from "/static/map.js";
import { getJson, post } from "/static/net.js";
import { readingText } from "/static/ruling/ruling.js";
import { unitShown } from "/static/units.js";
import { named, W } from "/static/words.js";

const CLOSE_PX = 42;

/** @param {PageData.OneRuling} data as /rulings/ID.json @param {{mayOverrule: boolean, mayAct: boolean}} you */
export function disputeSection(data, you) {
  const box = $("dispute");
  if (!box) return;
  const { ruling } = data;
  const chosen = new URLSearchParams(location.search).get("reading");
  const all = subjects(data);
  /** @type {{subject: Subject, kept: string}} */
  const state = { subject: all[chosen !== null && ruling.readings[Number(chosen)] ? Number(chosen) : 0], kept: "" };
  const draw = () => {
    box.replaceChildren(
      h("h2", {}, W.dispute),
      state.kept ? keptCard(state.kept) : "",
      pick(all, state, draw),
      ends(data, ruling.readings[state.subject.reading]),
      you.mayAct ? form(data, state, you, shown) : "",
    );
    for (const el of box.querySelectorAll(".close-up svg")) el.closeUp();
  };
  // What was kept stands where the eyes are: at the head of what was just filled in.
  const shown = (says) => {
    state.kept = says;
    draw();
    box.scrollIntoView();
  };
  draw();
  if (chosen !== null || location.hash === "#dispute") box.scrollIntoView();
}

// Said, and as the log has it.
const keptCard = (says) =>
  h("div", { role: "status" }, h("strong", {}, W.disputeKept), h("p", { class: "disputing" }, says));

/** @typedef {{reading: number, about: string, label?: string}} Subject what may be doubted */

/**
 * What was measured, what was thrown, where the models stood, and the ruling itself.
 * @param {PageData.OneRuling} data @returns {Subject[]}
 */
function subjects(data) {
  const { ruling } = data;
  const thrown = ruling.answers.filter((one) => one.ask === "roll" && Array.isArray(one.answer));
  const models = [ruling.action.by, ruling.action.at].filter((unit) => unit && middle(data, unit));
  return [
    ...ruling.readings.map((r, k) => ({ reading: k, about: about(r) })),
    ...thrown.map((one) => ({ reading: -1, about: `${one.what}: ${one.answer.join(" ")}` })),
    ...models.map((unit) => ({ reading: -1, about: W.whereStood(nameOf(data, unit)) })),
    { reading: -1, about: ruling.says, label: W.theRuling },
  ];
}

/** @param {Subject[]} all @param {{subject: Subject}} state @param {() => void} draw */
function pick(all, state, draw) {
  return h(
    "label",
    {},
    W.aboutWhat,
    h(
      "select",
      {
        onchange: (event) => {
          state.subject = all[Number(event.target.value)];
          draw();
        },
      },
      all.map((one, k) => h("option", { value: String(k), selected: one === state.subject }, one.label || one.about)),
    ),
  );
}

const nameOf = (data, unit) => data.units.find((card) => card.unit === unit)?.name || unit;
const about = (reading) => `${reading.title}: ${readingText(reading)}`;

// Where a reading begins and ends, on the picture that was kept with it: the ends of its line, or
// else the two units.
function ends(data, reading) {
  if (!reading) return h("p", { class: "small soft" }, W.sayWhatHolds);
  const line = reading.evidence.find((shape) => shape.role === "line");
  const at = line ? [line.points_in[0], line.points_in.at(-1)] : [middle(data, reading.frm), middle(data, reading.to)];
  if (!at[0] || !at[1]) return h("p", { class: "small soft" }, W.noEnds);
  return h(
    "div",
    { class: "close-ups" },
    closeUp(data, at[0], reading.frm, reading),
    closeUp(data, at[1], reading.to, reading),
  );
}

function middle(data, unit) {
  const base = data.bases.find((b) => (b.unit === unit || b.payload === unit) && b.x_in !== null);
  return base && [base.x_in, base.y_in];
}

function closeUp(data, at, unit, reading) {
  const svg = s("svg", { class: "map", role: "img", "aria-label": W.closeUp(unit) });
  svg.closeUp = () => {
    const map = new TableMap(svg, { live: false });
    map.fitted = false;
    Object.assign(map.view, { cx: at[0], cy: at[1], px: CLOSE_PX });
    map.render(data);
    map.evidence(reading.evidence);
  };
  return h("figure", { class: "close-up" }, svg, h("figcaption", { class: "small soft" }, nameOf(data, unit)));
}

function form(data, state, you, shown) {
  const reading = data.ruling.readings[state.subject.reading];
  const fields = {
    tape: h("input", { name: "tape", type: "number", step: "0.01", min: 0, inputmode: "decimal" }),
    says: h("input", { name: "says", maxlength: 300 }),
    sides: data.game.sides.map((side) => [side, h("input", { type: "checkbox", name: "agreed", value: side })]),
  };
  const { fault, refuse } = faultLine();
  const had = { isSending: false, kept: "" };
  const keep = async (event, run = false) => {
    event.preventDefault();
    if (had.isSending) return;
    if (!fields.tape.value && !fields.says.value.trim()) {
      return refuse(reading ? W.tapeOrSay : W.sayFirst, reading ? fields.tape : fields.says);
    }
    had.isSending = true;
    try {
      await keptOnce(had, told(data, state.subject, fields));
      if (run) await runAgain(reading, fields.tape.value);
      else shown(await newestDispute(data.ruling));
    } catch (why) {
      refuse(why.message, fields.tape.value ? fields.tape : fields.says);
    }
    had.isSending = false;
  };
  return h(
    "form",
    { onsubmit: (event) => keep(event) },
    reading ? h("label", {}, W.tape(unitShown(reading)), fields.tape) : null,
    h("label", {}, W.whatWasSeen, fields.says),
    fault,
    agreed(fields.sides),
    h(
      "div",
      { class: "row" },
      h("button", { class: "main-button" }, W.keepDispute),
      reading && you.mayOverrule ? runs(fields.tape, keep) : null,
    ),
  );
}

async function runAgain(reading, taped) {
  await sent("/act/overrule-step", byTape(reading, taped));
  location.href = "/table#ruled";
}

// What was kept stays so though the step could not be run: a second tap keeps nothing twice.
/** @param {{kept: string}} had what was kept last @param {object} dispute */
async function keptOnce(had, dispute) {
  const key = JSON.stringify(dispute);
  if (had.kept !== key) await sent("/act/dispute", dispute);
  had.kept = key;
}

// What is wrong, beside the field that puts it right.
function faultLine() {
  const fault = h("p", { class: "banner trouble small", role: "alert", hidden: true });
  const refuse = (/** @type {string} */ why, /** @type {HTMLElement} */ field) => {
    fault.textContent = why;
    fault.hidden = false;
    field.focus();
  };
  return { fault, refuse };
}

const agreed = (sides) =>
  h(
    "fieldset",
    { class: "agreed" },
    h("legend", {}, W.whoAgrees),
    sides.map(([side, box]) => h("label", { class: "row" }, box, named(side))),
  );

// Not before there is a length to run the step with.
function runs(tape, keep) {
  const button = h("button", { type: "button", disabled: true, onclick: (event) => keep(event, true) }, W.keepAndRun);
  tape.oninput = () => {
    button.disabled = !tape.value;
  };
  return button;
}

// As the log tells it.
const newestDispute = async ({ id }) => (await getJson(`/rulings/${id}.json`)).ruling.disputes.at(-1).says;

// The dispute as the log keeps it.
function told(data, subject, { tape, says, sides }) {
  const { ruling } = data;
  const reading = ruling.readings[subject.reading];
  return {
    event: ruling.event,
    index: ruling.index,
    reading: subject.reading,
    about: subject.about.slice(0, 300),
    tape: tape.value ? Number(tape.value) : null,
    unit: reading ? unitShown(reading) : "",
    says: says.value,
    agreed: sides.filter(([, box]) => box.checked).map(([side]) => side),
  };
}

// What runs the step again with the length on the tape, in the unit of the rules.
function byTape({ what, frm, to, unit }, taped) {
  const shown = unitShown({ unit });
  const value = shown === unit ? Number(taped) : Number(taped) / 2.54;
  return {
    reason: W.byTapeSays(taped, shown),
    readings: [{ what, frm, to, value, unit, plus_minus: 0 }],
  };
}

async function sent(url, fields) {
  const { game } = await getJson("/table.json");
  return post(url, { head: game.head, ...fields });
}
