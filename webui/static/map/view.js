// @ts-check
// What part of the table is looked at: its middle (inches), pixels to an inch, and how it is turned.

/** @typedef {{width: number, height: number}} Box pixels of the drawing */

// So much of what lies beside the table may be seen.
const EDGE_IN = 1.5;

export class View {
  constructor() {
    this.cx = 36;
    this.cy = 24;
    this.px = 10;
    this.rot = 0;
  }

  /** Pixels of the drawing to inches of the table. @param {Box} box @param {number} x @param {number} y */
  inches({ width, height }, x, y) {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const [c, n] = this.turned(-this.rot);
    return [this.cx + (dx * c - dy * n) / this.px, this.cy - (dx * n + dy * c) / this.px];
  }

  /** Inches of the table to pixels of the drawing. @param {Box} box @param {number} x @param {number} y */
  pixels({ width, height }, x, y) {
    const [dx, dy] = [(x - this.cx) * this.px, -(y - this.cy) * this.px];
    const [c, n] = this.turned(this.rot);
    return [width / 2 + dx * c - dy * n, height / 2 + dx * n + dy * c];
  }

  /** @param {number} deg */
  turned(deg) {
    return [Math.cos((deg * Math.PI) / 180), Math.sin((deg * Math.PI) / 180)];
  }

  /** As wide and high as a piece of the table appears. @param {number} wide @param {number} deep inches */
  across(wide, deep) {
    return this.rot % 180 === 0 ? [wide, deep] : [deep, wide];
  }

  /**
   * The scale at which a piece of the table fills the drawing.
   * @param {Box} box @param {number} wide @param {number} deep
   */
  scaleFor({ width, height }, wide, deep) {
    const [w, d] = this.across(wide, deep);
    return Math.min(width / w, height / d);
  }

  /**
   * Move so that nothing beside the table is shown, where the table is large enough for that.
   * @param {Box} box @param {number[]} size inches
   */
  keepOn({ width, height }, [w, d]) {
    const [across, up] = this.across(width / this.px / 2, height / this.px / 2);
    const held = (
      /** @type {number} */ at,
      /** @type {number} */ half,
      /** @type {number} */ most,
    ) => (2 * half > most + 2 * EDGE_IN ? most / 2 : Math.min(most + EDGE_IN - half, Math.max(half - EDGE_IN, at)));
    this.cx = held(this.cx, across, w);
    this.cy = held(this.cy, up, d);
  }

  /** How the world, in inches, becomes pixels. @param {Box} box */
  transform({ width, height }) {
    const { cx, cy, px, rot } = this;
    return `translate(${width / 2} ${height / 2}) rotate(${rot}) scale(${px} ${-px}) translate(${-cx} ${-cy})`;
  }
}
