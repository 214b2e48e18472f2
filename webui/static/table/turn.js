// @ts-check
// Whose turn it is, wherever one looks: the tab's title, the head in the side's colour, a buzz and a
// sound when it is your throw, who is connected, and the clock of either side.
import { $, h } from "/static/dom.js";
import { sideClass } from "/static/map.js";
import { post } from "/static/net.js";
import { complain } from "/static/table/acting.js";
import { state } from "/static/table/state.js";
import { named, W } from "/static/words.js";

/** @type {{asked: string | null}} */
const known = { asked: null };
const clock = { skew: 0 };

/** The side that the table waits for, "" for several or none. */
function waitsFor(data) {
  if (!data.game || data.game.over) return "";
  const { sides, to_act } = data.game;
  if (sides.includes(data.prompt?.by)) return data.prompt.by;
  return to_act.length === 1 ? to_act[0] : "";
}

const isMine = (data) => Boolean(data.prompt) && data.you.role === "player" && data.prompt.by === data.you.side;

/** @param {any} data as /table.json */
export function tellTurn(data) {
  const side = waitsFor(data);
  const mine = isMine(data);
  document.title = mine ? W.yourAnswer(data.prompt.ask) : side ? `${W.theirTurn([side])} · Drumhead` : W.tableTitle;
  const head = document.querySelector(".top");
  head.classList.remove("side-0", "side-1");
  if (side) head.classList.add(sideClass(data, side));
  const key = mine ? `${data.game.name}/${data.game.head}` : "";
  if (key && known.asked !== null && key !== known.asked) call();
  known.asked = key;
}

// A buzz where the phone can, and two short notes where the visitor asked for them.
function call() {
  navigator.vibrate?.([120, 60, 120]);
  if (document.documentElement.dataset.sound !== "yes") return;
  const audio = new AudioContext();
  for (const [hz, from] of [[660, 0], [880, 0.18]]) {
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hz;
    loud.gain.setValueAtTime(0.2, audio.currentTime + from);
    loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + from + 0.16);
    tone.connect(loud).connect(audio.destination);
    tone.start(audio.currentTime + from);
    tone.stop(audio.currentTime + from + 0.17);
  }
  setTimeout(() => audio.close(), 600);
}

/** Who is connected: screens of each side, and those that watch. @param {any} event */
export function hereNow(event) {
  if (!event.here) return;
  state.here = event.here;
  drawHere();
}

export function drawHere() {
  const { data, here } = state;
  const el = $("here");
  if (!el || !data?.game || !here) return;
  const side = (name) =>
    h(
      "span",
      { class: `pill here ${sideClass(data, name)}`, title: W.hereOf(named(name), here[name] || 0) },
      h("span", { class: "dot", "aria-hidden": "true" }),
      `${named(name)} ${here[name] || 0}`,
    );
  const watch = here[""] || 0;
  el.replaceChildren(...data.game.sides.map(side), h("span", { class: "pill" }, W.screensWatch(watch)));
}

/** @param {any} data as /table.json */
export function drawClock(data) {
  clock.skew = Date.now() / 1000 - data.now_s;
  const el = $("clocks");
  el.hidden = !data.clock;
  if (!data.clock) {
    el.replaceChildren();
    return;
  }
  const faces = (data.game?.sides || []).map((side) =>
    h("span", { class: `pill clock ${sideClass(data, side)}`, "data-side": side })
  );
  const may = data.you.may_act;
  const button = (says, does) =>
    h("button", { type: "button", class: "link-button", onclick: () => send({ do: does }) }, says);
  el.replaceChildren(
    ...faces,
    may ? button(data.clock.running ? W.pauseClock : W.goOnClock, data.clock.running ? "pause" : "go on") : "",
    may && !data.clock.running ? button(W.noClock, "off") : "",
  );
  tick();
}

function tick() {
  const kept = state.data?.clock;
  if (!kept) return;
  const now = Date.now() / 1000 - clock.skew;
  for (const face of document.querySelectorAll("#clocks .clock")) {
    const { side } = face.dataset;
    const runs = kept.running && kept.on === side;
    const left = kept.limit_s - kept.used_s[side] - (runs ? Math.max(0, now - kept.since_s) : 0);
    face.textContent = `${named(side)} ${W.minutes(Math.round(left))}`;
    face.classList.toggle("runs", runs);
    face.classList.toggle("over", left < 0);
  }
}
setInterval(tick, 1000);

async function send(fields) {
  try {
    await post("/act/clock", fields);
  } catch (why) {
    complain(why);
  }
}

/** Where nobody plays by the clock: how many minutes each side shall have. @param {any} data as /table.json */
export function clockForm(data) {
  if (!data.game || data.clock || !data.you.may_act) return null;
  const minutes = h("input", { name: "minutes", type: "number", min: 1, max: 600, value: "60", inputmode: "numeric" });
  return h(
    "details",
    { class: "card", "data-key": "clock" },
    h("summary", {}, W.setClock),
    h(
      "form",
      {
        "data-key": "clock-form",
        class: "row end",
        onsubmit: (event) => {
          event.preventDefault();
          send({ do: "start", minutes: Number(minutes.value) });
        },
      },
      h("label", { class: "grow" }, W.minutesASide, minutes),
      h("button", {}, W.startClock),
    ),
  );
}
