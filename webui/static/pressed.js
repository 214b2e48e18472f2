// @ts-check
// What was pressed shows at once that it was, until what came of it is drawn.

/** @typedef {{ el: Element, version: number, isAnswered: boolean }} Pressed *version*: of the table that was drawn */

/** @type {Element | null} the button whose click is at work now */
let clicked = null;
/** @type {Pressed | null} what was sent last */
let pressed = null;
/** The version of the table that is drawn; -1 on a page that draws none. */
let version = -1;
let later = 0;
/** Milliseconds after which an answer that changes nothing has been drawn. */
const DRAWN_MS = 1500;

addEventListener("click", (event) => {
  const { target } = event;
  clicked = target instanceof Element ? target.closest("button") : null;
  setTimeout(() => clicked = null);
}, true);

/** Something is sent: the button that was pressed for it, if one was, says so. @returns {Pressed | null} */
export function takes() {
  if (!clicked) return null;
  if (pressed?.el !== clicked) {
    release();
    clicked.setAttribute("aria-busy", "true");
    pressed = { el: clicked, version, isAnswered: false };
  }
  return pressed;
}

/** The answer is here. @param {Pressed | null} sent as ``takes`` gave it @param {boolean} isRefused */
export function answered(sent, isRefused) {
  if (!sent || sent !== pressed) return;
  clearTimeout(later);
  sent.isAnswered = true;
  if (isRefused || sent.version < 0) release();
  else later = setTimeout(release, DRAWN_MS);
}

function release() {
  clearTimeout(later);
  pressed?.el.removeAttribute("aria-busy");
  pressed = null;
}

/** What stands in its place now. @param {Element} el */
function likeness(el) {
  const [own, form] = [el.getAttribute("data-keep-focus"), el.closest("form")?.dataset.key];
  if (own) return document.querySelector(`[data-keep-focus="${CSS.escape(own)}"]`);
  return form ? document.querySelector(`form[data-key="${CSS.escape(form)}"] button:not([type="button"])`) : null;
}

/** The table is drawn anew: the same button may be another element now. @param {number} is its version */
export function drawn(is) {
  version = is;
  if (!pressed) return;
  if (pressed.isAnswered && pressed.version !== is) release();
  else if (!pressed.el.isConnected) {
    const again = likeness(pressed.el);
    if (again) {
      again.setAttribute("aria-busy", "true");
      pressed.el = again;
    }
  }
}
