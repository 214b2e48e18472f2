// @ts-check
// An undo or a redo on the big screen, which else would only jump back: said for some seconds.
import { h } from "/static/dom.js";
import { undone } from "/static/ruling/undone.js";

const SHOWN_MS = 12000;
let known = -1;
let until = 0;

/**
 * What was taken back a moment ago, while nothing else was done; not what was when the page was opened.
 * @param {PageData.Table} data as /show.json @param {() => void} draw draws without it when its time is over
 */
export function justUndone({ head_moved: moved }, draw) {
  const id = moved?.id ?? 0;
  if (known >= 0 && id && id !== known) {
    until = Date.now() + SHOWN_MS;
    setTimeout(draw, SHOWN_MS);
  }
  known = id;
  return moved && Date.now() < until ? h("p", { class: "show-mark" }, undone(moved)) : null;
}
