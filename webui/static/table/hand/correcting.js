// @ts-check
// Undo and redo told to everybody, and what one side asks of the other.
import { $, h, toast } from "/static/dom.js";
import { undone, who } from "/static/ruling/undone.js";
import { act } from "/static/table/acting.js";
import { state } from "/static/table/state.js";
import { W } from "/static/words.js";

/** @type {{moved: number | null, byHand: number | null, declined: string}} */
const known = { moved: null, byHand: null, declined: "" };

/** What was taken back or put again while this page was open, once. @param {any} data as /table.json */
export function tellMoved(data) {
  const moved = data.head_moved;
  const id = moved?.id ?? 0;
  if (known.moved !== null && id > known.moved) {
    toast(undone(moved));
  }
  known.moved = Math.max(known.moved ?? 0, id);
  tellByHand(data.moved_by_hand);
  const no = data.declined ? `${data.declined.head}-${data.declined.by.side}` : "";
  if (no && no !== known.declined && state.wished) {
    toast(W.declined(who(data.declined.by), data.declined.refused), true);
  }
  known.declined = no;
}

// What no question asked for leaves no ruling: it is said when it is done.
function tellByHand(moved) {
  if (known.byHand !== null && moved && moved.id > known.byHand) toast(W.movedByHand(who(moved.who), moved.says));
  known.byHand = Math.max(known.byHand ?? 0, moved?.id ?? 0);
}

/**
 * The bar under the head: what is asked, with Agree and Refuse, always in sight.
 * @param {any} data as /table.json
 */
export function agreeBar(data) {
  const { wish, you } = data;
  const bar = $("agree");
  state.wished = wish && wish.by.side === you.side && wish.by.role === you.role;
  const answers = wish && you.may_act && !state.wished;
  bar.hidden = !wish || !you.may_act;
  if (bar.hidden) {
    bar.replaceChildren();
    return;
  }
  const says = answers ? W.wish(who(wish.by), wish) : W.wished(wish);
  const buttons = answers
    ? h(
      "div",
      { class: "row" },
      h("button", {
        type: "button",
        class: "main-button",
        onclick: () => act(agreed(wish), {}),
      }, W.agree),
      h("button", { type: "button", onclick: () => act("/act/refuse", {}) }, W.refuse),
    )
    : null;
  bar.replaceChildren(
    h("p", {}, h("strong", {}, says), " ", h("span", { class: "step-named" }, wish.says)),
    buttons || "",
  );
}

// What doing as is wished is called.
const agreed = ({ refused, whole }) => refused ? "/act/agree" : whole ? "/act/take-back" : "/act/undo";

/** @param {any} data as /table.json */
export function drawUndo(data) {
  $("undo").disabled = !data.game?.can_undo || !data.you.may_act;
  $("undo").title = data.undoes ? W.undoes(data.undoes) : "";
  const redo = $("redo");
  redo.disabled = !data.taken_back || !data.you.may_act;
  redo.title = data.taken_back ? W.redoes(data.taken_back) : "";
}

$("undo").onclick = () => act("/act/undo", {});
$("redo").onclick = () => act("/act/redo", {});
