// @ts-check
// The table from above: an SVG drawing in inches over the rectified picture.
// The world group turns inches (x east, y north) into pixels; everything in it is in inches.
// What is drawn in it has a file each in map/.
import { s } from "/static/dom.js";
import { drawBases } from "/static/map/bases.js";
import { Dropped } from "/static/map/dropped.js";
import { corners } from "/static/map/geometry.js";
import { drawCloth, drawPhoto, drawTerrain } from "/static/map/ground.js";
import { drawLabels } from "/static/map/names.js";
import { drawBands, drawEvidence, drawGhosts, drawHandle, drawReach } from "/static/map/overlays.js";
import { Pointers } from "/static/map/pointers.js";
import { paint } from "/static/map/sides.js";
import { boardOf, drawTargets, rimNames, squareAt } from "/static/map/squares.js";
import { textures } from "/static/map/textures.js";
import { View } from "/static/map/view.js";

export { corners } from "/static/map/geometry.js";
export { sideClass } from "/static/map/sides.js";

const LAYERS = [
  "cloth",
  "photo",
  "squares",
  "terrain",
  "reach",
  "bands",
  "ghosts",
  "bases",
  "pips",
  "guide",
  "drafts",
  "targets",
  "evidence",
  "names",
  "tape",
];
const CUT = ["reach", "bands", "evidence"];
const [LEAST_PX, MOST_PX, CLOSE_PX] = [3, 160, 34];
// On a large drawing so much of the table at least stays in view, inches.
const CLOSEST_IN = 20;
// Between words and the edge of the drawing.
const EDGE_PX = 4;
// Room for the letters at the rim of a board.
const RIM_PX = 16;
let drawings = 0;

/**
 * What a map calls: a tap, models that were put somewhere, ghosts that were, and who may move a unit.
 * @typedef {object} Hands
 * @property {(unit: string, payload: string, at: number[]) => void} onTap
 * @property {((places: any[]) => void) | null} onPlace
 * @property {((unit: string, bases: any[]) => void) | null} onGhost
 * @property {((from: string, to: string) => void) | null} onRuler laid from one unit to another
 * @property {(unit: string) => boolean} mayMove
 * @property {boolean} live whether the table changes under it
 */

export class TableMap {
  /** @type {any} what the server told last */
  data = null;
  // Who is picked, aimed at, able to act, and whose turn it is.
  picked = "";
  aimed = "";
  // Whom a guide speaks of.
  pointed = "";
  legal = new Set();
  ready = new Set();
  /** @type {any} */
  acting = null;
  // How it is looked at.
  view = new View();
  fitted = true;
  framed = false;
  showPhoto = true;
  photoUrl = "";
  loading = false;
  lookFrom = "";
  turned = "";
  single = false;
  // What a hand does on it.
  ruling = false;
  mayMeasure = true;
  // By how much a foot on it may be off, inches: 0 where the table is the program's own.
  footOff = 0;
  ghosting = false;
  drafts = new Map();
  dropped = new Dropped();
  /** @type {any} */
  drag = null;
  /** @type {any} */
  handleEl = null;
  // What is drawn: bases by payload, layers by name, those that are cut at the table's edge.
  els = new Map();
  /** @type {Record<string, any>} */
  layers = {};
  /** @type {Record<string, any>} */
  cut = {};
  /** @type {Record<string, any>} what is to be named of each layer, worked out when names are placed */
  wanted = { squares: () => rimNames(this) };
  fonts = new Map();
  /** @type {{unit: string, box: import("/static/map/labels.js").Box}[]} where the names of units stand, pixels */
  named = [];
  /** @type {any[]} */
  targets = [];

  /**
   * @param {SVGSVGElement} svg
   * @param {Partial<Hands>} options
   */
  constructor(
    svg,
    { onTap = () => {}, onPlace = null, onGhost = null, onRuler = null, mayMove = () => false, live = true } = {},
  ) {
    this.svg = svg;
    this.onTap = onTap;
    this.onPlace = onPlace;
    this.onGhost = onGhost;
    this.onRuler = onRuler;
    this.mayMove = mayMove;
    this.live = live;
    this.build();
    if (live) this.pointers = new Pointers(this);
    new ResizeObserver(() => {
      if (this.fitted && !this.framed) this.fit();
      else this.apply();
    }).observe(svg);
  }

  build() {
    for (const name of LAYERS) this.layers[name] = s("g", { class: `layer-${name}` });
    this.clip = s("rect", {});
    this.world = s("g", {}, Object.values(this.layers));
    // Several drawings may stand on one page: each cuts at its own table's edge.
    const onTable = `on-table-${drawings++}`;
    for (const name of CUT) this.layers[name].append(this.cut[name] = s("g", { "clip-path": `url(#${onTable})` }));
    this.svg.append(s("defs", {}, s("clipPath", { id: onTable }, this.clip), textures(drawings === 1)), this.world);
  }

  // What is shown
  render(data) {
    const size = data.size_in.join();
    const fresh = !this.data || this.data.size_in.join() !== size || this.data.game?.name !== data.game?.name;
    this.data = data;
    if (data.game?.colours) paint(data);
    // The drawing of a ruling is of the past: no table can do anything there.
    if (data.can?.simulated) this.dropped.over(data.bases);
    if (fresh) drawCloth(this);
    const land = JSON.stringify(data.terrain);
    if (land !== this.land) {
      this.land = land;
      drawTerrain(this);
    }
    this.drawPhoto();
    this.drawBases();
    this.namesChanged();
    if (fresh && this.fitted) this.fit();
    else this.apply();
  }

  drawPhoto() {
    drawPhoto(this);
  }

  drawBases() {
    drawBases(this);
  }

  // Many things change at once: names are placed when all of them have.
  namesChanged() {
    if (this.naming || !this.data) return;
    this.naming = true;
    queueMicrotask(() => {
      this.naming = false;
      drawLabels(this);
    });
  }

  // Squares that may be tapped.
  aimAt(keys, chosen = "") {
    this.targets = keys;
    drawTargets(this, keys, chosen);
  }

  squareAt(point) {
    const board = boardOf(this.data);
    return board ? squareAt(board, point) : "";
  }

  label(at, cls, text, below = "") {
    const el = s("text", { class: cls, y: 0 }, text);
    if (below) el.append(s("tspan", { class: "badge", x: 0, dy: "1.15em" }, below));
    const group = s("g", { class: "label" }, el);
    group.at = at;
    return group;
  }

  scaleLabels() {
    const k = 1 / this.view.px;
    for (const group of this.world.querySelectorAll("g.label")) {
      const [x, y] = group.inside ? this.inside(group) : group.at;
      group.setAttribute("transform", `translate(${x} ${y}) scale(${k} ${-k}) rotate(${-this.view.rot})`);
    }
  }

  // Where a label has to be so that nothing of it is cut off.
  inside(group) {
    const box = this.box();
    const [x, y] = this.view.pixels(box, group.at[0], group.at[1]);
    const words = group.firstChild.getBBox();
    const held = (at, from, long, room) => Math.min(Math.max(at, EDGE_PX - from), room - EDGE_PX - from - long);
    return this.view.inches(
      box,
      held(x, words.x, words.width, box.width),
      held(y, words.y, words.height, box.height),
    );
  }

  mark(picked, aimed, legal = new Set(), ready = new Set()) {
    Object.assign(this, { picked, aimed, legal, ready });
    if (!this.data) return;
    this.drawBases();
    this.namesChanged();
  }

  evidence(shapes, text = "") {
    drawEvidence(this, shapes, text);
  }

  reach(list) {
    this.reached = list;
    drawReach(this, list);
  }

  ghosts(places) {
    drawGhosts(this, places);
  }

  bands(list, bases) {
    drawBands(this, list, bases);
  }

  drawHandle(wanted = true) {
    drawHandle(this, wanted);
  }

  // How it is looked at
  apply() {
    const box = this.box();
    const { cx, cy, px, rot } = this.view;
    this.svg.classList.toggle("far", px < 10);
    this.svg.classList.toggle("on-photo", Boolean(this.photoUrl));
    this.world.setAttribute("transform", this.view.transform(box));
    const seenAs = [px, rot, cx, cy, box.width, box.height].join();
    if (this.data && seenAs !== this.namedAt) {
      this.namedAt = seenAs;
      this.namesChanged();
    }
    this.scaleLabels();
  }

  box() {
    const { width, height, left, top } = this.svg.getBoundingClientRect();
    return { width: width || 1, height: height || 1, left, top };
  }

  inches(x, y) {
    return this.view.inches(this.box(), x, y);
  }

  pixels(x, y) {
    return this.view.pixels(this.box(), x, y);
  }

  fit(pad = 1.5) {
    if (!this.data) return;
    this.fitted = true;
    this.framed = false;
    const [w, d] = this.data.size_in;
    const { width, height } = this.box();
    const rim = boardOf(this.data) ? RIM_PX : 0;
    const px = Math.min(
      this.view.scaleFor({ width: width - 2 * rim, height: height - 2 * rim }, w, d),
      this.view.scaleFor({ width, height }, w + 2 * pad, d + 2 * pad),
    );
    Object.assign(this.view, { cx: w / 2, cy: d / 2, px });
    this.apply();
  }

  // Closer to some units, until ``fit``: on a small screen a range of six inches is a few pixels.
  // *also*: places of bases, *points*: inches, that are to be in view as well.
  frame(units, also = [], points = []) {
    const at = [...this.data.bases.filter((b) => units.includes(b.unit) && b.x_in !== null), ...also].flatMap(corners);
    // Not while a finger is on the table: it would come to lie elsewhere.
    if (!at.length || this.drag) return;
    const [w, d] = this.data.size_in;
    const inside = points.map(([x, y]) => [Math.min(w, Math.max(0, x)), Math.min(d, Math.max(0, y))]);
    const [xs, ys] = [[...at, ...inside].map((p) => p[0]), [...at, ...inside].map((p) => p[1])];
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { width, height } = this.box();
    const closest = Math.max(CLOSE_PX, Math.min(width, height) / CLOSEST_IN);
    const px = Math.min(this.view.scaleFor(this.box(), x1 - x0 + 7, y1 - y0 + 7), closest);
    if (px <= this.view.px && !this.framed) return;
    Object.assign(this.view, { cx: (x0 + x1) / 2, cy: (y0 + y1) / 2, px });
    this.view.keepOn(this.box(), this.data.size_in);
    this.framed = true;
    this.apply();
    if (this.handleEl?.isConnected) this.drawHandle();
  }

  /** @param {number} factor @param {number[] | null} at pixels that stay where they are; the middle for null */
  zoom(factor, at = null) {
    const { width, height } = this.box();
    const mid = at || [width / 2, height / 2];
    const before = this.inches(mid[0], mid[1]);
    this.view.px = Math.min(MOST_PX, Math.max(LEAST_PX, this.view.px * factor));
    const after = this.inches(mid[0], mid[1]);
    this.view.cx += before[0] - after[0];
    this.view.cy += before[1] - after[1];
    this.fitted = false;
    this.apply();
  }

  turn() {
    this.view.rot = (this.view.rot + 90) % 360;
    if (this.fitted) this.fit();
    else this.apply();
    this.reach(this.reached || []);
  }

  // A drag shows where a model is to go and moves none: people at the table will.
  ghost(on) {
    this.ghosting = on;
    this.drafts.clear();
    this.layers.drafts.replaceChildren();
    if (this.data) this.drawHandle();
  }

  // Models that the program has are dragged as soon as they are asked to move. With a camera a
  // drag says that the eye is wrong: there a tap comes first.
  asksToMove(unit) {
    return this.asksForModels() && (!this.data.prompt.units.length || this.data.prompt.units.includes(unit));
  }

  // Whom the next tap is about, as far as anybody knows.
  asksFor(unit) {
    if (this.pointed) return unit === this.pointed;
    if (this.asksForModels()) return this.asksToMove(unit) && this.mayMove(unit);
    return this.picked ? this.legal.has(unit) : this.ready.has(unit);
  }

  asksForModels() {
    return this.data.prompt?.ask === "look" && (this.ghosting || this.data.can.moves);
  }
}
