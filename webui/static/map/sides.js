// @ts-check
// The class that gives a side its colour, outline and mark.

/** @param {any} data as /table.json @param {string} side */
export function sideClass(data, side) {
  const index = data && data.game ? data.game.sides.indexOf(side) : -1;
  return index === 0 || index === 1 ? `side-${index}` : "side-none";
}
