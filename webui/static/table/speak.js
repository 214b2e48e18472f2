// @ts-check
// Prompts and verdicts spoken aloud, where the browser can and the visitor asked for it.
import { W } from "/static/words.js";

let last = null;

/** @param {any} data as /table.json */
export function speak(data) {
  if (document.documentElement.dataset.spoken !== "yes" || !("speechSynthesis" in window)) return;
  const says = data.prompt ? W.told(data.prompt) : data.verdicts[0]?.headline || "";
  const isOld = last === null || says === last;
  last = says;
  // What was said before this page was opened is not said again.
  if (!says || isOld) return;
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(says));
}
