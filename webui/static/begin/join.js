// @ts-check
import { $, h, toast } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { W } from "/static/words.js";

const fields = (form) => Object.fromEntries(new FormData(form));
async function send(url, body, then = () => {
  location.href = "/table";
}) {
  try {
    await post(url, body);
    then();
  } catch (why) {
    toast(why.message, true);
  }
}
$("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  send("/join", fields(event.target));
});
$("umpire")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send("/join/umpire", fields(event.target));
});
$("choose-pin")?.addEventListener("submit", (event) => {
  event.preventDefault();
  send("/setup/pin", fields(event.target), () => location.reload());
});
$("leave")?.addEventListener("click", () => send("/leave", {}));

// Links of watchers: the table's own screen makes, delays and ends them.
const links = $("links");
async function drawLinks() {
  const { links: list } = await getJson("/join/watchers.json");
  links.replaceChildren(
    ...(list.length
      ? list.map((link) =>
        h(
          "div",
          { class: "row end" },
          h("span", { class: "grow" }, link.name || W.watching.unnamed),
          h(
            "label",
            {},
            W.watching.late2,
            h("input", {
              type: "number",
              min: 0,
              max: 60,
              value: link.delay_min,
              inputmode: "numeric",
              onchange: (event) =>
                change("/join/watchers/delay", { mark: link.mark, delay_min: Number(event.target.value) }),
            }),
          ),
          h(
            "button",
            { type: "button", onclick: () => change("/join/watchers/end", { mark: link.mark }) },
            W.watching.end,
          ),
        )
      )
      : [h("p", { class: "soft" }, W.watching.none)]),
  );
}
async function change(url, body) {
  try {
    await post(url, body);
  } catch (why) {
    toast(why.message, true);
  }
  await drawLinks();
}
if (links) {
  drawLinks();
  $("watchers").addEventListener("submit", async (event) => {
    event.preventDefault();
    const said = fields(event.target);
    try {
      const { path } = await post("/join/watchers", { name: said.name, delay_min: Number(said.delay_min) });
      const shown = $("new-link");
      shown.textContent = W.watching.once(`${shown.dataset.base || location.origin}${path}`);
      shown.hidden = false;
      event.target.reset();
    } catch (why) {
      toast(why.message, true);
    }
    await drawLinks();
  });
}

// How players outside may throw in the open game.
const farDice = $("far-dice");
async function drawFarDice() {
  const { game, far_dice: ways } = await getJson("/table.json");
  for (const box of farDice.elements) {
    box.checked = Boolean(ways?.includes(box.name));
    box.disabled = !game;
  }
}
if (farDice) {
  drawFarDice();
  farDice.addEventListener("change", async () => {
    const ways = [...farDice.elements].filter((box) => box.checked).map((box) => box.name);
    try {
      await post("/act/far/ways", { head: (await getJson("/table.json")).game.head, ways });
      toast(W.far.kept);
    } catch (why) {
      toast(why.message, true);
    }
    await drawFarDice();
  });
}
