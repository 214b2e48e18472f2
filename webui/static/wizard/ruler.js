// @ts-check
// The ruler test: two bases at the ends of a ruler, by the camera and by the ruler.
import { $ } from "/static/dom.js";
import { clicked, send } from "/static/wizard/wizard.js";

const form = $("ruler");
const said = () => ({
  frm: form.elements.frm.value,
  to: form.elements.to.value,
  said_in: Number(form.elements.said_in.value),
});

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  await send("/setup/wizard/ruler", said(), (/** @type {PageData.RulerShown} */ test) => {
    const verdict = test.agrees
      ? "the ruler agrees"
      : "the ruler is beyond the ±: look at the markers' places, the tags' size and the ruler";
    $("ruler-says").textContent = `${test.value_in.toFixed(2)} ± ${
      test.plus_minus_in.toFixed(2)
    } in where the ruler says ${test.said_in.toFixed(2)}: ${verdict}.`;
  });
});
clicked("apart", () =>
  form.reportValidity() && send("/setup/wizard/ruler/place", said(), () => {
    $("ruler-says").textContent = "They are being put there: measure when they have settled.";
  }));
clicked("back", () =>
  send("/setup/wizard/ruler/back", {}, () => {
    $("ruler-says").textContent = "They are back where they stood.";
  }));

// Tape and straight edge: what was measured, and what it does to the ±.
const told = (data) => {
  $("by-hand-says").textContent = [data.says, ...data.warnings].join(" ");
};
$("tape")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const { first, second, distance_in: far } = event.target.elements;
  send("/setup/wizard/tape", {
    first: Number(first.value),
    second: Number(second.value),
    distance_in: Number(far.value),
  }, told);
});
$("flat")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const value = (row, name) => row.querySelector(`[name=${name}]`).value;
  const rows = [...event.target.querySelectorAll(".spot")].filter((row) => value(row, "below_mm") !== "");
  const spots = rows.map((row) =>
    Object.fromEntries(["x_in", "y_in", "below_mm"].map((name) => [name, Number(value(row, name))]))
  );
  if (!spots.length) {
    $("by-hand-says").textContent = "Fill in at least one place.";
    return;
  }
  send("/setup/wizard/flat", { spots }, told);
});

// The jig: one base after another; what was learned of each stays on the page.
$("jig")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const choice = event.target.elements.payload;
  send("/setup/wizard/jig", { payload: choice.value }, (label) => {
    const line = document.createElement("p");
    line.textContent = label.says;
    $("jig-says").append(line);
    choice.selectedIndex = Math.min(choice.selectedIndex + 1, choice.length - 1);
  });
});
