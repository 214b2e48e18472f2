// @ts-check
// The umpires' queue: who waits, for how long, and an answer that reaches the table.
import { $, h, toast } from "/static/dom.js";
import { coalesced, getJson, listen, post } from "/static/net.js";
import { named, W } from "/static/hall/words.js";

let data = null;
let came = 0;
const waited = (since) => W.minutes(Math.max(0, Math.round(data.now_s - since + (Date.now() - came) / 1000)));

async function answer(call, says) {
  try {
    await post("/queue/answer", { place: call.place, call: call.id, says });
  } catch (why) {
    toast(why.message, true);
  }
  await refresh();
}

function one(call) {
  const may = data.you.role === "umpire";
  const buttons = [W.coming, W.letStand].map((says) =>
    h("button", { type: "button", onclick: () => answer(call, says) }, says)
  );
  const other = h("input", { type: "text", maxlength: 300, "aria-label": W.reply, placeholder: W.reply });
  const form = h(
    "form",
    {
      class: "hall-reply",
      onsubmit: (event) => {
        event.preventDefault();
        if (other.value) answer(call, other.value);
      },
    },
    buttons,
    other,
    h("button", { type: "submit" }, W.send),
  );
  return h(
    "section",
    { class: "card hall-call", "data-call": call.id },
    h(
      "h2",
      {},
      call.name,
      " ",
      h("span", { class: "num hall-wait", "data-since": String(call.since_s) }, waited(call.since_s)),
    ),
    h("p", {}, call.text ? `${call.side ? `${named(call.side)}: ` : ""}${call.text}` : W.callsUmpire),
    may ? form : null,
  );
}

const list = h("div", { class: "hall-queue" });
const done = h("div", {});
$("hall").append(list, done);

function draw() {
  const waiting = data.calls.filter((call) => !call.answer);
  // What somebody types into a call's form stays: a call that still waits keeps its card.
  const before = new Map([...list.querySelectorAll("[data-call]")].map((el) => [el.dataset.call, el]));
  list.replaceChildren(
    ...(waiting.length ? waiting.map((call) => before.get(call.id) || one(call)) : [h("p", {}, W.nobodyWaits)]),
  );
  const answered = data.calls.filter((call) => call.answer).slice(0, 20);
  done.replaceChildren(
    ...(answered.length
      ? [
        h("h2", {}, W.answered),
        h(
          "table",
          { class: "lines" },
          h(
            "tbody",
            {},
            answered.map((call) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, call.name),
                h("td", {}, call.text),
                h("td", {}, call.answer),
                h("td", {}, call.answered_by),
              )
            ),
          ),
        ),
      ]
      : []),
  );
}

const refresh = coalesced(async () => {
  data = await getJson("/queue.json");
  came = Date.now();
  draw();
}, 80);
listen(refresh, () => {});
setInterval(() => {
  for (const el of list.querySelectorAll("[data-since]")) el.textContent = waited(Number(el.dataset.since));
}, 1000);
refresh();
