// A ruling with its working, as the table, the list and the big screen show it.
import { clock, faces, h, verdictPill } from "/static/dom.js";
import { lengthText } from "/static/units.js";
import { W } from "/static/words.js";

export const readingText = lengthText;

export function working(ruling) {
  const rows = ruling.modifiers.map((m) => h("tr", {}, h("th", { scope: "row" }, m.what, " ", h("span", { class: "rule-id" }, m.rule)), h("td", { class: "num" }, m.value)));
  if (ruling.total) rows.push(h("tr", { class: "total" }, h("th", { scope: "row" }, "="), h("td", {}, ruling.total)));
  const readings = ruling.readings.map((r) => h("tr", {}, h("th", { scope: "row" }, `${r.what.replaceAll("_", " ")} ${r.frm} → ${r.to}${r.by_hand ? ` ${W.byHandMark}` : ""}`), h("td", { class: "num" }, readingText(r))));
  return h("table", { class: "lines" }, h("tbody", {}, readings, rows));
}

export function rulingCard(ruling, { open = false, actions = null } = {}) {
  const need = ruling.answers.find((a) => a.ask === "roll" && String(a.answer) === String(ruling.faces))?.need;
  const over = ruling.overruled.map((o) => h("p", { class: "overruling" }, h("strong", {}, `${W.overruledBy}: ${o.says}`), ` ${W.because} ${o.reason}`));
  const has = ruling.modifiers.length || ruling.readings.length || ruling.total;
  return h("article", { class: `card ruling ${ruling.overruled.length ? "overruled" : ""}`, id: `ruling-${ruling.id}` },
    h("h3", {}, ruling.says), over,
    ruling.faces.length ? h("div", { class: "dice" }, faces(ruling.faces, need)) : null,
    has ? h("details", { open }, h("summary", {}, W.working, ruling.total ? [": ", h("span", { class: "total" }, ruling.total)] : null), working(ruling)) : null,
    ruling.house.length ? h("p", { class: "small" }, `${W.house}: ${ruling.house.join(", ")}`) : null,
    h("div", { class: "row small soft" }, h("span", { class: "rule-id" }, [...new Set(ruling.rules)].join("  ")), h("span", { class: "grow" }), ruling.source === "simulated" ? h("span", { class: "badge-pill" }, "SIMULATED") : null, clock(ruling.at_s), h("a", { href: `/rulings/${ruling.id}` }, W.link), actions));
}

export { verdictPill };
