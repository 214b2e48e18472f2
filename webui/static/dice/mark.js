// @ts-check
// Where the tray lies: its four corners, tapped one after the other on the picture of its camera.
import { h, s } from "/static/dom.js";
import { W } from "/static/words.js";

/** @param {number} at @param {number} from @param {number} long */
const share = (at, from, long) => Math.min(1, Math.max(0, (at - from) / long));

/**
 * @param {(corners: number[][]) => void} done given shares of width and height
 * @param {() => void} leave
 */
export function trayMark(done, leave) {
  /** @type {number[][]} */
  let corners = [];
  const overlay = s("svg", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" });
  const says = h("p", { class: "small", role: "status" }, W.tray.corner(1));
  const picture = h("img", { src: `/dice/view.jpg?at=${Date.now()}`, alt: W.tray.view, draggable: "false" });
  const show = () => {
    overlay.replaceChildren(
      s("polyline", { points: corners.map(([x, y]) => `${100 * x},${100 * y}`).join(" ") }),
      ...corners.map(([x, y]) => s("ellipse", { cx: 100 * x, cy: 100 * y, rx: 1.2, ry: 1.6 })),
    );
    says.textContent = W.tray.corner(Math.min(corners.length + 1, 4));
  };
  const tap = (/** @type {any} */ event) => {
    const box = picture.getBoundingClientRect();
    corners.push([share(event.clientX, box.left, box.width), share(event.clientY, box.top, box.height)]);
    show();
    if (corners.length === 4) {
      done(corners);
      corners = [];
    }
  };
  const anew = () => {
    corners = [];
    picture.setAttribute("src", `/dice/view.jpg?at=${Date.now()}`);
    show();
  };
  return h(
    "div",
    { class: "tray-mark" },
    says,
    h("div", { class: "tray-view", onclick: tap }, picture, overlay),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "quiet", onclick: anew }, W.tray.anew),
      h("button", { type: "button", class: "quiet", onclick: leave }, W.tray.leave),
    ),
  );
}
