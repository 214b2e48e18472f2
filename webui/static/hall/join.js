// @ts-check
// Umpires of the hall come in by their PIN.
import { $, h, toast } from "/static/dom.js";
import { getJson, post } from "/static/net.js";
import { W } from "/static/hall/words.js";

const go = async (url, fields) => {
  try {
    await post(url, fields);
  } catch (why) {
    toast(why.message, true);
  }
  await draw();
};

function pinForm() {
  const pin = h("input", {
    type: "password",
    maxlength: 64,
    "aria-label": W.pinPrompt,
    placeholder: W.pinPrompt,
    autocomplete: "off",
  });
  const name = h("input", { type: "text", maxlength: 40, "aria-label": W.yourName, placeholder: W.yourName });
  const enter = (event) => {
    event.preventDefault();
    go("/join", { pin: pin.value, name: name.value });
  };
  return h("form", { class: "hall-reply", onsubmit: enter }, pin, name, h("button", { type: "submit" }, W.enter));
}

async function draw() {
  const data = await getJson("/join.json");
  const umpire = data.you.role === "umpire";
  $("hall").replaceChildren(
    h(
      "section",
      { class: "card" },
      umpire ? h("p", {}, W.youAreUmpire) : null,
      !data.has_pin
        ? h("p", {}, W.noPin)
        : umpire
        ? h("button", { type: "button", onclick: () => go("/leave", {}) }, W.leaveHall)
        : pinForm(),
    ),
  );
}
draw();
