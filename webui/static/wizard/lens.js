// @ts-check
// The lens: pictures of a board, one by one or as it moves, each kept or discarded at once.
import { $, h, s } from "/static/dom.js";
import { getJson } from "/static/net.js";
import { clicked, live, locked, main, pause, send, showPicture } from "/static/wizard/wizard.js";

const GRADES = { good: "Good", fair: "Fair", redo: "Redo" };
const ENOUGH = 8;
const ALL_WAYS = 16;
let looking = false;
let auto = false;

/** @param {PageData.LensWork} work */
function draw(work) {
  const kept = work.shots.filter((shot) => shot.kept);
  const rows = work.coverage;
  const cells = rows.flatMap((row, j) =>
    row.map((count, i) => s("rect", { class: `seen-${Math.min(count, 3)}`, x: i, y: j, width: 1, height: 1 }))
  );
  const outlines = work.outlines.map((corners) =>
    s("polygon", { points: corners.map(([x, y]) => `${x * 8},${y * 6}`).join(" ") })
  );
  $("coverage").replaceChildren(...cells, ...outlines);
  const covered = rows.flat();
  $("covered").textContent = covered.length
    ? `${Math.round((100 * covered.filter(Boolean).length) / covered.length)} %`
    : "–";
  $("kept").textContent = kept.length < ENOUGH ? `${kept.length}, of ${ENOUGH} at least` : String(kept.length);
  $("lens-error").textContent = work.error_px === null ? "–" : `${work.error_px.toFixed(2)} px`;
  $("lens-says").textContent = work.says;
  $("in-force").textContent = work.in_force;
  $("grade").textContent = GRADES[work.grade] || "Not yet";
  $("grade").className = `grade ${work.grade}`;
  $("keep").disabled = locked || !["good", "fair"].includes(work.grade);
  $("drop").hidden = !work.profile_grade;
  $("onward").textContent = work.profile_grade ? "Markers →" : "Skip: Markers →";
  $("shots").replaceChildren(...[...work.shots].reverse().map(row));
  return work;
}

/** @param {PageData.LensShot} shot */
function row(shot) {
  const forget = shot.kept && !locked
    ? h("button", {
      type: "button",
      class: "quiet",
      "aria-label": `Discard picture ${shot.number}`,
      onclick: () => send("/setup/wizard/lens/forget", { number: shot.number }, draw),
    }, "Discard")
    : h("span");
  return h(
    "li",
    { class: shot.kept ? "yes" : "no" },
    h("span", { class: "num" }, String(shot.number)),
    h("span", {}, shot.kept ? `${shot.corners} corners` : shot.says),
    h("span", { class: "num" }, shot.error_px === null ? "" : `${shot.error_px.toFixed(2)} px`),
    forget,
  );
}

async function look() {
  if (looking) return null;
  looking = true;
  live.on = false;
  let work = null;
  await send("/setup/wizard/lens/shoot", {}, (data) => {
    work = draw(data);
  });
  if (work) await showPicture($("view").dataset.board).catch(() => {});
  looking = false;
  return work;
}

async function lookOn() {
  auto = !auto;
  $("auto").setAttribute("aria-pressed", String(auto));
  $("auto").textContent = auto ? "Stop" : "Take pictures as I move it";
  for (let tries = 0; auto; tries += 1) {
    const work = await look();
    const done = work && main.dataset.simulated === "yes" && tries + 1 >= ALL_WAYS;
    if (!work || done) {
      if (auto) lookOn();
      break;
    }
    await pause(250);
  }
  if (!auto) {
    await pause(1500);
    if (!auto && !looking) live.on = true;
  }
}

clicked("shoot", async () => {
  await look();
  await pause(2500);
  if (!auto && !looking) live.on = true;
});
clicked("auto", lookOn);
clicked("begin", () => send("/setup/wizard/lens/begin", {}, draw));
clicked("keep", () => send("/setup/wizard/lens/keep", {}, draw));
clicked("drop", () => send("/setup/wizard/lens/drop", {}, draw));
/** @type {PageData.WizardPage & {lens: PageData.LensWork}} */
const first = await getJson("/setup/wizard.json?step=lens");
draw(first.lens);
