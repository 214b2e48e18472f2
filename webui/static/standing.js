// @ts-check
// Where the game stands, and what everybody must know: SIMULATED, camera lost, connection lost.
import { $, h } from "/static/dom.js";
import { named, W } from "/static/words.js";

/** What stands in each place. @type {Map<Element, string>} */
const drawn = new Map();

/** @param {HTMLElement} el @param {HTMLElement[]} list */
function put(el, list) {
  const key = list.map((each) => each.textContent).join("\n");
  if (key === (drawn.get(el) || "")) return;
  drawn.set(el, key);
  el.replaceChildren(...list);
}

/** Milliseconds for which a trouble that is over stands still: one that comes and goes is told once. */
const HOLD_MS = 3000;
let later = 0;
let wasLost = false;

/** What comes and goes. @param {HTMLElement} el @param {HTMLElement[]} list @param {boolean} connected */
function pass(el, list, connected) {
  clearTimeout(later);
  if (list.length || wasLost) put(el, list);
  else if (el.childElementCount) later = setTimeout(() => put(el, []), HOLD_MS);
  wasLost = !connected;
}

/** @param {any} data as /table.json @param {boolean} connected */
export function banners(data, connected = true) {
  const { banner } = data;
  const kind = data.can.simulated ? "simulated" : "note hand";
  const stays = banner
    ? [h("div", { class: `banner ${kind}` }, h("strong", {}, banner.title), h("span", {}, banner.says))]
    : [];
  const list = connected ? [] : [h("div", { class: "banner trouble" }, W.lost)];
  if (data.blind) list.push(h("div", { class: "banner trouble" }, data.blind));
  for (const says of data.troubles) {
    list.push(h("div", { class: "banner trouble" }, says));
  }
  const said = new Set([data.blind, ...data.troubles]);
  const flags = data.flags.filter((f) => !said.has(f.text)).map((f) => f.text);
  if (flags.length === 1) list.push(h("div", { class: "banner note" }, flags[0]));
  else if (flags.length) {
    list.push(
      h(
        "details",
        { class: "banner note" },
        h("summary", {}, W.noticed(flags.length)),
        flags.slice(0, 12).map((says) => h("p", {}, says)),
      ),
    );
  }
  // What comes and goes lies over the map, where there is one: nothing moves under a finger.
  const over = document.getElementById("passing");
  const isOver = Boolean(over?.offsetParent);
  put($("banners"), isOver ? stays : [...stays, ...list]);
  if (over) pass(over, isOver ? list : [], connected);
}

// Whoever is asked is waited for, whoever's action it is.
function waited({ game, prompt }) {
  const says = game.sides.includes(prompt?.by)
    ? W.isAsked(prompt.by, prompt.ask)
    : game.to_act.length
    ? W.toAct(game.to_act, game.sides.length)
    : "";
  return says ? h("span", { class: "pill" }, says) : "";
}

/** @param {HTMLElement} el @param {any} data as /table.json */
export function standing(el, data) {
  if (!data.game) {
    el.replaceChildren();
    return;
  }
  const { game } = data;
  const you = data.you?.role === "player" ? h("span", { class: "pill" }, named(data.you.side)) : null;
  el.replaceChildren(
    h("span", { class: "pill big" }, W.turn(game.turn), game.phase ? ` · ${game.phase}` : ""),
    waited(data),
    ...game.lines.slice(0, 3).map(([label, value]) => h("span", { class: "pill" }, `${label}: ${value}`)),
    you || "",
  );
}
