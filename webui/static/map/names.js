// Names beside their units, never on a base or on each other; the chosen first, the fallen last.
import { corners, frontOf } from "/static/map/geometry.js";
import { placeLabels, wordsFor } from "/static/map/labels.js";

export function drawNames(map) {
  const groups = new Map();
  for (const base of map.data.bases) {
    if (base.x_in === null) continue;
    if (!groups.has(base.unit)) groups.set(base.unit, []);
    groups.get(base.unit).push(base);
  }
  const { fontPx, family } = nameFont(map);
  const named = [...groups].map(([unit, bases]) => namedUnit(map, unit, bases));
  const labels = placeLabels(named, map.box(), fontPx, family).map((placed) => {
    const el = map.label(map.inches(...placed.at), "name", placed.words.text, placed.words.badges);
    el.firstChild.setAttribute("y", 0);
    el.dataset.unit = placed.unit;
    return el;
  });
  map.layers.names.replaceChildren(...labels);
  map.scaleLabels();
}

function nameFont(map) {
  const probe = map.label([0, 0], "name", "x");
  map.layers.names.append(probe);
  const { fontSize, fontFamily } = getComputedStyle(probe.firstChild);
  probe.remove();
  return { fontPx: parseFloat(fontSize) || 12, family: fontFamily || "sans-serif" };
}

function namedUnit(map, unit, bases) {
  const card = map.data.units.find((each) => each.unit === unit);
  const chosen = unit === map.picked || unit === map.aimed;
  const front = frontOf(bases);
  const ahead = map.pixels(...front.fc);
  const back = map.pixels(front.fc[0] - Math.cos(front.angle), front.fc[1] - Math.sin(front.angle));
  const long = Math.hypot(back[0] - ahead[0], back[1] - ahead[1]) || 1;
  return {
    unit,
    outlines: bases.map((base) => corners(base).map((p) => map.pixels(...p))),
    behind: [(back[0] - ahead[0]) / long, (back[1] - ahead[1]) / long],
    rank: chosen ? 0 : card?.gone ? 2 : 1,
    words: wordsFor(card?.name || unit, unit, card && (map.view.px > 10 || unit === map.picked) ? card.badges : []),
  };
}
