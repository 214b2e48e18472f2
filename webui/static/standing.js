// @ts-check
// Where the game stands, and what everybody must know: SIMULATED, camera lost, connection lost.
import { $, h } from "/static/dom.js";
import { named, W } from "/static/words.js";

let drawn = "";
/** @param {any} data as /table.json @param {boolean} connected */
export function banners(data, connected = true) {
  const list = [];
  if (!connected) list.push(h("div", { class: "banner trouble" }, W.lost));
  if (data.banner) {
    list.push(
      h(
        "div",
        { class: `banner ${data.can.simulated ? "simulated" : "note hand"}` },
        h("strong", {}, data.banner.title),
        h("span", {}, data.banner.says),
      ),
    );
  }
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
  const key = list.map((el) => el.textContent).join("\n");
  if (key === drawn) return;
  drawn = key;
  $("banners").replaceChildren(...list);
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
