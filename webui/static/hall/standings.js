// @ts-check
// Standings by the event's own points; an umpire says who played, and gives points by hand.
import { $, h, toast } from "/static/dom.js";
import { coalesced, getJson, listen, post } from "/static/net.js";
import { W } from "/static/hall/words.js";

let data = null;
const save = async (url, fields) => {
  try {
    await post(url, fields);
  } catch (why) {
    toast(why.message, true);
  }
  await refresh();
};

function standings() {
  if (!data.rows.length) return h("p", {}, W.noStandings);
  const heads = [W.place, W.entrant, W.pointsTitle, W.won, W.drawn, W.lostBattles];
  const rows = data.rows.map((row) =>
    h(
      "tr",
      {},
      h("td", { class: "num" }, String(row.place)),
      h("th", { scope: "row" }, row.entrant),
      ...[row.points, row.won, row.drawn, row.lost].map((n) => h("td", { class: "num" }, String(n))),
    )
  );
  return h(
    "div",
    { class: "hall-scroll", tabindex: "0", role: "region", "aria-label": W.pointsTitle },
    h(
      "table",
      { class: "lines hall-standings" },
      h("thead", {}, h("tr", {}, heads.map((text, k) => h("th", { scope: "col", class: k === 1 ? "" : "num" }, text)))),
      h("tbody", {}, rows),
    ),
  );
}

function number(value, label) {
  return h("input", { type: "number", step: "any", value: value === null ? "" : String(value), "aria-label": label });
}

function scheme() {
  const [win, draw, loss] = [[data.scheme.win, W.winPoints], [data.scheme.draw, W.drawPoints], [
    data.scheme.loss,
    W.lossPoints,
  ]].map(([value, label]) => [number(value, label), label]);
  return h(
    "form",
    {
      class: "hall-scheme",
      onsubmit: (event) => {
        event.preventDefault();
        save("/standings/scheme", {
          win: Number(win[0].value),
          draw: Number(draw[0].value),
          loss: Number(loss[0].value),
        });
      },
    },
    h("strong", {}, W.scheme),
    [win, draw, loss].map(([input, label]) => h("label", {}, label, " ", input)),
    h("button", { type: "submit" }, W.save),
  );
}

// Who played a side of a battle, and the points that an umpire gives him.
function resultForm(key, who) {
  const name = h("input", {
    type: "text",
    maxlength: 80,
    value: who.named,
    placeholder: who.entrant,
    "aria-label": `${W.entrant}: ${who.entrant}`,
  });
  const points = number(who.points, `${W.pointsTitle}: ${who.entrant}`);
  points.placeholder = W.pointsTitle;
  const keep = (event) => {
    event.preventDefault();
    save("/standings/result", {
      ...key,
      entrant: name.value,
      points: points.value === "" ? null : Number(points.value),
    });
  };
  return h(
    "form",
    { class: "hall-result", onsubmit: keep },
    name,
    points,
    h("button", { type: "submit" }, W.save),
  );
}

function battle(one) {
  const key = { place: one.place, stream: one.stream, game: one.game };
  return h(
    "section",
    { class: "card" },
    h(
      "h3",
      {},
      `${one.name}: ${one.title}`,
      one.is_over ? ` · ${one.winner ? W.wins(one.winner) : W.draw}` : ` · ${W.underWay}`,
    ),
    one.entrants.map((who, side) => resultForm({ ...key, side }, who)),
  );
}

const table = h("div", {});
const edit = h("div", {});
$("hall").append(table, h("p", {}, h("a", { class: "hall-link", href: "/standings.csv" }, W.csv)), edit);
let drawn = "";
const refresh = coalesced(async () => {
  data = await getJson("/standings.json");
  table.replaceChildren(standings());
  // What is being typed is not drawn over by a ruling at another table.
  const key = JSON.stringify([
    data.scheme,
    data.battles.map((b) => [b.place, b.game, b.is_over, b.winner, b.entrants]),
  ]);
  if (data.you.role !== "umpire" || key === drawn || edit.contains(document.activeElement) && drawn) return;
  drawn = key;
  edit.replaceChildren(
    scheme(),
    h("h2", {}, W.battles),
    h("div", { class: "hall-results" }, data.battles.slice(0, 200).map(battle)),
  );
}, 500);
listen(refresh, () => {});
refresh();
