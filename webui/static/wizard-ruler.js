// The ruler test: two bases at the ends of a ruler, by the camera and by the ruler.
import { $ } from "/static/dom.js";
import { clicked, send } from "/static/wizard.js";

const form = $("ruler");
const said = () => ({ frm: form.elements.frm.value, to: form.elements.to.value, said_in: Number(form.elements.said_in.value) });

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await send("/setup/wizard/ruler", said(), (test) => {
    const verdict = test.agrees ? "the ruler agrees" : "the ruler is beyond the ±: look at the markers' places, the tags' size and the ruler";
    $("ruler-says").textContent = `${test.value_in.toFixed(2)} ± ${test.plus_minus_in.toFixed(2)} in where the ruler says ${test.said_in.toFixed(2)}: ${verdict}.`;
  });
});
clicked("apart", () => form.reportValidity() && send("/setup/wizard/ruler/place", said(), () => { $("ruler-says").textContent = "They are being put there: measure when they have settled."; }));
clicked("back", () => send("/setup/wizard/ruler/back", {}, () => { $("ruler-says").textContent = "They are back where they stood."; }));
