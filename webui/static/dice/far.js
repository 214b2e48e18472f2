// @ts-check
// A player who is not in the room: his dice by honour, or a picture of his own tray.
import { h, toast } from "/static/dom.js";
import { post } from "/static/net.js";
import { W } from "/static/words.js";

const LONG_PX = 1400;
const MOST_LETTERS = 245000;

// A phone's picture as a JPEG that is small enough to send, in base64.
async function small(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONG_PX / Math.max(picture.width, picture.height));
  const canvas = Object.assign(document.createElement("canvas"), {
    width: Math.round(picture.width * scale),
    height: Math.round(picture.height * scale),
  });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of [0.85, 0.7, 0.55, 0.4]) {
    const coded = canvas.toDataURL("image/jpeg", quality).split(",")[1];
    if (coded.length <= MOST_LETTERS) return coded;
  }
  throw new Error(W.far.tooLarge);
}

/**
 * What stands under a question for dice, for whoever is not in the room.
 * @param {any} data as /table.json @param {(url: string, fields: object) => Promise<void>} send
 */
export function farDice(data, send) {
  const { prompt, you, far_dice: ways } = data;
  if (!you.afar || prompt?.ask !== "roll" || !ways) return null;
  const box = h("div", {});
  const byPicture = ways.includes("tray") && prompt.sides === 6;
  return h(
    "div",
    { class: "far-dice" },
    h("p", { class: "small soft" }, ways.includes("honour") ? W.far.honour : W.far.noHonour),
    byPicture ? [picker(data, send, box), box] : null,
  );
}

function picker(data, send, box) {
  const input = h("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    class: "sr",
    onchange: async () => {
      if (!input.files.length) return;
      box.replaceChildren(h("p", { class: "small" }, W.far.reading));
      try {
        const got = await post("/act/far/picture", { head: data.game.head, picture: await small(input.files[0]) });
        box.replaceChildren(...offered(got, send));
      } catch (why) {
        box.replaceChildren();
        toast(why.message, true);
      }
      input.value = "";
    },
  });
  return h("label", { class: "button" }, W.far.picture, input);
}

// Each die as it was read; what is not sure, or wrong, is chosen by hand.
function offered({ throw: number, dice }, send) {
  if (!dice.length) return [h("p", { class: "small" }, W.far.none)];
  const choices = [["", W.far.leaveOut], ...[1, 2, 3, 4, 5, 6].map((face) => [String(face), String(face)])];
  const picks = dice.map((die, n) =>
    h(
      "select",
      { "aria-label": W.far.die(n + 1), class: die.sure ? "" : "unsure" },
      choices.map(([value, text]) => h("option", { value, selected: value === String(die.face ?? "") }, text)),
    )
  );
  const take = () =>
    send("/act/far/accept", { throw: number, faces: picks.map((pick) => (pick.value ? Number(pick.value) : null)) });
  return [
    h("div", { class: "row" }, picks),
    h("button", { type: "button", class: "main-button", onclick: take }, W.far.take),
  ];
}
