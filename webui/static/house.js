// @ts-check
// What every page has: dark or light, large type, kept in this browser.
import { $ } from "/static/dom.js";

const root = document.documentElement;
const remember = (key, value) => {
  try {
    localStorage.setItem(key, value);
  } catch { /* private window */ }
};
const recall = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

for (const key of ["dark", "large", "spoken", "cm", "sound"]) {
  const kept = recall(key);
  if (kept) root.dataset[key] = kept;
}
const isDark = () =>
  root.dataset.dark === "yes" || (!root.dataset.dark && matchMedia("(prefers-color-scheme: dark)").matches);
$("dark")?.addEventListener("click", () => {
  root.dataset.dark = isDark() ? "no" : "yes";
  remember("dark", root.dataset.dark);
});
for (const box of document.querySelectorAll("[data-keep]")) {
  box.checked = root.dataset[box.dataset.keep] === "yes";
  box.addEventListener("change", () => {
    root.dataset[box.dataset.keep] = box.checked ? "yes" : "no";
    remember(box.dataset.keep, root.dataset[box.dataset.keep]);
  });
}
for (const el of document.querySelectorAll("time[data-at]")) {
  const at = new Date(Number(el.dataset.at) * 1000);
  el.textContent = el.dataset.day
    ? at.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" })
    : at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  el.dateTime = at.toISOString();
}
for (const button of document.querySelectorAll("[data-print]")) button.addEventListener("click", () => print());
if (!document.body.classList.contains("table-page") && !document.querySelector("[data-stranger]")) {
  const [{ banners }, { getJson }] = await Promise.all([import("/static/standing.js"), import("/static/net.js")]);
  getJson("/table.json").then((data) => banners(data), () => {});
}
// On a narrow screen the pages are behind one button.
const menu = $("menu");
const unfold = (open) => {
  menu.setAttribute("aria-expanded", String(open));
  $("nav").classList.toggle("unfolded", open);
};
menu?.addEventListener("click", () => unfold(menu.getAttribute("aria-expanded") !== "true"));
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu?.getAttribute("aria-expanded") === "true") {
    unfold(false);
    menu.focus();
  }
});
addEventListener("pointerdown", (event) => {
  if (menu && !/** @type {HTMLElement} */ (event.target).closest(".top")) unfold(false);
});
