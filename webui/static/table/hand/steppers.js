// @ts-check
// The umpire's way to put a unit right: lines of the book's ledger one step up or down, each with
// the reason. Fetched when it is opened, lines and values.
import { h } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { complain } from "/static/table/acting.js";
import { remembered } from "/static/table/keeping.js";
import { data0, state } from "/static/table/state.js";
import { W } from "/static/words.js";

/** @type {typeof import("/static/table/hand/stepper-rows.js").rows | null} */
let rows = null;

/** @param {any} card */
export function setByHand(card) {
  const key = `${card.unit}@${data0().game.head}`;
  const box = h("div", { class: "steppers" });
  let shown = "";
  // Drawn again while somebody types: what is typed, open or pointed at stays as it is.
  /** @param {ShownValues} values */
  const fill = (values) => {
    if (!rows || shown === values.key) return;
    shown = values.key;
    const restore = remembered(box);
    box.replaceChildren(...rows(card, values));
    restore();
  };
  const load = async () => {
    try {
      const [lines, fields] = await Promise.all([
        import("/static/table/hand/stepper-rows.js"),
        fieldsAt(card.unit, key),
      ]);
      rows = lines.rows;
      state.fields = fields;
      fill(fields);
    } catch (why) {
      complain(why);
    }
  };
  // Taken a step: the old values stay in sight until the new ones are there.
  if (state.fields?.key.startsWith(`${card.unit}@`)) fill(state.fields);
  return h(
    "details",
    {
      "data-key": `set-${card.unit}`,
      ontoggle: (event) => {
        if (event.target.open) load();
      },
    },
    h("summary", {}, W.setUnit),
    box,
  );
}

// One request for a unit at a step, however often the panel is drawn before it is answered.
/** @typedef {PageData.UnitValues & {key: string}} ShownValues of which unit at which step */
/** @type {{key: string, answer: Promise<ShownValues>} | null} */
let asked = null;
/** @param {string} unit @param {string} key @returns {Promise<ShownValues>} */
function fieldsAt(unit, key) {
  if (asked?.key !== key) {
    const answer = getJson(`/state.json?unit=${encodeURIComponent(unit)}`).then((found) => ({ key, ...found }));
    asked = { key, answer };
    answer.catch(() => {
      if (asked?.answer === answer) asked = null;
    });
  }
  return asked.answer;
}
