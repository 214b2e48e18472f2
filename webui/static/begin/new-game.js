// @ts-check
// A new game: house rules by chapter, searched, shown by what was changed, kept and shared.
import { $, toast } from "/static/dom.js";
import { post } from "/static/net.js";
import { W } from "/static/words.js";

const T = W.newGame;
const main = $("main");
const form = $("new-game");
const switches = [...form.querySelectorAll("[data-switch]")];
const isChanged = (select) => select.selectedIndex > 0;

async function send(url, body, then) {
  try {
    then(await post(url, body));
  } catch (why) {
    toast(why.message, true);
  }
}

function house() {
  return Object.fromEntries(switches.filter(isChanged).map((select) => [select.dataset.switch, select.value]));
}

function use(values) {
  for (const select of switches) {
    const wanted = values[select.dataset.switch];
    const at = [...select.options].findIndex((option) => option.value === wanted);
    select.selectedIndex = Math.max(0, at);
  }
  show();
}

// What matches the search, and where only what was changed is wanted, that.
function show() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const only = $("only").checked;
  let shown = 0;
  for (const chapter of form.querySelectorAll("[data-chapter]")) {
    let here = 0;
    let changed = 0;
    for (const rule of chapter.querySelectorAll(".house-rule")) {
      const select = rule.querySelector("select");
      const fits = words.every((word) => rule.dataset.words.includes(word)) && (!only || isChanged(select));
      rule.hidden = !fits;
      rule.classList.toggle("changed", isChanged(select));
      here += fits ? 1 : 0;
      changed += isChanged(select) ? 1 : 0;
    }
    chapter.hidden = !here;
    if (words.length || only) chapter.open = Boolean(here);
    const pill = chapter.querySelector("[data-changed]");
    pill.hidden = !changed;
    pill.textContent = T.changed(changed);
    shown += here;
  }
  $("nothing").hidden = shown > 0;
  $("count").textContent = T.count(switches.filter(isChanged).length);
}

function battle() {
  const isDemo = form.elements.battle.value === "demo";
  for (const part of form.querySelectorAll('[data-of="armies"]')) part.hidden = isDemo;
}

$("search").addEventListener("input", show);
$("only").addEventListener("change", show);
for (const select of switches) select.addEventListener("change", show);
form.elements.rules.addEventListener("change", () => {
  location.href = `/setup/new?${new URLSearchParams({ rules: form.elements.rules.value })}`;
});
form.elements.battle.addEventListener("change", battle);

function shareLink() {
  const file = $("preset").value;
  const kept = file && file !== "last";
  $("share").hidden = !kept;
  if (kept) $("share").href = `/setup/house/${file}`;
}
$("preset").addEventListener("change", () => {
  const chosen = $("preset").selectedOptions[0];
  if (chosen.value === "last") {
    use(Object.fromEntries(switches.map((select) => [select.dataset.switch, select.dataset.last])));
  } else use(chosen.value ? JSON.parse(chosen.dataset.house) : {});
  $("preset-name").value = chosen.dataset.house ? chosen.textContent : "";
  shareLink();
});

function listed(file, name, values) {
  let option = [...$("preset").options].find((each) => each.value === file);
  if (!option) {
    option = new Option(name, file);
    $("preset").append(option);
  }
  option.textContent = name;
  option.dataset.house = JSON.stringify(values);
  option.selected = true;
  shareLink();
}
$("keep-preset").addEventListener("click", () => {
  const name = $("preset-name").value.trim();
  if (!name) {
    $("preset-name").focus();
    toast(T.nameFirst, true);
    return;
  }
  const values = house();
  send("/setup/house/save", { name, rules: main.dataset.rules, house: values }, (data) => {
    listed(data.file, name, values);
    $("house-says").textContent = T.kept(name);
  });
});
$("preset-file").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  const text = await file.text();
  event.target.value = "";
  await send("/setup/house/read", { text }, (found) => {
    if (found.rules !== main.dataset.rules) {
      toast(T.otherBook(found.name), true);
      return;
    }
    use(found.house);
    $("preset-name").value = found.name;
    $("house-says").textContent = T.read(found.name);
  });
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { elements } = form;
  const toTable = () => {
    location.href = "/table";
  };
  if (elements.battle.value === "demo") send("/setup/demo", { rules: main.dataset.rules, house: house() }, toTable);
  else {send("/setup/begin", {
      rules: main.dataset.rules,
      title: elements.title.value,
      armies: [elements.army1.value, elements.army2.value],
      house: house(),
    }, toTable);}
});
if (main.dataset.locked === "yes") { for (const el of document.querySelectorAll("[data-umpire]")) el.disabled = true; }
battle();
show();
