// @ts-check
// The battle stepped through like a game of chess. It stands alone: the exported report carries it
// whole, so it imports nothing and asks for nothing outside its own document.
/** @type {any} */
const root = document.getElementById("replay");
const embedded = document.getElementById("replay-data");
/** @type {PageData.ReplayPage} */
const data = embedded
  ? JSON.parse(embedded.textContent)
  : await (await fetch("/replay.json", { cache: "no-store" })).json();
const word = data.words;
const svg = root.querySelector("svg");
const NS = svg.namespaceURI;
const NOBODYS = "#888888";
const at = { step: data.frames.length - 1, picture: true, close: false, timer: 0 };

const make = (name, props, ...parts) => {
  const el = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(props)) el.setAttribute(key, String(value));
  el.append(...parts);
  return el;
};
const html = (name, props, ...parts) => {
  const el = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else el.setAttribute(key, String(value));
  }
  el.append(...parts);
  return el;
};

const MOST_NAMES = 3;
// Who acts, on whom, and whom it struck.
const actors = (frame) => [...new Set([frame.by, frame.at, ...frame.struck])].filter(Boolean).slice(0, MOST_NAMES);

// What has not moved was not told again: the bases of a step are those told last.
/** @param {number} step @returns {any[]} */
const basesAt = (step) => {
  for (let k = step; k >= 0; k -= 1) {
    const told = data.frames[k].bases;
    if (told) return told;
  }
  return [];
};

function photo(frame) {
  if (!at.picture || !frame.picture) return null;
  if (!frame.url) {
    return document.getElementById(`p${frame.picture}`) ? make("use", { href: `#p${frame.picture}` }) : null;
  }
  const [w, d] = data.size_in;
  const m = frame.margin;
  return make("image", {
    href: frame.url,
    width: w + 2 * m,
    height: d + 2 * m,
    preserveAspectRatio: "none",
    transform: `translate(${-m} ${d + m}) scale(1 -1)`,
  });
}

function ground(piece) {
  const points = piece.points.map((p) => p.join(",")).join(" ");
  return piece.line
    ? make("polyline", { points, fill: "none", stroke: piece.colour, "stroke-width": 0.4 })
    : make("polygon", {
      points,
      fill: piece.colour,
      "fill-opacity": 0.4,
      stroke: piece.colour,
      "stroke-width": 0.12,
    });
}

function base([payload, unit, side, x, y, facing, wide, deep, round], frame, before) {
  const fill = data.colours[side] || NOBODYS;
  const acts = actors(frame).includes(unit);
  const look = { fill, "fill-opacity": 0.75, stroke: acts ? "#ffe94d" : "#fff", "stroke-width": acts ? 0.35 : 0.12 };
  const body = round
    ? make("circle", { r: wide / 2, ...look })
    : make("rect", { x: -wide / 2, y: -deep / 2, width: wide, height: deep, ...look });
  const g = make(
    "g",
    { transform: `translate(${x} ${y}) rotate(${facing - 90})`, "data-payload": payload },
    make("title", {}, document.createTextNode(data.names[unit] || unit)),
    body,
    make("path", { d: `M${-wide / 2} ${deep / 2}H${wide / 2}`, stroke: "#fff", "stroke-width": 0.25 }),
  );
  const was = before.get(payload);
  if (!was || Math.hypot(was[3] - x, was[4] - y) < 0.2) return [g];
  return [
    make("path", {
      d: `M${was[3]} ${was[4]}L${x} ${y}`,
      stroke: "#fff",
      "stroke-width": 0.18,
      "stroke-dasharray": ".6 .5",
    }),
    g,
  ];
}

function shape({ kind, points }) {
  const joined = points.map((p) => p.join(",")).join(" ");
  if (kind === "point") return make("circle", { cx: points[0][0], cy: points[0][1], r: 0.35, fill: "#ffe94d" });
  if (kind === "segment") {
    return make("polyline", { points: joined, fill: "none", stroke: "#ffe94d", "stroke-width": 0.25 });
  }
  return make("polygon", {
    points: joined,
    fill: "#ffe94d",
    "fill-opacity": 0.13,
    stroke: "#ffe94d",
    "stroke-width": 0.08,
  });
}

// The ground that is covered, [x0, y0, x1, y1], inches with y up.
const covers = (bases) => {
  const half = (b) => Math.hypot(b[6], b[7]) / 2;
  const from = (k) => Math.min(...bases.map((b) => b[k] - half(b)));
  const to = (k) => Math.max(...bases.map((b) => b[k] + half(b)));
  return [from(3), from(4), to(3), to(4)];
};
const common = (a, b) =>
  Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

// How far a name is from a base; beside two that touch, the one at its own height is nearer.
function away(box, [x0, y0, x1, y1]) {
  const beyond = Math.hypot(Math.max(0, x0 - box[2], box[0] - x1), Math.max(0, y0 - box[3], box[1] - y1));
  return beyond + Math.hypot(box[0] + box[2] - x0 - x1, box[1] + box[3] - y0 - y1) / 200;
}

// Above, below or beside its unit, and nearer to it than to any other: where it covers no name, then no base, and
// stays in the picture.
function place(own, wide, high, view, taken, bases) {
  const others = bases.map((b) => covers([b])).filter((b) =>
    b[0] < own[0] || b[1] < own[1] || b[2] > own[2] || b[3] > own[3]
  );
  const middle = (own[0] + own[2]) / 2;
  const beside = (own[1] + own[3] - high) / 2;
  const places = [1, 2.2].flatMap((far) => [
    [middle - wide / 2, own[3] + high * (far - 0.9)],
    [middle - wide / 2, own[1] - high * (far + 0.1)],
    [own[2] + high * 0.2, beside],
    [own[0] - high * 0.2 - wide, beside],
    ...[own[0], own[2] - wide].flatMap((x) => [[x, own[3] + high * (far - 0.9)], [x, own[1] - high * (far + 0.1)]]),
  ]).map(([x, y]) => {
    const left = Math.min(Math.max(x, view[0]), Math.max(view[0], view[2] - wide));
    return [left, y, left + wide, y + high];
  });
  const strays = (box) => others.some((other) => away(box, other) < away(box, own));
  const bad = (box) =>
    (strays(box) ? 500 : 0) +
    1000 * taken.reduce((sum, other) => sum + common(box, other), 0) +
    100 * (wide * high - common(box, view)) +
    bases.reduce((sum, b) => sum + common(box, covers([b])), 0);
  return places.reduce((best, one) => (bad(one) < bad(best) - 1e-6 ? one : best));
}

// Names of who acts and who suffers, upright, of a size that is read on any screen.
function names(frame, bases, [x, y, across, up]) {
  // A wide screen leaves room beside a table that is as high as may be: its scale is the lesser of the two.
  const { width, height } = svg.getBoundingClientRect();
  const px = Math.min(Math.max(width, 300) / across, (height || Infinity) / up);
  const size = Math.max(0.8 * Math.min(1, across / 24), 15 / px);
  const taken = [];
  return actors(frame).filter((unit) => bases.some((b) => b[1] === unit)).map((unit) => {
    const called = data.names[unit] || unit;
    const own = covers(bases.filter((b) => b[1] === unit));
    // A bold letter is about .6 as wide as it is high.
    const box = place(own, called.length * size * 0.6, size * 1.25, [x, y, x + across, y + up], taken, bases);
    taken.push(box);
    return make("text", {
      transform: `translate(${(box[0] + box[2]) / 2} ${box[1] + size * 0.3}) scale(1 -1)`,
      "font-size": size,
      "text-anchor": "middle",
      fill: "#fff",
      stroke: "#000",
      "stroke-width": size / 6,
      "paint-order": "stroke",
      "font-family": "sans-serif",
      "font-weight": 700,
    }, document.createTextNode(called));
  });
}

function drawTable(frame) {
  const [w, d] = data.size_in;
  const box = at.close && frame.box ? frame.box : [0, 0, w, d];
  const bases = basesAt(at.step);
  const before = new Map(basesAt(at.step - 1).map((b) => [b[0], b]));
  // Of whom it struck, those that are off the table now: where they stood.
  const gone = [...before.values()].filter((b) => actors(frame).includes(b[1]) && !bases.some((c) => c[0] === b[0]));
  const picture = photo(frame);
  svg.setAttribute("viewBox", `${box[0]} ${d - box[1] - box[3]} ${box[2]} ${box[3]}`);
  svg.replaceChildren(
    make(
      "g",
      { transform: `translate(0 ${d}) scale(1 -1)` },
      make("rect", { width: w, height: d, fill: "#51603f" }),
      ...(picture ? [picture] : data.terrain.map(ground)),
      ...gone.map((b) => make("g", { class: "gone", opacity: 0.5 }, ...base(b, frame, before))),
      ...bases.flatMap((b) => base(b, frame, before)),
      ...frame.shapes.map(shape),
      ...names(frame, [...bases, ...gone], box),
    ),
  );
}

function dice(frame) {
  return frame.dice.map((roll) =>
    html(
      "p",
      { class: "replay-dice" },
      // Before its dice, as on the table: after them it would stand over those of the next question.
      html("span", { class: "soft" }, `${roll.what}${roll.need ? ` (${word.needs} ${roll.need}+)` : ""}`),
      ...(roll.faces || []).map((face) =>
        html("span", { class: `die ${roll.need ? (face >= roll.need ? "hit" : "miss") : ""}` }, String(face))
      ),
    )
  );
}

const status = root.querySelector("[data-says]");
const slider = html("input", {
  type: "range",
  min: 0,
  max: Math.max(0, data.frames.length - 1),
  "aria-label": word.step,
  oninput: () => go(Number(slider.value)),
});
/** @type {[string, number][]} */
const begins = data.frames.map((frame, k) => [frame.turn, k]);
const turns = [...new Map(begins.reverse()).entries()].reverse();
const select = html(
  "select",
  { "aria-label": word.turn, onchange: () => go(Number(select.value)) },
  ...turns.map(([turn, k]) => html("option", { value: k }, turn || word.begins)),
);
// A game that has no turns is not at its beginning all the time.
select.hidden = turns.length < 2 && !turns[0]?.[0];
const button = (name, sign, does) =>
  html("button", { type: "button", "aria-label": word[name], title: word[name], onclick: does }, sign);
const toggle = (key, yes, no) => {
  const el = html("button", {
    type: "button",
    onclick: () => {
      at[key] = !at[key];
      draw();
    },
  });
  el.show = () => {
    el.textContent = at[key] ? word[no] : word[yes];
  };
  return el;
};
const close = toggle("close", "close", "whole");
const photos = toggle("picture", "picture", "plan");
const play = html("button", { type: "button", onclick: () => (at.timer ? stop() : start()) }, word.play);

function start() {
  if (at.step >= data.frames.length - 1) go(0);
  at.timer = setInterval(() => (at.step < data.frames.length - 1 ? go(at.step + 1) : stop()), 1800);
  play.textContent = word.pause;
}
function stop() {
  clearInterval(at.timer);
  at.timer = 0;
  play.textContent = word.play;
}
function go(step) {
  at.step = Math.min(Math.max(0, step), data.frames.length - 1);
  draw();
}
const step = (by) => {
  stop();
  go(at.step + by);
};

// What an umpire has set for this step or put in its place, and what was noted beside it.
const putRight = ({ again, instead, noted }) =>
  [[word.again, again], [word.overruled, instead], ...noted.map((one) => [word.noted, one])]
    .filter(([, says]) => says).map(([what, says]) => html("p", { class: "over" }, `${what}: ${says}`));

function draw() {
  const frame = data.frames[at.step];
  slider.value = String(at.step);
  select.value = String(turns.filter(([, k]) => k <= at.step).at(-1)?.[1] ?? 0);
  close.show();
  photos.show();
  photos.hidden = !data.frames.some((each) => each.picture);
  const lost = data.sides.map((side) =>
    `${side.charAt(0).toUpperCase()}${side.slice(1)} ${word.lost} ${frame.lost[side] || 0}`
  ).join(" · ");
  status.replaceChildren(
    html(
      "p",
      { class: "soft" },
      [frame.turn, `${word.step} ${at.step + 1} ${word.of} ${data.frames.length}`, lost].filter(Boolean).join(" · "),
    ),
    html(frame.instead ? "s" : "strong", {}, frame.says),
    html("p", { class: "soft" }, frame.did),
    ...putRight(frame),
    ...dice(frame),
    at.step === data.frames.length - 1 && data.ending ? html("p", { class: "over" }, data.ending) : "",
  );
  drawTable(frame);
}

function jump() {
  const event = Number(location.hash.replace("#step-", ""));
  const k = data.frames.findIndex((frame) => frame.event === event);
  if (location.hash.startsWith("#step-") && k >= 0) {
    go(k);
    root.scrollIntoView();
  }
}

function begin() {
  root.querySelector("[data-controls]").append(
    button("first", "|◀", () => step(-data.frames.length)),
    button("back", "◀", () => step(-1)),
    play,
    button("on", "▶", () => step(1)),
    button("last", "▶|", () => step(data.frames.length)),
    select,
    close,
    photos,
    slider,
  );
  root.addEventListener("keydown", (event) => {
    if (event.target === slider || event.target === select) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      step(by);
    }
  });
  addEventListener("hashchange", jump);
  draw();
  jump();
  root.dataset.ready = "yes";
}

if (data.frames.length) begin();
else {
  svg.remove();
  status.textContent = word.begins;
}
