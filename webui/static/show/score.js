// @ts-check
// The score page: both armies, kept up to date.
import { $ } from "/static/dom.js";
import { paint } from "/static/map/sides.js";
import { coalesced, getLive, listen } from "/static/net.js";
import { scoreBar, sideTable } from "/static/show/score-board.js";
import { banners, standing } from "/static/standing.js";

const refresh = coalesced(async () => {
  const data = await getLive("/score.json");
  if (data.game) paint(data);
  banners(data);
  standing($("standing"), data);
  $("score").replaceChildren(
    ...(data.game ? [scoreBar(data), ...data.game.sides.map((side) => sideTable(data, side))] : []),
  );
}, 300);
listen(refresh, () => {});
refresh();
