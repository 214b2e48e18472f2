// @ts-check
// What every step of the wizard has: going from step to step, the live picture, the sheets.
import { $, toast } from "/static/dom.js";
import { getJson, post } from "/static/net.js";

export const main = $("main");
export const locked = main.dataset.locked === "yes";

/** @param {string} url @param {object} body @param {(told: any) => void} [then] */
export async function send(url, body, then) {
  try {
    const data = await post(url, body);
    then?.(data);
    return true;
  } catch (why) {
    toast(why.message, true);
    return false;
  }
}
/** @param {number} ms */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @param {string} id @param {() => void} act */
export function clicked(id, act) {
  $(id)?.addEventListener("click", act);
}

if (locked) { for (const el of document.querySelectorAll("[data-umpire]")) el.disabled = true; }

for (const link of document.querySelectorAll("a[data-step]")) {
  link.addEventListener("click", async (event) => {
    if (locked || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await send("/setup/wizard/step", { step: link.dataset.step });
    location.href = link.href;
  });
}

for (const choice of document.querySelectorAll("[data-camera]")) {
  choice.addEventListener(
    "click",
    () => send("/setup/wizard/camera", { number: Number(choice.dataset.camera) }, () => location.reload()),
  );
}

/**
 * The picture: fetched anew when the last one is there, so a slow camera is never crowded.
 * @param {string} url
 */
export async function showPicture(url) {
  const img = $("view");
  const response = await fetch(url, { cache: "no-store", credentials: "same-origin" });
  if (response.status !== 200) return false;
  const old = img.src;
  const fresh = URL.createObjectURL(await response.blob());
  img.src = fresh;
  await img.decode().catch(() => {});
  if (img.naturalWidth) img.parentElement.style.aspectRatio = `${img.naturalWidth} / ${img.naturalHeight}`;
  if (old.startsWith("blob:")) URL.revokeObjectURL(old);
  return true;
}
export const live = { on: Boolean($("view")) };
async function watch() {
  const url = $("view").dataset.src;
  for (;;) {
    let shown = false;
    if (live.on && !document.hidden) {
      try {
        shown = await showPicture(url);
      } catch { /* the next try may work */ }
    }
    await pause(shown ? 700 : 1500);
  }
}
if ($("view")) watch();

const bar = $("bar");
const barSays = (says) => {
  $("bar-says").textContent = says;
};
const sendBar = (keep) => {
  // The newest sheets are meant, which were drawn for the answer before.
  const field = bar.elements.bar_mm;
  const typed = field.value;
  const said = { bar_mm: Number(typed), drawn_for_mm: Number(bar.dataset.drawnForMm), keep_sheets: keep };
  send("/setup/wizard/bar", said, (data) => {
    bar.dataset.drawnForMm = data.bar_mm;
    if (field.value === typed) field.value = "100";
    if (keep) {
      barSays(
        `The tags in play count ${
          (data.tags_scale * 100).toFixed(1)
        } % of their printed size; measure a marker's black side for the markers.`,
      );
    } else {barSays(
        data.bar_mm === 100
          ? "Sheets are drawn as they are."
          : `The next sheets are drawn larger by ${
            (10000 / data.bar_mm - 100).toFixed(1)
          } %: print them again and measure again.`,
      );}
  });
};
bar?.addEventListener("submit", (event) => {
  event.preventDefault();
  sendBar(false);
});
clicked("keep-sheets", () => bar.reportValidity() && sendBar(true));
for (const choice of document.querySelectorAll("[data-choice]")) {
  const choose = () => {
    const one = choice.selectedOptions[0];
    if (one) choice.name = one.dataset.name;
  };
  choice.addEventListener("change", choose);
  choose();
}
for (const el of document.querySelectorAll("time[data-date]")) {
  const at = new Date(Number(el.dataset.date) * 1000);
  el.textContent = at.toLocaleString([], { dateStyle: "long", timeStyle: "short" });
  el.dateTime = at.toISOString();
}

// The table is being found: show the step as soon as it is.
const waiting = document.querySelector("[data-wait]");
async function untilFound() {
  for (;;) {
    await pause(1500);
    try {
      /** @type {PageData.WizardPage} */
      const data = await getJson(`/setup/wizard.json?step=${main.dataset.step}`);
      if (data.accuracy) {
        location.reload();
        return;
      }
      waiting.textContent = data.table?.trouble;
    } catch { /* the next try may work */ }
  }
}
if (waiting) untilFound();

// Asked when a sheet has been made: the question comes to the sheet that was printed.
for (const form of document.querySelectorAll(".sheet-form")) {
  form.addEventListener("submit", () => {
    form.after(bar);
    bar.classList.add("asked");
    setTimeout(() => {
      bar.scrollIntoView({ block: "nearest" });
      bar.elements.bar_mm.focus({ preventScroll: true });
    }, 300);
  });
}
