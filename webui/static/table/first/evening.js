// @ts-check
// Where a camera looks at the table and no game is open: what it sees and the one next step.
import { $, s } from "/static/dom.js";
import { map, page, state } from "/static/table/state.js";
import { W } from "/static/words.js";

let evening = null;
let asked = false;

const short = (inches) => inches.toFixed(2).replace(/^0/, "");

/** Shows the first evening in the panel; is it there? @param {SeenTable} data as /table.json */
export function eveningCard(data) {
  const wanted = !data.game && !data.can.moves && ["table", "umpire"].includes(data.you.role);
  if (!wanted) {
    if (evening) {
      evening.stop();
      evening.el.remove();
      evening = null;
      asked = false;
      map.layers.tape.replaceChildren();
    }
    $("main").classList.remove("no-table");
    return false;
  }
  if (!evening) {
    if (!asked) {
      asked = true;
      begin(data.you);
    }
    return true;
  }
  if (!evening.el.isConnected) $("panel").replaceChildren(evening.el);
  return true;
}

async function begin(you) {
  const { Evening } = await import("/static/evening/evening.js");
  evening = new Evening({
    may: you.may_overrule,
    changed: drawn,
    begun: page.refresh,
    measure: () => {
      if (!map.ruling) $("ruler").click();
    },
  });
  page.draw();
}

// The table is drawn only when it is found: before, the camera's own picture has the room.
function drawn(told) {
  const found = ["tape", "begin"].includes(told.step);
  map.footOff = told.foot_in || 0;
  if ($("main").classList.toggle("no-table", !found) || !state.data || map.ruling) return;
  const [w, d] = state.data.size_in;
  const marks = told.places.map((place) =>
    map.label([place.x_in, place.y_in + 2.2], "evidence-text", String(place.id))
  );
  const was = evening.narrowed ? short(evening.narrowed.foot_before_in) : "";
  const now = short(told.foot_in);
  const says = was && was !== now ? W.evening.barWas(now, was) : W.evening.barNow(now);
  const ends = told.step === "tape"
    ? [told.tape.first, told.tape.second].map((id) => told.places.find((place) => place.id === id))
    : [];
  map.layers.tape.replaceChildren(
    ...(ends.length === 2
      ? [s("line", { class: "tape taped", x1: ends[0].x_in, y1: ends[0].y_in, x2: ends[1].x_in, y2: ends[1].y_in })]
      : []),
    s("line", { class: "tape", x1: w / 2 - 6, y1: d / 2, x2: w / 2 + 6, y2: d / 2 }),
    map.label([w / 2, d / 2 + 1.2], "evidence-text", says),
    ...marks,
  );
  map.scaleLabels();
}
