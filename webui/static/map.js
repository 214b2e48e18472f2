// The table from above: an SVG drawing in inches over the rectified picture.
// The world group turns inches (x east, y north) into pixels; everything in it is in inches.
import { s } from "/static/dom.js";
import { Dropped } from "/static/map/dropped.js";
import { placeLabels, wordsFor } from "/static/map-labels.js";
import { short } from "/static/units.js";

const TAP_PX = 7;
const FINGER_PX = 18;
let drawings = 0;

export function sideClass(data, side) {
  const index = data && data.game ? data.game.sides.indexOf(side) : -1;
  return index === 0 || index === 1 ? `side-${index}` : "side-none";
}

const rad = (deg) => (deg * Math.PI) / 180;
const path = (points) => points.map((p) => p.join(",")).join(" ");

// Corners of a base, inches: front left, front right, rear right, rear left.
export function corners(base) {
  const [ux, uy] = [Math.cos(rad(base.facing_deg)), Math.sin(rad(base.facing_deg))];
  const [rx, ry] = [uy, -ux];
  const [d, f] = [base.depth_in / 2, base.frontage_in / 2];
  return [[d, -f], [d, f], [-d, f], [-d, -f]].map(([a, r]) => [base.x_in + ux * a + rx * r, base.y_in + uy * a + ry * r]);
}

// Ends of the front of a unit and where it looks, for drawing bands.
export function frontOf(bases) {
  const placed = bases.filter((base) => base.x_in !== null);
  if (!placed.length) return null;
  const sum = placed.reduce((acc, b) => [acc[0] + Math.cos(rad(b.facing_deg)), acc[1] + Math.sin(rad(b.facing_deg))], [0, 0]);
  const angle = Math.atan2(sum[1], sum[0]);
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const [rx, ry] = [uy, -ux];
  const ends = placed.map((base) => {
    const all = corners(base);
    const along = all.map((p) => p[0] * ux + p[1] * uy);
    const across = all.map((p) => p[0] * rx + p[1] * ry);
    return { ahead: Math.max(...along), left: Math.min(...across), right: Math.max(...across) };
  });
  const ahead = Math.max(...ends.map((e) => e.ahead));
  const front = ends.filter((e) => e.ahead > ahead - 0.6);
  const [left, right] = [Math.min(...front.map((e) => e.left)), Math.max(...front.map((e) => e.right))];
  const at = (across) => [ux * ahead + rx * across, uy * ahead + ry * across];
  return { fl: at(left), fr: at(right), fc: at((left + right) / 2), angle };
}

export class TableMap {
  constructor(svg, { onTap = () => {}, onPlace = null, onGhost = null, mayMove = () => false, live = true } = {}) {
    this.svg = svg;
    this.onTap = onTap; this.onPlace = onPlace; this.onGhost = onGhost; this.mayMove = mayMove; this.live = live;
    this.data = null; this.picked = ""; this.aimed = ""; this.legal = new Set(); this.ready = new Set(); this.acting = null;
    this.view = { cx: 36, cy: 24, px: 10, rot: 0 };
    this.fitted = true; this.showPhoto = true; this.lookFrom = ""; this.ruling = false; this.single = false; this.mayMeasure = true; this.ghosting = false; this.drafts = new Map();
    this.dropped = new Dropped(); this.turned = "";
    this.els = new Map(); this.pointers = new Map(); this.drag = null; this.photoUrl = "";
    this.layers = {};
    for (const name of ["cloth", "photo", "squares", "terrain", "reach", "bands", "ghosts", "bases", "guide", "drafts", "evidence", "names", "tape"]) this.layers[name] = s("g", { class: `layer-${name}` });
    this.clip = s("rect", {});
    this.world = s("g", {}, Object.values(this.layers));
    // Several drawings may stand on one page: each cuts at its own table's edge.
    const onTable = `on-table-${drawings++}`;
    const hatch = s("pattern", { id: drawings === 1 ? "hatch" : `hatch-${onTable}`, width: 0.6, height: 0.6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { class: "hatch", width: 0.25, height: 0.6 }));
    svg.append(s("defs", {}, s("clipPath", { id: onTable }, this.clip), hatch), this.world);
    for (const name of ["reach", "bands", "evidence"]) this.layers[name].setAttribute("clip-path", `url(#${onTable})`);
    if (live) this.watchPointers();
    new ResizeObserver(() => { if (this.fitted && !this.framed) this.fit(); else this.apply(); }).observe(svg);
  }

  // What is shown
  render(data) {
    const size = data.size_in.join();
    const fresh = !this.data || this.data.size_in.join() !== size || this.data.game?.name !== data.game?.name;
    this.data = data;
    if (data.source === "simulated") this.dropped.over(data.bases);
    if (fresh) this.drawCloth();
    const land = JSON.stringify(data.terrain);
    if (land !== this.land) { this.land = land; this.drawTerrain(); }
    this.drawPhoto();
    if (!this.drag || this.drag.kind !== "base") this.drawBases();
    this.drawNames();
    if (fresh && this.fitted) this.fit(); else this.apply();
  }

  drawCloth() {
    const [w, d] = this.data.size_in;
    const lines = [];
    const [across, deep] = this.data.game?.squares || [0, 0];
    const [sx, sy] = across ? [w / across, d / deep] : [12, 12];
    for (let x = sx; x < w - 0.01; x += sx) lines.push(s("line", { class: "grid-line", x1: x, y1: 0, x2: x, y2: d }));
    for (let y = sy; y < d - 0.01; y += sy) lines.push(s("line", { class: "grid-line", x1: 0, y1: y, x2: w, y2: y }));
    this.layers.squares.replaceChildren(...(across ? lines.map((line) => line.cloneNode()) : []));
    this.layers.cloth.replaceChildren(s("rect", { class: "cloth", x: 0, y: 0, width: w, height: d }), ...lines, s("rect", { class: "edge", x: 0, y: 0, width: w, height: d }));
    for (const [key, value] of Object.entries({ x: -2, y: -2, width: w + 4, height: d + 4 })) this.clip.setAttribute(key, value);
  }

  drawPhoto() {
    const photo = this.data.picture;
    if (!this.showPhoto) { this.layers.photo.replaceChildren(); this.photoUrl = ""; return; }
    this.svg.classList.toggle("blind", Boolean(this.data.blind));
    if (!photo) return;
    const url = this.lookFrom ? `${photo.url}&camera=${encodeURIComponent(this.lookFrom)}` : photo.url;
    if (url === this.photoUrl || this.loading) return;
    this.loading = true;
    const image = new Image();
    image.onload = () => {
      this.loading = false; this.photoUrl = url;
      const [w, d] = this.data.size_in; const m = photo.margin_in;
      if (!this.photoEl) this.photoEl = s("image", { preserveAspectRatio: "none" });
      const el = this.photoEl;
      const place = { x: 0, y: 0, width: w + 2 * m, height: d + 2 * m, transform: `translate(${-m} ${d + m}) scale(1 -1)` };
      for (const [key, value] of Object.entries(place)) el.setAttribute(key, value);
      el.setAttribute("href", url);
      if (!el.isConnected && this.showPhoto) this.layers.photo.replaceChildren(el);
      this.svg.classList.add("on-photo");
    };
    image.onerror = () => { this.loading = false; };
    image.src = url;
  }

  drawTerrain() {
    const els = this.data.terrain.map((piece) => {
      const kind = `terrain ${piece.kind.replace(/[^a-z]/gi, "")}`;
      return piece.is_line
        ? s("polyline", { class: `${kind} line`, points: path(piece.outline_in) })
        : s("polygon", { class: kind, points: path(piece.outline_in) });
    });
    const labels = this.data.terrain.filter((piece) => piece.name).map((piece) => {
      const n = piece.outline_in.length;
      const mid = piece.outline_in.reduce((a, p) => [a[0] + p[0] / n, a[1] + p[1] / n], [0, 0]);
      const height = piece.height_in && !piece.is_line ? ` ${piece.height_in}″` : "";
      return this.label(mid, "terrain-name", `${piece.name}${height}`);
    });
    this.layers.terrain.replaceChildren(...els, ...labels);
  }

  drawBases() {
    const seen = new Set();
    for (const base of this.data.bases) {
      if (base.x_in === null) continue;
      seen.add(base.payload);
      let el = this.els.get(base.payload);
      if (!el) { el = this.makeBase(base); this.els.set(base.payload, el); this.layers.bases.append(el); }
      this.dress(el, base);
      this.move(el, base);
    }
    for (const [payload, el] of this.els) if (!seen.has(payload)) { el.remove(); this.els.delete(payload); }
  }

  makeBase(base) {
    const [f, d] = [base.frontage_in, base.depth_in];
    const box = { x: -f / 2, y: -d / 2, width: f, height: d };
    const shape = (cls, grow) => base.round
      ? s("circle", { class: cls, r: f / 2 + grow })
      : s("rect", { class: cls, x: box.x - grow, y: box.y - grow, width: f + 2 * grow, height: d + 2 * grow, rx: 0.12 + grow });
    const tip = Math.min(0.7, d * 0.45);
    const front = s("path", { class: "front", d: `M${-f / 2} ${d / 2} L${f / 2} ${d / 2}` });
    const chevron = s("path", { class: "front chevron", d: `M${-tip} ${d / 2 - tip} L0 ${d / 2} L${tip} ${d / 2 - tip}` });
    return s("g", { "data-payload": base.payload, "data-unit": base.unit }, shape("halo", 0.28), shape("body", 0), front, chevron);
  }

  dress(el, base) {
    const unit = this.data.units.find((each) => each.unit === base.unit);
    const marks = ["base", sideClass(this.data, base.side)];
    if (Math.min(base.frontage_in, base.depth_in) < 1.2) marks.push("little");
    if (base.status === "hidden") marks.push("hidden-now");
    if (base.status === "moving") marks.push("moving");
    if (unit?.gone) marks.push("gone");
    if (base.unit === this.picked || base.unit === this.acting?.by) marks.push("picked");
    if (base.unit === this.aimed || base.unit === this.acting?.at) marks.push("aimed");
    else if (this.legal.has(base.unit)) marks.push("legal");
    else if (this.ready.has(base.unit)) marks.push("ready");
    if (this.drag?.moves?.has(base.payload)) marks.push("dragged");
    el.setAttribute("class", marks.join(" "));
    el.dataset.unit = base.unit;
  }

  move(el, at) { el.setAttribute("transform", `translate(${at.x_in} ${at.y_in}) rotate(${at.facing_deg - 90})`); }

  // Names beside their units, never on a base or on each other; the chosen first, the fallen last.
  drawNames() {
    const groups = new Map();
    for (const base of this.data.bases) {
      if (base.x_in === null) continue;
      if (!groups.has(base.unit)) groups.set(base.unit, []);
      groups.get(base.unit).push(base);
    }
    const { fontPx, family } = this.nameFont();
    const named = [...groups].map(([unit, bases]) => this.named(unit, bases));
    const labels = placeLabels(named, this.box(), fontPx, family).map((placed) => {
      const el = this.label(this.inches(...placed.at), "name", placed.words.text, placed.words.badges);
      el.firstChild.setAttribute("y", 0);
      el.dataset.unit = placed.unit;
      return el;
    });
    this.layers.names.replaceChildren(...labels);
    this.scaleLabels();
  }

  nameFont() {
    const probe = this.label([0, 0], "name", "x");
    this.layers.names.append(probe);
    const { fontSize, fontFamily } = getComputedStyle(probe.firstChild);
    probe.remove();
    return { fontPx: parseFloat(fontSize) || 12, family: fontFamily || "sans-serif" };
  }

  named(unit, bases) {
    const card = this.data.units.find((each) => each.unit === unit);
    const chosen = this.isChosen(unit);
    const front = frontOf(bases);
    const [ahead, back] = [this.pixels(...front.fc), this.pixels(front.fc[0] - Math.cos(front.angle), front.fc[1] - Math.sin(front.angle))];
    const long = Math.hypot(back[0] - ahead[0], back[1] - ahead[1]) || 1;
    return {
      unit,
      outlines: bases.map((base) => corners(base).map((p) => this.pixels(...p))),
      behind: [(back[0] - ahead[0]) / long, (back[1] - ahead[1]) / long],
      rank: chosen ? 0 : card?.gone ? 2 : 1,
      words: wordsFor(card?.name || unit, unit, card && (this.view.px > 10 || unit === this.picked) ? card.badges : []),
    };
  }

  isChosen(unit) { return unit === this.picked || unit === this.aimed; }

  label(at, cls, text, below = "") {
    const el = s("text", { class: cls, y: cls === "name" ? 4 : 0 }, text);
    if (below) el.append(s("tspan", { class: "badge", x: 0, dy: "1.15em" }, below));
    const group = s("g", { class: "label" }, el);
    group.at = at;
    return group;
  }

  scaleLabels() {
    const k = 1 / this.view.px;
    for (const group of this.world.querySelectorAll("g.label")) {
      group.setAttribute("transform", `translate(${group.at[0]} ${group.at[1]}) scale(${k} ${-k}) rotate(${-this.view.rot})`);
    }
    this.spreadBandNames();
  }

  // Names of bands and reaches that would lie on each other stand one under the other
  spreadBandNames() {
    const [high, wide] = [13, 6.4];
    const taken = [];
    for (const group of this.world.querySelectorAll(".layer-reach g.label, .layer-bands g.label")) {
      const text = group.firstChild;
      const [x, y] = this.pixels(...group.at);
      const half = (text.textContent.length * wide) / 2;
      // A hundredth less than a line: rounding must not find the name just left, for ever.
      const under = (down) => taken.find((t) => Math.abs(t.x - x) < t.half + half && Math.abs(t.y - y - down) < high - 0.01);
      let down = 0;
      for (let above = under(down); above; above = under(down)) down = above.y + high - y;
      text.setAttribute("y", down);
      taken.push({ x, y: y + down, half });
    }
  }

  mark(picked, aimed, legal = new Set(), ready = new Set()) {
    this.picked = picked; this.aimed = aimed; this.legal = legal; this.ready = ready;
    if (!this.data) return;
    this.drawBases(); this.drawNames();
  }

  // Evidence of readings, as the server gives it
  evidence(shapes, text = "") {
    const els = [];
    for (const shape of shapes) {
      const cls = `evidence ${shape.role.replace(/[^a-z]/gi, "")}`;
      if (shape.kind === "point") els.push(s("circle", { class: cls, cx: shape.points_in[0][0], cy: shape.points_in[0][1], r: 0.32 }));
      else if (shape.kind === "segment") els.push(s("polyline", { class: cls, points: path(shape.points_in) }));
      else els.push(s("polygon", { class: cls, points: path(shape.points_in) }));
    }
    const line = shapes.find((shape) => shape.role === "line");
    if (text && line) {
      const [a, b] = [line.points_in[0], line.points_in[line.points_in.length - 1]];
      els.push(this.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], "evidence-text", text));
    }
    this.layers.evidence.replaceChildren(...els);
    this.scaleLabels();
  }

  // The ground that a move may cover: what is free, what costs something, what is closed
  reach(list) {
    this.reached = list;
    const draw = (kind) => {
      const mine = list.filter((each) => each.kind === kind).map((each) => path(each.outline_in));
      return s("g", { class: `reach ${kind}` }, mine.map((points) => s("polygon", { class: "rim", points })), mine.map((points) => s("polygon", { class: "ground", points })));
    };
    const named = new Map();
    for (const each of list) {
      // What is free is named at its far end, what costs something at its side: they share an edge.
      const far = each.kind === "costs" ? (p) => -this.pixels(...p)[0] : (p) => this.pixels(...p)[1];
      const key = `${each.unit} ${each.title}`;
      const top = each.outline_in.reduce((best, p) => (far(p) < far(best) ? p : best));
      if (!named.has(key) || far(top) < far(named.get(key).top)) named.set(key, { top, title: each.title });
    }
    const [w, d] = this.data?.size_in || [0, 0];
    const inside = ([x, y]) => [Math.min(w - 1, Math.max(1, x)), Math.min(d - 1, Math.max(1, y))];
    this.layers.reach.replaceChildren(...["costs", "may", "not"].map(draw), ...[...named.values()].map(({ top, title }) => this.label(inside(top), "band-name", title)));
    this.scaleLabels();
  }

  // Where bases stood before
  ghosts(places) {
    this.layers.ghosts.replaceChildren(...places.map((b) => s("g", { class: "ghost", transform: `translate(${b.x_in} ${b.y_in}) rotate(${b.facing_deg - 90})` },
      b.round ? s("circle", { r: b.frontage_in / 2 }) : s("rect", { x: -b.frontage_in / 2, y: -b.depth_in / 2, width: b.frontage_in, height: b.depth_in }))));
  }

  bands(list, bases) {
    const front = frontOf(bases);
    const els = [];
    if (front) for (const band of [...list].sort((a, b) => b.radius_in - a.radius_in)) els.push(...this.band(band, front, bases));
    this.layers.bands.replaceChildren(...els);
    this.scaleLabels();
  }

  band(band, front, bases) {
    const R = band.radius_in;
    if (band.frm !== "front" || band.arc_deg >= 180) {
      const shapes = bases.filter((b) => b.x_in !== null).map((b) => {
        const g = s("g", { transform: `translate(${b.x_in} ${b.y_in}) rotate(${b.facing_deg - 90})` });
        g.append(s("rect", { class: "band edge-band", x: -b.frontage_in / 2 - R, y: -b.depth_in / 2 - R, width: b.frontage_in + 2 * R, height: b.depth_in + 2 * R, rx: R }));
        return g;
      });
      const top = [front.fc[0] + Math.cos(front.angle) * R, front.fc[1] + Math.sin(front.angle) * R];
      return [...shapes.slice(0, 1), this.label(top, "band-name", `${band.title} ${short(R)}`)];
    }
    const reach = (from, angle) => {
      const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
      const [dx, dy] = [from[0] - front.fc[0], from[1] - front.fc[1]];
      const b = dx * ux + dy * uy;
      const t = -b + Math.sqrt(Math.max(0, b * b - (dx * dx + dy * dy) + R * R));
      return [from[0] + ux * t, from[1] + uy * t];
    };
    const a = rad(band.arc_deg);
    const [p, q] = [reach(front.fl, front.angle + a), reach(front.fr, front.angle - a)];
    const big = band.arc_deg > 90 ? 1 : 0;
    const d = `M${front.fl} L${p} A${R} ${R} 0 ${big} 0 ${q} L${front.fr} Z`;
    const top = [front.fc[0] + Math.cos(front.angle) * R, front.fc[1] + Math.sin(front.angle) * R];
    return [s("path", { class: "band", d }), this.label(top, "band-name", `${band.title} ${short(R)}`)];
  }

  // How it is looked at
  apply() {
    const { width, height } = this.box();
    const { cx, cy, px, rot } = this.view;
    this.svg.classList.toggle("far", px < 10);
    this.svg.classList.toggle("on-photo", Boolean(this.photoUrl));
    this.world.setAttribute("transform", `translate(${width / 2} ${height / 2}) rotate(${rot}) scale(${px} ${-px}) translate(${-cx} ${-cy})`);
    const seenAs = [px, rot, cx, cy, width, height].join();
    if (this.data && seenAs !== this.namedAt) { this.namedAt = seenAs; this.drawNames(); }
    this.scaleLabels();
  }

  box() { const box = this.svg.getBoundingClientRect(); return { width: box.width || 1, height: box.height || 1, left: box.left, top: box.top }; }

  fit(pad = 1.5) {
    if (!this.data) return;
    this.fitted = true;
    this.framed = false;
    const [w, d] = this.data.size_in;
    const { width, height } = this.box();
    const turned = this.view.rot % 180 !== 0;
    const [tw, td] = turned ? [d, w] : [w, d];
    Object.assign(this.view, { cx: w / 2, cy: d / 2, px: Math.min(width / (tw + 2 * pad), height / (td + 2 * pad)) });
    this.apply();
  }

  // Closer to some units, until ``fit``: on a small screen a range of six inches is a few pixels.
  frame(units, also = []) {
    const at = [...this.data.bases.filter((b) => units.includes(b.unit) && b.x_in !== null), ...also].flatMap(corners);
    if (!at.length) return;
    const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const { width, height } = this.box();
    const turned = this.view.rot % 180 !== 0;
    const [w, d] = turned ? [y1 - y0, x1 - x0] : [x1 - x0, y1 - y0];
    const px = Math.min(width / (w + 7), height / (d + 7), 34);
    if (px <= this.view.px && !this.framed) return;
    Object.assign(this.view, { cx: (x0 + x1) / 2, cy: (y0 + y1) / 2, px });
    this.framed = true;
    this.apply();
    if (this.handleEl?.isConnected) this.drawHandle();
  }

  zoom(factor, at = null) {
    const { width, height } = this.box();
    const mid = at || [width / 2, height / 2];
    const before = this.inches(mid[0], mid[1]);
    this.view.px = Math.min(160, Math.max(3, this.view.px * factor));
    const after = this.inches(mid[0], mid[1]);
    this.view.cx += before[0] - after[0]; this.view.cy += before[1] - after[1];
    this.fitted = false;
    this.apply();
  }

  turn() { this.view.rot = (this.view.rot + 90) % 360; if (this.fitted) this.fit(); else this.apply(); this.reach(this.reached || []); }

  // Pixels of the drawing to inches of the table
  inches(x, y) {
    const { width, height } = this.box();
    const { cx, cy, px, rot } = this.view;
    const [dx, dy] = [x - width / 2, y - height / 2];
    const [c, n] = [Math.cos(rad(-rot)), Math.sin(rad(-rot))];
    return [cx + (dx * c - dy * n) / px, cy - (dx * n + dy * c) / px];
  }

  // Inches of the table to pixels of the drawing
  pixels(x, y) {
    const { width, height } = this.box();
    const { cx, cy, px, rot } = this.view;
    const [dx, dy] = [(x - cx) * px, -(y - cy) * px];
    const [c, n] = [Math.cos(rad(rot)), Math.sin(rad(rot))];
    return [width / 2 + dx * c - dy * n, height / 2 + dx * n + dy * c];
  }

  // Fingers, pen and mouse
  watchPointers() {
    const at = (event) => { const box = this.box(); return [event.clientX - box.left, event.clientY - box.top]; };
    this.svg.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      this.svg.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, at(event));
      if (this.pointers.size === 2) { this.drop(false); this.pinch = this.span(); return; }
      if (this.pointers.size === 1) this.grab(event, at(event));
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!this.pointers.has(event.pointerId)) return;
      this.pointers.set(event.pointerId, at(event));
      if (this.pointers.size === 2) this.pinched(); else this.dragTo(at(event));
    });
    const end = (event) => {
      if (!this.pointers.delete(event.pointerId)) return;
      this.pinch = null;
      this.drop(event.type === "pointerup");
    };
    this.svg.addEventListener("pointerup", end);
    this.svg.addEventListener("pointercancel", end);
    this.svg.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(Math.exp(-event.deltaY * 0.0015), at(event)); }, { passive: false });
  }

  span() {
    const [a, b] = [...this.pointers.values()];
    return { mid: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], far: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  }

  pinched() {
    const now = this.span();
    if (this.pinch) {
      const [a, b] = [this.inches(...this.pinch.mid), this.inches(...now.mid)];
      this.view.cx += a[0] - b[0]; this.view.cy += a[1] - b[1];
      this.zoom(now.far / Math.max(this.pinch.far, 1), now.mid);
    }
    this.pinch = now;
  }

  grab(event, point) {
    const handle = event.target.closest("[data-handle]");
    const baseEl = event.target.closest("[data-payload]");
    const hit = baseEl ? { unit: baseEl.dataset.unit, payload: baseEl.dataset.payload } : this.nearest(point);
    const start = { from: point, inches: this.inches(...point), moved: false, unit: hit?.unit || "", payload: hit?.payload || "" };
    if (this.ruling) { this.drag = { ...start, kind: "ruler" }; return; }
    const unit = handle ? this.picked : start.unit;
    const movable = unit && (unit === this.picked || this.asksToMove(unit)) && this.onPlace && this.mayMove(unit);
    this.drag = { ...start, kind: handle && movable ? "turn" : movable ? "base" : "pan" };
    if (this.drag.kind !== "pan") this.lift(unit, start.payload);
  }

  // A drag shows where a model is to go and moves none: people at the table will.
  ghost(on) { this.ghosting = on; this.drafts.clear(); this.layers.drafts.replaceChildren(); if (this.data) this.drawHandle(); }

  drawDrafts() {
    this.layers.drafts.replaceChildren(...[...this.drafts.values()].map((b) => s("g", { class: "guide-ghost away next", "data-draft": b.payload, "data-payload": b.payload, "data-unit": b.unit, transform: `translate(${b.x_in} ${b.y_in}) rotate(${b.facing_deg - 90})` },
      b.round ? s("circle", { r: b.frontage_in / 2 }) : s("rect", { x: -b.frontage_in / 2, y: -b.depth_in / 2, width: b.frontage_in, height: b.depth_in }),
      s("path", { class: "guide-front", d: `M${-b.frontage_in / 2} ${b.depth_in / 2} L${b.frontage_in / 2} ${b.depth_in / 2}` }))));
  }

  // Models that the program has are dragged as soon as they are asked to move. With a camera a
  // drag says that the eye is wrong: there a tap comes first.
  asksToMove(unit) {
    return this.asksForModels() && (!this.data.prompt.units.length || this.data.prompt.units.includes(unit));
  }

  asksForModels() { return this.data.prompt?.ask === "look" && (this.ghosting || ["hand", "simulated"].includes(this.data.source)); }

  // A finger is wider than a base on a small screen.
  nearest(point) {
    const at = this.inches(...point);
    const reach = FINGER_PX / this.view.px;
    let best = null;
    for (const base of this.data?.bases || []) {
      if (base.x_in === null) continue;
      const away = Math.hypot(base.x_in - at[0], base.y_in - at[1]) - Math.min(base.frontage_in, base.depth_in) / 2;
      if (away < reach && (!best || away < best.away)) best = { away, unit: base.unit, payload: base.payload };
    }
    return best;
  }

  lift(unit, payload) {
    const group = this.data.bases.filter((b) => b.unit === unit && b.x_in !== null && (!this.single || b.payload === payload || !payload));
    const shown = this.ghosting ? group.map((b) => this.drafts.get(b.payload) || b) : group;
    this.drag.moves = new Map(shown.map((b) => [b.payload, { ...b }]));
    const n = group.length;
    this.drag.centre = shown.reduce((a, b) => [a[0] + b.x_in / n, a[1] + b.y_in / n], [0, 0]);
  }

  dragTo(point) {
    const drag = this.drag;
    if (!drag) return;
    if (!drag.moved && Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) < TAP_PX) return;
    drag.moved = true;
    const now = this.inches(...point);
    if (drag.kind === "pan") {
      this.view.cx += drag.inches[0] - now[0];
      this.view.cy += drag.inches[1] - now[1];
      this.fitted = false;
      this.apply();
    } else if (drag.kind === "ruler") { drag.to = now; this.tape(drag.inches, now); }
    else if (drag.kind === "base") this.shift(now[0] - drag.inches[0], now[1] - drag.inches[1], 0);
    else if (drag.kind === "turn") {
      const angle = (p) => Math.atan2(p[1] - drag.centre[1], p[0] - drag.centre[0]);
      this.shift(0, 0, ((angle(now) - angle(drag.inches)) * 180) / Math.PI);
    }
  }

  shift(dx, dy, turn) {
    const drag = this.drag;
    const [c, n] = [Math.cos(rad(turn)), Math.sin(rad(turn))];
    drag.places = [];
    for (const [payload, base] of drag.moves) {
      const [x, y] = [base.x_in - drag.centre[0], base.y_in - drag.centre[1]];
      const place = { payload, x_in: drag.centre[0] + x * c - y * n + dx, y_in: drag.centre[1] + x * n + y * c + dy, facing_deg: (base.facing_deg + turn + 720) % 360 };
      drag.places.push(place);
      if (this.ghosting) { this.drafts.set(payload, { ...base, ...place }); continue; }
      const el = this.els.get(payload);
      if (el) { el.classList.add("dragged"); this.move(el, place); }
    }
    if (this.ghosting) this.drawDrafts();
    const far = Math.hypot(dx, dy);
    const says = turn ? `${Math.round(turn)}°` : this.mayMeasure ? short(far) : "";
    this.layers.tape.replaceChildren(
      ...(far ? [s("line", { class: "tape", x1: drag.centre[0], y1: drag.centre[1], x2: drag.centre[0] + dx, y2: drag.centre[1] + dy })] : []),
      this.label([drag.centre[0] + dx, drag.centre[1] + dy + 2], "evidence-text", says));
    this.scaleLabels();
  }

  tape(a, b) {
    const far = Math.hypot(a[0] - b[0], a[1] - b[1]);
    this.layers.tape.replaceChildren(
      s("line", { class: "tape", x1: a[0], y1: a[1], x2: b[0], y2: b[1] }),
      s("circle", { class: "tape-end", cx: a[0], cy: a[1], r: 0.25 }), s("circle", { class: "tape-end", cx: b[0], cy: b[1], r: 0.25 }),
      this.label([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], "evidence-text", short(far)));
    this.scaleLabels();
  }

  drop(finished) {
    const drag = this.drag;
    this.drag = null;
    if (!drag) return;
    if (drag.kind !== "ruler") this.layers.tape.replaceChildren();
    if (!finished) { this.drawBases(); return; }
    if (!drag.moved) { if (!this.ruling) this.onTap(drag.unit, drag.payload); return; }
    if (drag.places && this.ghosting) { this.drawHandle(); this.onGhost(drag.unit || this.picked, [...this.drafts.values()]); return; }
    if (drag.places) {
      for (const place of drag.places) {
        const base = this.data.bases.find((b) => b.payload === place.payload);
        if (base) Object.assign(base, place);
      }
      this.dropped.keep(drag.places);
      this.turned = drag.unit || this.picked;
      this.drawHandle();
      this.onPlace(drag.places);
    }
  }

  // A knob ahead of the picked unit, to turn it
  drawHandle(wanted = true) {
    const el = this.handleEl || (this.handleEl = s("g", { "data-handle": "turn" }, s("line", { class: "tape" }), s("circle", { class: "handle", r: 0.7 })));
    const bases = this.data ? this.data.bases.filter((b) => b.unit === this.picked).map((b) => this.drafts.get(b.payload) || b) : [];
    const front = frontOf(bases);
    // The knob of another unit would lie in the way of the one that is asked to move.
    const inTheWay = this.data && this.asksForModels() && !this.asksToMove(this.picked);
    if (!wanted || inTheWay || !front || !this.onPlace || !this.mayMove(this.picked)) { el.remove(); return; }
    const r = Math.max(0.45, 9 / this.view.px);
    const tip = [front.fc[0] + Math.cos(front.angle) * 3.2 * r, front.fc[1] + Math.sin(front.angle) * 3.2 * r];
    const [line, knob] = el.children;
    for (const [k, v] of Object.entries({ x1: front.fc[0], y1: front.fc[1], x2: tip[0], y2: tip[1] })) line.setAttribute(k, v);
    for (const [k, v] of Object.entries({ cx: tip[0], cy: tip[1], r })) knob.setAttribute(k, v);
    if (!el.isConnected) this.world.append(el);
  }
}
