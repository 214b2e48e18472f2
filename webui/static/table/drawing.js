// What is drawn on the map over the table.
import { map, state } from "/static/table/state.js";
import { lengthText } from "/static/units.js";

// The ghost of the permitted area stays while a move and its ruling are discussed.
export function drawGhost() {
  const { data, unit } = state;
  const discussed = data.open || state.fresh ? state.ghost : null;
  const open = unit && !data.open && !state.aimed && unit.unit === state.picked ? unit.reach : [];
  map.reach(discussed ? discussed.reach : open);
  map.ghosts(discussed ? discussed.stood : []);
}

export function drawLines() {
  const { data, readings, unit } = state;
  drawGhost();
  if (state.aimed && readings) {
    const chosen = readings.readings.find((r) => r.what === state.shown) || readings.readings.find((r) => r.evidence?.length);
    map.bands([], []);
    map.evidence(chosen?.evidence || [], chosen?.text && !chosen.says ? lengthText(chosen) : chosen?.says || "");
  } else {
    const line = data.open && state.openLine?.event === data.open.event ? state.openLine : null;
    map.evidence(line?.evidence || [], line?.text || "");
    map.bands((unit?.bands || []).filter((band) => band.title !== "move" || !unit.reach.length), data.bases.filter((b) => b.unit === state.picked));
  }
  map.drawHandle(!state.aimed);
}
