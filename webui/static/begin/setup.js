// @ts-check
import { $, toast } from "/static/dom.js";
import { post } from "/static/net.js";
import { W } from "/static/words.js";

const [MOMENT_MS, AGAIN_MS] = [500, 3000];

/** @param {string} url @param {any} body @param {(answer: any) => void} then
 * @param {() => void} otherwise called where it is refused */
async function send(url, body, then = () => location.reload(), otherwise = () => {}) {
  const hush = meanwhile(W.meanwhile[url]);
  try {
    then(await post(url, body));
  } catch (why) {
    hush();
    toast(why.message, true);
    otherwise();
  }
}
// What is being done, as soon as it takes longer than a moment, and until the next page is there.
function meanwhile(says) {
  if (!says) return () => {};
  let again = 0;
  const first = setTimeout(() => {
    toast(says);
    again = setInterval(toast, AGAIN_MS, says);
  }, MOMENT_MS);
  return () => {
    clearTimeout(first);
    clearInterval(again);
  };
}
const all = (selector, act) => {
  for (const el of document.querySelectorAll(selector)) el.addEventListener("click", () => act(el.dataset));
};
const toTable = () => {
  location.href = "/table";
};

// A battle that is under way is not replaced by a slip of a thumb.
function unlessRunning(then) {
  const { running, turn } = $("main").dataset;
  const asked = $("replace");
  if (!running) {
    then();
    return;
  }
  $("replace-says").textContent = W.goesOn(running, turn);
  $("goes-on").textContent = W.goOnWith(running);
  asked.onclick = (event) => {
    if (event.target.value) asked.close();
    if (event.target.value === "yes") then();
    if (event.target.value === "no") toTable();
  };
  asked.showModal();
}
// The guide says at its end what goes on: as in table/first/invited.js.
function keepAside() {
  try {
    sessionStorage.setItem("before-first-steps", $("main").dataset.running || "");
  } catch { /* private window */ }
}
all("[data-demo]", (d) =>
  unlessRunning(() =>
    send("/setup/demo", { rules: d.demo }, () => {
      if (d.then) keepAside();
      location.href = d.then || "/table";
    })
  ));
all("[data-open]", (d) => send("/setup/open", { name: d.open }, toTable));
all("[data-archive]", (d) => send("/setup/archive", { name: d.archive, away: Boolean(d.away) }));
$("notices")?.addEventListener("click", () => send("/setup/notices", {}));
$("codes").addEventListener("click", () => send("/setup/codes", {}));
$("pin").addEventListener("submit", (event) => {
  event.preventDefault();
  send("/setup/pin", { pin: new FormData(event.target).get("pin") });
});

$("club").addEventListener("submit", (event) => {
  event.preventDefault();
  send("/setup/club", Object.fromEntries(new FormData(event.target)));
});

// What was ticked holds once the program is started again: the page says which of both is meant.
$("network").elements.open.addEventListener("change", (event) => {
  const box = event.target;
  send("/setup/network", { open: box.checked }, ({ now, next }) => {
    $("network-says").textContent = now === next ? W.networkSame(now) : W.networkNext(next);
  }, () => {
    box.checked = !box.checked;
  });
});
