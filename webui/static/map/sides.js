// @ts-check
// The class that gives a side its colour, outline and mark.

/** The colours that the armies chose, and the club's. @param {PlayedTable} data as /table.json */
export function paint(data) {
  const { style } = document.documentElement;
  (data.game?.sides || []).forEach((/** @type {string} */ side, /** @type {number} */ i) =>
    style.setProperty(`--paint-${i}`, data.game.colours[side])
  );
  if (!data.club) return;
  style.setProperty("--club", data.club.paper);
  style.setProperty("--club-ink", data.club.ink);
}

/** @param {PageData.Table} data as /table.json @param {string} side */
export function sideClass(data, side) {
  const index = data && data.game ? data.game.sides.indexOf(side) : -1;
  return index === 0 || index === 1 ? `side-${index}` : "side-none";
}
