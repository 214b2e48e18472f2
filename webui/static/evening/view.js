// @ts-check
// The camera's own picture with the numbers of the markers written where they lie.
import { h } from "/static/dom.js";

export class CameraView {
  constructor() {
    this.img = h("img", { alt: "" });
    this.names = h("div", { class: "mark-names", "aria-hidden": "true" });
    this.el = h("div", { class: "wizard-view" }, this.img, this.names);
    this.asked = false;
  }

  /** @param {{id: number, at: number[]}[]} markers */
  mark(markers) {
    this.names.replaceChildren(...markers.map((m) => {
      const el = h("span", {}, String(m.id));
      el.style.left = `${100 * m.at[0]}%`;
      el.style.top = `${100 * m.at[1]}%`;
      return el;
    }));
  }

  async refresh() {
    if (this.asked) return;
    this.asked = true;
    try {
      const response = await fetch("/setup/wizard/view.jpg", { cache: "no-store", credentials: "same-origin" });
      if (response.status !== 200) return;
      const old = this.img.src;
      this.img.src = URL.createObjectURL(await response.blob());
      await this.img.decode().catch(() => {});
      if (this.img.naturalWidth) this.el.style.aspectRatio = `${this.img.naturalWidth} / ${this.img.naturalHeight}`;
      if (old.startsWith("blob:")) URL.revokeObjectURL(old);
    } catch {
      /* the next picture may come */
    } finally {
      this.asked = false;
    }
  }
}
