// @ts-check
// Fingers, pen and mouse on the map: a tap, a drag of models or of the table, a pinch, a ruler.
import { s } from "/static/dom.js";
import { outline, placeOf } from "/static/map/bases.js";
import { rad } from "/static/map/geometry.js";
import { drawTape } from "/static/map/overlays.js";
import { short } from "/static/units.js";

const TAP_PX = 7;
export const FINGER_PX = 18;
// So near to the middle of a base a finger means that one, whoever is asked for beside it.
const MIDDLE_PX = 9;

export class Pointers {
  /** @param {import("/static/map.js").TableMap} map */
  constructor(map) {
    this.map = map;
    this.down = new Map();
    this.pinch = null;
    this.watch(map.svg);
  }

  at(event) {
    const box = this.map.box();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  watch(svg) {
    svg.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      svg.setPointerCapture(event.pointerId);
      this.down.set(event.pointerId, this.at(event));
      if (this.down.size === 2) {
        this.drop(false);
        this.pinch = this.span();
        return;
      }
      if (this.down.size === 1) this.grab(event, this.at(event));
    });
    svg.addEventListener("pointermove", (event) => {
      if (!this.down.has(event.pointerId)) return;
      this.down.set(event.pointerId, this.at(event));
      if (this.down.size === 2) this.pinched();
      else this.dragTo(this.at(event));
    });
    const end = (event) => {
      if (!this.down.delete(event.pointerId)) return;
      this.pinch = null;
      this.drop(event.type === "pointerup");
    };
    svg.addEventListener("pointerup", end);
    svg.addEventListener("pointercancel", end);
    const wheel = (event) => {
      event.preventDefault();
      this.map.zoom(Math.exp(-event.deltaY * 0.0015), this.at(event));
    };
    svg.addEventListener("wheel", wheel, { passive: false });
  }

  span() {
    const [a, b] = [...this.down.values()];
    return { mid: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], far: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  }

  pinched() {
    const { map, pinch } = this;
    const now = this.span();
    if (pinch) {
      const [a, b] = [map.inches(...pinch.mid), map.inches(...now.mid)];
      map.view.cx += a[0] - b[0];
      map.view.cy += a[1] - b[1];
      map.zoom(now.far / Math.max(pinch.far, 1), now.mid);
    }
    this.pinch = now;
  }

  grab(event, point) {
    const { map } = this;
    const start = { from: point, inches: map.inches(...point), moved: false, ...this.hit(event, point) };
    if (map.ruling) {
      const base = event.target.closest("[data-payload]")?.dataset.unit || "";
      map.drag = { ...start, kind: "ruler", base };
      return;
    }
    const handle = event.target.closest("[data-handle]");
    const unit = handle ? map.picked : start.unit;
    const movable = this.mayDrag(unit);
    map.drag = { ...start, kind: handle && movable ? "turn" : movable ? "base" : "pan" };
    if (map.drag.kind !== "pan") this.lift(unit, start.payload);
  }

  // Whose name or base lies under the finger; "" for the bare table.
  hit(event, point) {
    const on = (/** @type {string} */ mark) => event.target.closest(`[data-${mark}]`)?.dataset;
    const under = on("draft") || this.named(point) || on("payload") || this.nearest(point);
    return { unit: under?.unit || "", payload: under?.payload || "" };
  }

  // A name means its own unit, whoever stands beside it; where a square is asked for it only lies over one.
  named([x, y]) {
    const name = !this.map.targets.length &&
      this.map.named.find(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1);
    const base = name && this.map.data.bases.find((one) => one.unit === name.unit && one.x_in !== null);
    return base && { unit: base.unit, payload: base.payload };
  }

  mayDrag(unit) {
    const { map } = this;
    return unit && (unit === map.picked || map.asksToMove(unit)) && map.onPlace && map.mayMove(unit);
  }

  // A finger is wider than a base on a small screen: between two it means whoever is asked for.
  nearest(point) {
    const { map } = this;
    const at = map.inches(...point);
    const near = (map.data?.bases || []).filter((base) => base.x_in !== null).map((base) => {
      const middle = Math.hypot(base.x_in - at[0], base.y_in - at[1]) * map.view.px;
      const away = middle - Math.min(base.frontage_in, base.depth_in) * map.view.px / 2;
      return { unit: base.unit, payload: base.payload, middle, away };
    }).filter(({ away }) => away < FINGER_PX).sort((a, b) => a.away - b.away);
    const meant = near.find(({ unit }) => map.asksFor(unit));
    return near.some((base) => base !== meant && base.middle < MIDDLE_PX) ? near[0] : meant || near[0] || null;
  }

  lift(unit, payload) {
    const { map } = this;
    const group = map.data.bases.filter((b) =>
      b.unit === unit && b.x_in !== null && (!map.single || b.payload === payload || !payload)
    );
    const shown = map.ghosting ? group.map((b) => map.drafts.get(b.payload) || b) : group;
    map.drag.moves = new Map(shown.map((b) => [b.payload, { ...b }]));
    const n = group.length;
    map.drag.centre = shown.reduce((a, b) => [a[0] + b.x_in / n, a[1] + b.y_in / n], [0, 0]);
  }

  dragTo(point) {
    const { map } = this;
    const { drag } = map;
    if (!drag) return;
    if (!drag.moved && Math.hypot(point[0] - drag.from[0], point[1] - drag.from[1]) < TAP_PX) return;
    drag.moved = true;
    const now = map.inches(...point);
    if (drag.kind === "pan") {
      map.view.cx += drag.inches[0] - now[0];
      map.view.cy += drag.inches[1] - now[1];
      map.fitted = false;
      map.apply();
    } else if (drag.kind === "ruler") {
      const { left, top } = map.box();
      drag.last = [point[0] + left, point[1] + top];
      drawTape(map, drag.inches, now);
    } else if (drag.kind === "base") this.shift(now[0] - drag.inches[0], now[1] - drag.inches[1], 0);
    else if (drag.kind === "turn") {
      const angle = (p) => Math.atan2(p[1] - drag.centre[1], p[0] - drag.centre[0]);
      this.shift(0, 0, ((angle(now) - angle(drag.inches)) * 180) / Math.PI);
    }
  }

  shift(dx, dy, turn) {
    const { map } = this;
    const { drag } = map;
    const [c, n] = [Math.cos(rad(turn)), Math.sin(rad(turn))];
    drag.places = [];
    for (const [payload, base] of drag.moves) {
      const [x, y] = [base.x_in - drag.centre[0], base.y_in - drag.centre[1]];
      const place = {
        payload,
        x_in: drag.centre[0] + x * c - y * n + dx,
        y_in: drag.centre[1] + x * n + y * c + dy,
        facing_deg: (base.facing_deg + turn + 720) % 360,
      };
      drag.places.push(place);
      if (map.ghosting) {
        map.drafts.set(payload, { ...base, ...place });
        continue;
      }
      const el = map.els.get(payload);
      if (el) {
        el.classList.add("dragged");
        el.setAttribute("transform", placeOf(place));
      }
    }
    if (map.ghosting) drawDrafts(map);
    this.say(dx, dy, turn);
  }

  // How far or how much it was dragged, beside a tape.
  say(dx, dy, turn) {
    const { map } = this;
    const [x, y] = map.drag.centre;
    const far = Math.hypot(dx, dy);
    const says = turn ? `${Math.round(turn)}°` : map.mayMeasure ? short(far) : "";
    map.layers.tape.replaceChildren(
      ...(far ? [s("line", { class: "tape", x1: x, y1: y, x2: x + dx, y2: y + dy })] : []),
      map.label([x + dx, y + dy + 2], "evidence-text", says),
    );
    map.scaleLabels();
  }

  // Laid from one unit to another.
  between(drag) {
    const { map } = this;
    // The ruler's own end lies on top of it.
    const under = document.elementsFromPoint(drag.last[0], drag.last[1]).map((el) => el.closest("[data-payload]"));
    const to = /** @type {HTMLElement | undefined} */ (under.find(Boolean) || undefined)?.dataset.unit;
    if (!drag.base || !to || to === drag.base) return;
    map.onRuler?.(drag.base, to);
  }

  drop(finished) {
    const { map } = this;
    const { drag } = map;
    map.drag = null;
    if (!drag) return;
    if (drag.kind !== "ruler") map.layers.tape.replaceChildren();
    if (!finished) {
      map.drawBases();
      return;
    }
    if (!drag.moved) {
      if (!map.ruling) map.onTap(drag.unit, drag.payload, drag.inches);
    } else if (drag.kind === "ruler") this.between(drag);
    else if (drag.places) this.putDown(drag);
  }

  // Models, or their ghosts, are let go of.
  putDown(drag) {
    const { map } = this;
    if (map.ghosting) {
      map.drawHandle();
      map.onGhost?.(drag.unit || map.picked, [...map.drafts.values()]);
      return;
    }
    for (const place of drag.places) {
      const base = map.data.bases.find((b) => b.payload === place.payload);
      if (base) Object.assign(base, place);
    }
    map.dropped.keep(drag.places);
    map.drawBases();
    map.turned = drag.unit || map.picked;
    map.drawHandle();
    map.onPlace?.(drag.places);
  }
}

function drawDrafts(map) {
  map.layers.drafts.replaceChildren(...[...map.drafts.values()].map((b) => {
    const [f, d] = [b.frontage_in / 2, b.depth_in / 2];
    const marks = {
      class: "guide-ghost away next",
      "data-draft": b.payload,
      "data-payload": b.payload,
      "data-unit": b.unit,
    };
    return s(
      "g",
      { ...marks, transform: placeOf(b) },
      outline(b),
      s("path", { class: "guide-front", d: `M${-f} ${d} L${f} ${d}` }),
    );
  }));
}
