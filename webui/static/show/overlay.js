// @ts-check
// A transparent page for a stream: title and score on top, what is asked or was ruled below.
import { $, faces, h } from "/static/dom.js";
import { paint } from "/static/map/sides.js";
import { coalesced, getLive, listen } from "/static/net.js";
import { actors, choices, lately, marks, newest, openActors, soFar, toDo } from "/static/show/cards.js";
import { fitThrows } from "/static/show/fitting.js";
import { thrown, throwsOf } from "/static/ruling/thrown.js";
import { topBar } from "/static/show/top.js";
import { W } from "/static/words.js";

let drawn = "";

function asked(data, prompt) {
  const throws = prompt.ask === "roll";
  const need = throws
    ? `${W.throws(prompt.by)}: ${W.dice(prompt.count, prompt.sides)}${
      prompt.need ? `, ${W.succeeds(prompt.need, prompt.sides)}` : ""
    }`
    : W.asks(prompt.by);
  return [
    h("h2", {}, W.told(prompt)),
    h("p", {}, need),
    choices(prompt),
    data.open ? soFar(data.open) : null,
    openActors(data),
    throws ? h("div", { class: "dice" }, faces(prompt.draft, prompt.need)) : null,
  ];
}

// Held until something else is declared.
function ruled(data, rulings) {
  const last = rulings.at(-1);
  const total = throwsOf(last).length > 1 ? null : rulings.findLast((r) => r.total)?.total;
  return [
    h("h2", {}, last.headline || last.says),
    marks(rulings),
    actors(data, last.action, last.consequences),
    h("div", { class: "throws" }, thrown(last)),
    total ? h("p", { class: "verdict" }, total) : null,
    toDo(data, last),
  ];
}

function ended(over) {
  return [h("h2", {}, over.winner ? W.wins(over.winner) : W.draw), h("p", {}, over.says)];
}

const refresh = coalesced(async () => {
  const data = await getLive("/overlay.json");
  const { prompt, game } = data;
  if (game) paint(data);
  const rulings = game ? newest(data) : [];
  const over = game?.over;
  const parts = over ? ended(over) : prompt ? asked(data, prompt) : rulings.length ? ruled(data, rulings) : null;
  const simulated = data.can.simulated ? h("p", { class: "overlay-sim" }, "SIMULATED") : null;
  const whole = h(
    "div",
    {},
    h("header", { class: "overlay-top" }, game ? topBar(data) : null, simulated),
    parts ? h("section", { class: "plate" }, parts) : null,
    h("footer", { class: "overlay-ticker" }, lately(data, Boolean(data.open))),
  );
  if (whole.innerHTML === drawn) return;
  drawn = whole.innerHTML;
  $("overlay").replaceChildren(...whole.childNodes);
  fitThrows($("overlay"));
}, 300);
addEventListener("resize", () => fitThrows($("overlay")));
listen(refresh, () => {});
refresh();
