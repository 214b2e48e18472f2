// @ts-check
// What is drawn on the map over the table.
import { $ } from "/static/dom.js";
import { stillStand } from "/static/map/stood.js";
import { map, state } from "/static/table/state.js";
import { lengthText } from "/static/units.js";

// The ghost of the permitted area stays while a move and its ruling are discussed.
function drawGhost() {
  const { data, unit } = state;
  const discussed = data.open || state.fresh ? state.ghost : null;
  const open = unit && !data.open && !state.aimed && unit.unit === state.picked ? unit.reach : [];
  // Once it is ruled on, a move is spent: where it came from is shown, not how far it could have gone.
  map.reach(discussed ? (data.open ? discussed.reach : []) : open);
  map.ghosts(discussed ? discussed.stood : (state.movedBack || []).flatMap((each) => each.stood));
}

export function drawLines() {
  drawGhost();
  if (state.aimed && state.readings) drawReading(state.readings.readings);
  else drawOpen();
  map.drawHandle(!state.aimed && isMoving());
  lookFrom();
}

// What was measured between the two units that are picked, or the one reading that was tapped.
function drawReading(readings) {
  const chosen = readings.find((r) => r.what === state.shown) || readings.find((r) => r.evidence?.length);
  map.bands([], []);
  map.evidence(chosen?.evidence || [], chosen?.text && !chosen.says ? lengthText(chosen) : chosen?.says || "");
}

// What the open action is measured by, and how far the unit that is picked reaches.
function drawOpen() {
  const { data, unit } = state;
  const open = data.open && state.openLine?.event === data.open.event ? state.openLine : null;
  const line = open && stillStand(data.bases, open.stood) ? open : null;
  map.evidence(line?.evidence || [], line?.text || "");
  // How far it moves is not drawn beside its reach, nor round a model that is already on its way.
  map.bands(
    (unit?.bands || []).filter((band) => band.title !== "move" || !(data.open || unit?.reach.length)),
    data.bases.filter((b) => b.unit === state.picked),
  );
}

// The knob is for turning models: while they are asked to move, after one was dragged, and while
// they are placed by hand.
function isMoving() {
  const { data, picked } = state;
  // Once the dice are asked for it has been moved.
  if (data.prompt && data.prompt.ask !== "look") map.turned = "";
  const byHand = $("panel").querySelector(`details[data-key="hand-${CSS.escape(picked)}"]`)?.open;
  return map.asksToMove(picked) || map.turned === picked || map.ghosting || Boolean(byHand) ||
    data.prompt?.ask === "look";
}

// What is measured is drawn on the picture of the camera that sees all of it, if one does; a camera
// that was chosen stays.
function lookFrom() {
  const { data } = state;
  const between = state.aimed
    ? [state.picked, state.aimed]
    : data.open
    ? [data.open.action.by, data.open.action.at]
    : [];
  const shown = data.cameras.length && !state.camera
    ? commonCamera(data.bases.filter((b) => between.includes(b.unit)))
    : state.camera;
  if (shown !== map.lookFrom) {
    map.lookFrom = shown;
    map.drawPhoto();
  }
}

function commonCamera(bases) {
  if (!bases.length) return "";
  const [first, ...others] = bases.map((b) => b.cameras);
  return first.find((name) => others.every((names) => names.includes(name))) || "";
}
