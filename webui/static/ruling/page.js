// @ts-check
// One ruling: the table as it was, with what was measured drawn on it.
import { $, h, toast } from "/static/dom.js";
import { TableMap } from "/static/map.js";
import { getJson, post } from "/static/net.js";
import { readingText } from "/static/ruling/ruling.js";
import { disputeSection } from "/static/ruling/dispute.js";

const id = $("main").dataset.ruling;
const loading = getJson(`/rulings/${id}.json`);
listenToForms();
const data = await loading;
const map = new TableMap($("map"), { live: true });
map.render(data);
const { ruling } = data;
map.mark(ruling.action.by || "", ruling.action.at || "");
// What the ruling itself rests on first; else what is measured on the frozen table.
const own = ruling.readings.filter((r) => r.evidence.length);
const withLines = own.length ? own : data.measured.filter((r) => r.evidence?.length);
const show = (reading) => map.evidence(reading?.evidence || [], reading ? reading.says || readingText(reading) : "");
show(withLines[0]);
$("readings").append(
  ...withLines.map((r) =>
    h("button", {
      type: "button",
      onclick: () => show(r),
    }, `${r.title || r.what.replaceAll("_", " ")}: ${r.says || readingText(r)}`)
  ),
);

async function send(url, fields) {
  try {
    const { game } = await getJson("/table.json");
    await post(url, { head: game.head, ...fields });
    location.reload();
  } catch (why) {
    toast(why.message, true);
  }
}

const { role } = $("main").dataset;
disputeSection(data, { mayAct: role !== "spectator", mayOverrule: role === "umpire" });

// Before anything is waited for: a form that nobody listens to would lose what was typed.
function listenToForms() {
  $("overrule")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target));
    const { ruling: { event: number, index } } = await loading;
    send("/act/overrule", { event: number, index, ...fields });
  });
}
