// @ts-check
// What stays as it is while the panel is drawn again: a finger, what is open, typed or scrolled.
import { $ } from "/static/dom.js";
import { page } from "/static/table/state.js";

// A finger that is down finds the same button under it when it comes up: what changes meanwhile is
// drawn after its click, or after three seconds.
export const finger = { down: false, waits: false, timer: 0 };
function lifted() {
  clearTimeout(finger.timer);
  finger.down = false;
  if (finger.waits) page.draw();
}
addEventListener("pointerdown", (event) => {
  finger.down = $("panel").contains(event.target);
  clearTimeout(finger.timer);
  if (finger.down) finger.timer = setTimeout(lifted, 3000);
}, true);
addEventListener("click", () => {
  finger.down = false;
}, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    clearTimeout(finger.timer);
    finger.timer = setTimeout(lifted, 100);
  }, true);
}

/** What is open, typed or scrolled stays so when the panel is drawn again. @param {HTMLElement} panel */
export function remembered(panel) {
  const top = panel.scrollTop;
  const open = new Set(
    [...panel.querySelectorAll("details[data-key]")].filter((d) => d.open).map((d) => d.dataset.key),
  );
  const typed = new Map(
    [...panel.querySelectorAll("form[data-key] [name][data-typed]")].map((
      el,
    ) => [`${el.form.dataset.key}/${el.name}`, el.value]),
  );
  /** @type {any} */
  const active = document.activeElement;
  const at = active?.form?.dataset.key && `${active.form.dataset.key}/${active.name}`;
  return () => {
    for (const details of panel.querySelectorAll("details[data-key]")) {
      if (open.has(details.dataset.key)) details.open = true;
    }
    for (const el of panel.querySelectorAll("form[data-key] [name]")) {
      const key = `${el.form.dataset.key}/${el.name}`;
      if (typed.has(key)) {
        el.value = typed.get(key);
        el.dataset.typed = "";
      }
      if (key === at) el.focus({ preventScroll: true });
    }
    panel.scrollTop = top;
  };
}

// Only what a hand has typed is kept: a base that was dragged shows its new place.
$("panel").addEventListener("input", (event) => {
  event.target.dataset.typed = "";
});
$("panel").addEventListener("submit", (event) => {
  if (event.target.dataset.key?.startsWith("place-")) {
    for (const el of event.target.elements) delete el.dataset.typed;
  }
});
