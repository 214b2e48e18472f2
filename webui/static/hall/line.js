// @ts-check
// On a table of a hall: its clock and announcements, a button that calls an umpire, the answers.
import { $, h, toast } from "/static/dom.js";
import { coalesced, getJson, listen, post } from "/static/net.js";
import { W } from "/static/hall/words.js";

const line = h("div", { class: "banner note hall-line", role: "status" });
/** @type {PageData.HallSeen | null} */
let seen = null;
let came = 0;

/** What it shows, counted on here between two messages. @param {PageData.RoundClock} clock */
function clockText(clock) {
  const left = Math.round(clock.left_s - (clock.running ? (Date.now() - came) / 1000 : 0));
  return `${clock.title} ${W.minutes(left)}${clock.running ? "" : ` (${W.stopped})`}`;
}

async function call() {
  try {
    await post("/hall/call", { text: "" });
    toast(W.umpireCalled);
  } catch (why) {
    toast(why.message, true);
  }
  await refresh();
}

function draw() {
  line.hidden = !seen;
  if (!seen) return;
  const waiting = seen.calls.filter((one) => !one.answer);
  const answered = seen.calls.filter((one) => one.answer).at(-1);
  const parts = [h("strong", {}, seen.name)];
  if (seen.clock) parts.push(h("span", { class: "num" }, clockText(seen.clock)));
  parts.push(...seen.announcements.slice(-2).map((says) => h("span", {}, says)));
  if (seen.trouble) parts.push(h("span", {}, W.hallAway(seen.waiting, seen.trouble)));
  if (waiting.length) parts.push(h("span", {}, W.umpireCalled));
  else if (answered) parts.push(h("span", {}, W.umpireSays(answered.answer)));
  parts.push(
    h("button", { type: "button", class: "quiet", disabled: waiting.length > 0, onclick: call }, W.callUmpire),
  );
  line.replaceChildren(...parts);
}

const refresh = coalesced(async () => {
  const told = /** @type {PageData.HallPage} */ (await getJson("/hall.json"));
  seen = told.hall;
  came = Date.now();
  draw();
}, 500);
line.hidden = true;
$("banners").after(line);
listen(refresh, () => {});
setInterval(() => {
  if (seen?.clock?.running) draw();
}, 5000);
refresh();
