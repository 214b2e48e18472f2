// @ts-check
// The first evening inside the wizard: its step on top, the markers' numbers in the wizard's picture.
import { $ } from "/static/dom.js";
import { Evening } from "/static/evening/evening.js";

const place = $("evening");
const picture = document.querySelector(".wizard-view");
const locked = $("main").dataset.locked === "yes";

if (place) {
  const evening = new Evening({
    may: !locked,
    begins: place.dataset.begins === "yes",
    picture: !picture,
    begun: () => {
      location.href = "/table";
    },
  });
  place.append(evening.el);
  if (picture) picture.append(evening.view.names);
}
