// @ts-check
// Drawing terrain: pick a kind, tap its corners, close it; edit heights and names; keep it.
import { $, h, s, toast } from "/static/dom.js";
import { TableMap } from "/static/map.js";
import { getJson, post } from "/static/net.js";
import { banners } from "/static/standing.js";
import { W } from "/static/words.js";

const map = new TableMap($("map"), { onTap: () => {} });
let data = await getJson("/terrain.json");
let pieces = data.terrain.map((p) => ({ ...p, outline_in: p.outline_in.map((q) => [...q]) }));
let drawing = null;
let editing = -1;
let lifted = -1;
// A set that is played on squares has its terrain in whole squares; all others to half an inch.
const squares = data.game?.squares || [0, 0];
const step = (axis) => (squares[axis] ? data.size_in[axis] / squares[axis] : 0.5);
const snap = (v, axis) => Math.round(Math.round(v / step(axis)) * step(axis) * 1000) / 1000;
banners(data);

function show() {
  data = { ...data, terrain: drawing ? [...pieces, { ...drawing, outline_in: drawing.outline_in }] : pieces };
  map.render(data);
  const corners = drawing?.outline_in || pieces[editing]?.outline_in || [];
  map.layers.tape.replaceChildren(
    ...corners.map((p, i) =>
      s("circle", {
        class: `tape-end ${i === lifted ? "lifted" : ""}`,
        cx: p[0],
        cy: p[1],
        r: i === lifted ? 0.7 : 0.4,
      })
    ),
  );
  panel();
}

$("map").addEventListener("pointerup", (event) => {
  if ((!drawing && editing < 0) || map.drag?.moved) return;
  const box = map.box();
  const [x, y] = map.inches(event.clientX - box.left, event.clientY - box.top);
  const [w, d] = data.size_in;
  const at = [Math.min(w, Math.max(0, snap(x, 0))), Math.min(d, Math.max(0, snap(y, 1)))];
  if (drawing) drawing.outline_in.push(at);
  else moveCorner(at);
  show();
});

// Tap a corner to pick it up, tap again where it belongs.
function moveCorner(at) {
  const outline = pieces[editing].outline_in;
  if (lifted >= 0) {
    outline[lifted] = at;
    lifted = -1;
    return;
  }
  const far = outline.map((p) => Math.hypot(p[0] - at[0], p[1] - at[1]));
  const nearest = far.indexOf(Math.min(...far));
  if (far[nearest] < Math.max(2, 24 / map.view.px)) lifted = nearest;
}

function begin(kind) {
  const k = data.kinds.find((each) => each.kind === kind);
  editing = -1;
  drawing = {
    kind,
    outline_in: [],
    height_in: k.height_in,
    name: "",
    is_line: k.line,
    level: kind === "hill" ? 1 : 0,
    tags: [],
  };
  show();
}

function close() {
  if (drawing.outline_in.length < (drawing.is_line ? 2 : 3)) {
    toast(W.terrain.moreCorners, true);
    return;
  }
  pieces.push(drawing);
  drawing = null;
  show();
}

async function keep() {
  try {
    const { game } = await getJson("/table.json");
    await post("/act/terrain", { head: game.head, terrain: pieces });
    toast(W.terrain.keptGame);
  } catch (why) {
    toast(why.message, true);
  }
}

// Corners without a pointer; false when the words are none.
function cornersOf(text) {
  const pairs = text.split(",").map((pair) => pair.trim().split(/\s+/).map(Number)).filter((pair) => pair.length > 1);
  const fine = pairs.length > 0 && pairs.every((pair) => pair.length === 2 && pair.every(Number.isFinite));
  if (!fine) toast(W.terrain.noCorners, true);
  return fine ? pairs : null;
}
const cornersBox = (piece, draw) =>
  h(
    "label",
    {},
    W.terrain.corners,
    h("input", {
      value: piece.outline_in.map((p) => p.join(" ")).join(", "),
      maxlength: 2000,
      onchange: (event) => {
        const found = cornersOf(event.target.value);
        if (found) {
          piece.outline_in = found;
          draw();
        }
      },
    }),
  );

const input = (label, value, set, more = {}) =>
  h(
    "label",
    { class: "grow" },
    label,
    h("input", {
      value: String(value),
      ...more,
      onchange: (event) => {
        set(event.target.value);
        show();
      },
    }),
  );

// Only one piece is open: its corners are the ones that a tap moves.
function toggled(index, isOpen) {
  const now = isOpen ? index : editing === index ? -1 : editing;
  if (now === editing) return;
  editing = now;
  lifted = -1;
  show();
}

function lineTick(piece) {
  const set = (event) => {
    piece.is_line = event.target.checked;
    show();
  };
  return h(
    "label",
    { class: "row" },
    h("input", { type: "checkbox", checked: piece.is_line, onchange: set }),
    W.terrain.isLine,
  );
}

function takeAway(index) {
  pieces.splice(index, 1);
  editing = -1;
  show();
}

function row(piece, index) {
  return h(
    "details",
    { class: "card", open: index === editing, ontoggle: (event) => toggled(index, event.target.open) },
    h("summary", {}, `${piece.name || piece.kind}${piece.height_in ? ` · ${piece.height_in}″` : ""}`),
    h(
      "div",
      { class: "row" },
      input(W.terrain.name, piece.name, (v) => {
        piece.name = v;
      }, { maxlength: 60 }),
      input(W.terrain.height, piece.height_in, (v) => {
        piece.height_in = Number(v) || 0;
      }, { type: "number", step: "0.25", min: 0, max: 20 }),
    ),
    lineTick(piece),
    input(W.terrain.marks, piece.tags.join(", "), (v) => {
      piece.tags = v.split(",").map((t) => t.trim()).filter(Boolean);
    }, { maxlength: 80 }),
    cornersBox(piece, show),
    h("p", { class: "small soft" }, W.terrain.moveCorner),
    h("button", { type: "button", class: "quiet", onclick: () => takeAway(index) }, W.terrain.takeAway),
  );
}

// The piece that is being drawn.
function drawingCard() {
  const wipe = () => {
    drawing.outline_in.pop();
    show();
  };
  const leave = () => {
    drawing = null;
    show();
  };
  return h(
    "section",
    { class: "card prompt" },
    h("p", {}, W.terrain.tapCorners(drawing.kind, drawing.outline_in.length)),
    cornersBox(drawing, show),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "main-button", onclick: close }, W.terrain.done),
      h("button", { type: "button", onclick: wipe }, W.terrain.wipe),
      h("button", { type: "button", class: "quiet", onclick: leave }, W.terrain.leave),
    ),
  );
}

function kindsCard() {
  const kind = h(
    "select",
    { "aria-label": W.terrain.kind },
    data.kinds.map((k) => h("option", { value: k.kind }, k.kind)),
  );
  const draw = () => begin(kind.value);
  return h(
    "section",
    { class: "card" },
    h(
      "div",
      { class: "row" },
      kind,
      h("button", { type: "button", onclick: draw }, W.terrain.draw),
    ),
  );
}

function panel() {
  $("panel").replaceChildren(
    h("h1", {}, W.terrain.title),
    drawing ? drawingCard() : kindsCard(),
    ...pieces.map(row),
    h(
      "div",
      { class: "row" },
      h("button", {
        type: "button",
        class: drawing ? "" : "main-button",
        disabled: !data.you.may_overrule || !data.game,
        onclick: keep,
      }, W.terrain.keep),
      h("button", { type: "button", onclick: download }, "table.toml"),
    ),
    layoutBox(),
    data.you.may_overrule ? "" : h("p", { class: "small soft" }, W.terrain.onlyUmpire),
  );
}

// Layouts kept in the data folder, to be laid out again another evening.
function layoutBox() {
  const form = h(
    "form",
    {
      class: "row end",
      onsubmit: (event) => {
        event.preventDefault();
        keepLayout(new FormData(form).get("name"));
      },
    },
    h("label", { class: "grow" }, W.terrain.layoutName, h("input", { name: "name", required: true, maxlength: 60 })),
    h("button", { disabled: !data.you.may_overrule }, W.terrain.keepIt),
  );
  const use = data.layouts.map((layout) =>
    h("button", {
      type: "button",
      onclick: () => {
        pieces = layout.terrain.map((p) => ({ ...p, outline_in: p.outline_in.map((q) => [...q]) }));
        editing = -1;
        show();
      },
    }, layout.name)
  );
  return h(
    "section",
    { class: "card" },
    h("h2", {}, W.terrain.layouts),
    use.length ? h("div", { class: "row" }, use) : null,
    form,
  );
}

async function keepLayout(name) {
  try {
    await post("/terrain/save", { name, terrain: pieces });
    data = { ...data, layouts: (await getJson("/terrain.json")).layouts };
    toast(W.terrain.kept);
    show();
  } catch (why) {
    toast(why.message, true);
  }
}

// The terrain part of a table.toml, to be used again.
function download() {
  const text = pieces.map((p) =>
    `[[terrain]]\nkind = ${JSON.stringify(p.kind)}\nname = ${JSON.stringify(p.name)}\noutline_in = ${
      JSON.stringify(p.outline_in.map((q) => q.map((v) => Number(v.toFixed(2)))))
    }\nheight_in = ${Number(p.height_in).toFixed(2)}\nis_line = ${p.is_line}\nlevel = ${p.level}\ntags = ${
      JSON.stringify(p.tags)
    }\n`
  ).join("\n");
  h("a", { href: URL.createObjectURL(new Blob([text])), download: "terrain.toml" }).click();
}

show();
