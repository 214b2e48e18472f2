// @ts-check
// Which squares are asked for at the moment: they are marked on the map, and tapped there.
import { isSquare } from "/static/map/squares.js";
import { map, state } from "/static/table/state.js";

export function markSquares() {
  const { asking, data } = state;
  if (asking?.squares?.length) {
    map.aimAt(asking.squares, asking.chosen?.() || "");
    return;
  }
  const { prompt } = data;
  const options = mayAnswer(data) && prompt?.ask === "choose"
    ? prompt.options.map((/** @type {any} */ option) => option.key)
    : [];
  map.aimAt(options.every(isSquare) ? options : []);
}

/** @param {PlayedTable} data as /table.json */
function mayAnswer({ prompt, you, game }) {
  if (!prompt || !you.may_act) return false;
  return you.role !== "player" || !game.sides.includes(prompt.by) || prompt.by === you.side;
}
