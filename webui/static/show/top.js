// @ts-check
// The head of the broadcast: whose club, which battle, which turn, and both sides in their colours.
import { h } from "/static/dom.js";
import { scoreBar } from "/static/show/score-board.js";
import { W } from "/static/words.js";

/** @param {PageData.Table} data as /table.json @returns {HTMLElement[]} */
export function topBar(data) {
  const club = data.club?.name ? h("span", { class: "club" }, data.club.name) : null;
  if (!data.game) return [h("div", { class: "broadcast-title" }, club, h("p", { class: "show-head" }, "Drumhead"))];
  const { title, rules_title: rules, turn, phase } = data.game;
  return [
    h(
      "div",
      { class: "broadcast-title" },
      club,
      h("strong", {}, title),
      h("p", { class: "show-head" }, `${rules} · ${W.turn(turn)} · ${phase}`),
    ),
    scoreBar(/** @type {PlayedTable} */ (data)),
  ];
}
