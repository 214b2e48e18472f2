// A transparent page for a stream: what is asked, or what was ruled last.
import { $, faces, h } from "/static/dom.js";
import { coalesced, getJson, listen } from "/static/net.js";
import { W } from "/static/words.js";

let shownAt = 0;
let last = "";
const refresh = coalesced(async () => {
  const data = await getJson("/overlay.json");
  const { prompt, game } = data;
  const ruling = data.verdicts[0];
  const key = `${game?.name}/${game?.head}`;
  if (key !== last) { last = key; shownAt = Date.now(); }
  const plates = [];
  if (prompt) plates.push(h("section", { class: "plate" }, h("h2", {}, W.told(prompt)), h("p", {}, prompt.ask === "roll" ? `${W.throws(prompt.by)}: ${W.dice(prompt.count, prompt.sides)}${prompt.need ? `, ${W.succeeds(prompt.need)}` : ""}` : W.asks(prompt.by)), prompt.ask === "roll" ? h("div", { class: "dice" }, faces(prompt.draft, prompt.need)) : null));
  else if (ruling && Date.now() - shownAt < 20000) plates.push(h("section", { class: "plate" }, h("h2", {}, ruling.headline || ruling.says), ruling.faces.length ? h("div", { class: "dice" }, faces(ruling.faces)) : null, ruling.total ? h("p", {}, ruling.total) : null));
  if (game) plates.push(h("section", { class: "plate" }, `${game.title} · ${W.turn(game.turn)} · ${game.phase}${data.source === "simulated" ? " · SIMULATED" : ""}`));
  $("overlay").replaceChildren(...plates);
}, 300);
listen(refresh, () => {});
setInterval(refresh, 5000);
refresh();
