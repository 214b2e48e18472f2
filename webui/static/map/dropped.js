// @ts-check
// A model that was dropped stays where it was dropped until the picture has caught up: it does not
// jump back and forth while the camera waits for the table to lie still. Its time runs from when the
// table's computer has answered, however late that is.
const PATIENCE_MS = 8000;
const NEAR_IN = 0.4;
const NEAR_DEG = 5;

export class Dropped {
  constructor() {
    this.held = new Map();
  }

  /** @param {any[]} places payload, x_in, y_in, facing_deg */
  keep(places) {
    for (const place of places) this.held.set(place.payload, { ...place, until: Infinity });
  }

  // The computer knows where they were put; now the picture has to show it.
  answered() {
    for (const held of this.held.values()) held.until = Math.min(held.until, Date.now() + PATIENCE_MS);
  }

  letGo() {
    this.held.clear();
  }

  /** Bases as they are to be drawn. @param {any[]} bases as /table.json has them; changed in place */
  over(bases) {
    for (const base of bases) {
      const held = this.held.get(base.payload);
      if (!held) continue;
      if (Date.now() > held.until || isThere(base, held)) this.held.delete(base.payload);
      else Object.assign(base, { x_in: held.x_in, y_in: held.y_in, facing_deg: held.facing_deg });
    }
  }
}

function isThere(base, held) {
  if (base.x_in === null || base.status === "moving") return false;
  const turned = Math.abs(((base.facing_deg - held.facing_deg + 540) % 360) - 180);
  return Math.hypot(base.x_in - held.x_in, base.y_in - held.y_in) < NEAR_IN && turned < NEAR_DEG;
}
