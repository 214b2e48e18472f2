// Prompts and verdicts spoken aloud, where the browser can and the visitor asked for it.
let last = "";

export function speak(data) {
  if (document.documentElement.dataset.spoken !== "yes" || !("speechSynthesis" in window)) return;
  const says = data.prompt ? data.prompt.what : data.verdicts[0]?.says || "";
  if (!says || says === last) return;
  last = says;
  speechSynthesis.cancel();
  speechSynthesis.speak(new SpeechSynthesisUtterance(says));
}
