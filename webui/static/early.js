// @ts-check
// Before the first paint: dark hall or not, so that nothing flashes.
try {
  const dark = localStorage.getItem("dark");
  if (dark) document.documentElement.dataset.dark = dark;
} catch { /* private window */ }
// A form that only the page's scripts can send waits for them: sent by the browser alone, what was
// typed would be lost. They have run when the document is there.
let listening = false;
const early = new Map();
document.addEventListener("DOMContentLoaded", () => {
  listening = true;
  for (const [form, button] of early) form.requestSubmit(button);
});
addEventListener("submit", (event) => {
  if (listening || /** @type {HTMLElement} */ (event.target).hasAttribute("action")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  early.set(event.target, event.submitter);
}, true);
