// @ts-check
// Every battle that was played in the hall; a tap shows what was ruled in it.
import { $, h } from "/static/dom.js";
import { coalesced, getJson, listen } from "/static/net.js";
import { named, W } from "/static/hall/words.js";

function line(entry) {
  const { kind, body } = entry;
  if (kind === "ruling") {
    return body.headline || body.rulings?.map((one) => one.says).join(" ") ||
      String(body.action?.do || "").replaceAll("_", " ");
  }
  return body.sentence || body.title || body.text || body.why || kind;
}

async function open(box, battle) {
  if (!box.open) return;
  const found = await getJson(
    `/archive/${[battle.place, battle.stream, battle.game].map(encodeURIComponent).join("/")}.json`,
  );
  box.querySelector("ol").replaceChildren(
    ...found.entries.map((entry) => h("li", {}, h("span", { class: "badge-pill" }, entry.kind), " ", line(entry))),
  );
}

const shown = new Map();
function one(battle) {
  const key = `${battle.place} ${battle.stream} ${battle.game}`;
  const state = battle.is_over ? (battle.winner ? W.wins(battle.winner) : W.draw) : W.underWay;
  const title = `${battle.name}: ${battle.title} · ${named(battle.side_0)} / ${named(battle.side_1)} · ${state} · ${
    W.rulingsCount(battle.rulings)
  }`;
  let box = shown.get(key);
  if (!box) {
    box = h("details", { class: "card" }, h("summary", {}, title), h("ol", { class: "hall-log" }));
    box.addEventListener("toggle", () => open(box, battle));
    shown.set(key, box);
  } else if (box.firstChild.textContent !== title) {
    box.firstChild.textContent = title;
    open(box, battle);
  }
  return box;
}

const list = h("div", { class: "hall-battles" });
$("hall").append(list);
const refresh = coalesced(async () => {
  const data = await getJson("/archive.json");
  const boxes = data.battles.map(one);
  if (boxes.some((box, k) => list.children[k] !== box) || boxes.length !== list.children.length) {
    list.replaceChildren(...(boxes.length ? boxes : [h("p", {}, W.noBattles)]));
  }
}, 1000);
listen(refresh, () => {});
refresh();
