// @ts-check
// What lies under the bases: the cloth with its grid, the rectified picture, the terrain.
import { s } from "/static/dom.js";
import { middle, path } from "/static/map/geometry.js";
import { around, nearPoints } from "/static/map/labels.js";
import { FAR_PX } from "/static/map/names.js";
import { hasTexture } from "/static/map/textures.js";
import { W } from "/static/words.js";

/** @param {import("/static/map.js").TableMap} map */
export function drawCloth(map) {
  const [w, d] = map.data.size_in;
  const lines = [];
  const [across, deep] = map.data.game?.squares || [0, 0];
  const [sx, sy] = across ? [w / across, d / deep] : [12, 12];
  for (let x = sx; x < w - 0.01; x += sx) lines.push(s("line", { class: "grid-line", x1: x, y1: 0, x2: x, y2: d }));
  for (let y = sy; y < d - 0.01; y += sy) lines.push(s("line", { class: "grid-line", x1: 0, y1: y, x2: w, y2: y }));
  map.layers.squares.replaceChildren(...(across ? lines.map((line) => line.cloneNode()) : []));
  map.layers.cloth.replaceChildren(
    s("rect", { class: "cloth", x: 0, y: 0, width: w, height: d }),
    ...lines,
    s("rect", { class: "edge", x: 0, y: 0, width: w, height: d }),
  );
  const cut = { x: -2, y: -2, width: w + 4, height: d + 4 };
  for (const [key, value] of Object.entries(cut)) map.clip.setAttribute(key, value);
}

/** @param {import("/static/map.js").TableMap} map */
export function drawPhoto(map) {
  const photo = map.data.picture;
  if (!map.showPhoto) {
    map.layers.photo.replaceChildren();
    map.photoUrl = "";
    return;
  }
  map.svg.classList.toggle("blind", Boolean(map.data.blind));
  if (!photo) return;
  const url = map.lookFrom ? `${photo.url}&camera=${encodeURIComponent(map.lookFrom)}` : photo.url;
  if (url === map.photoUrl || map.loading) return;
  map.loading = true;
  const image = new Image();
  image.onload = () => {
    map.loading = false;
    map.photoUrl = url;
    putPhoto(map, photo, url);
  };
  image.onerror = () => {
    map.loading = false;
  };
  image.src = url;
}

function putPhoto(map, photo, url) {
  const [w, d] = map.data.size_in;
  const m = photo.margin_in;
  if (!map.photoEl) map.photoEl = s("image", { preserveAspectRatio: "none" });
  const el = map.photoEl;
  const place = { x: 0, y: 0, width: w + 2 * m, height: d + 2 * m, transform: `translate(${-m} ${d + m}) scale(1 -1)` };
  for (const [key, value] of Object.entries(place)) el.setAttribute(key, value);
  el.setAttribute("href", url);
  if (!el.isConnected && map.showPhoto) map.layers.photo.replaceChildren(el);
  map.svg.classList.add("on-photo");
}

const kindOf = (piece) => piece.kind.replace(/[^a-z]/gi, "");

/** @param {import("/static/map.js").TableMap} map */
export function drawTerrain(map) {
  map.layers.terrain.replaceChildren(...map.data.terrain.flatMap((piece) => {
    const kind = kindOf(piece);
    const points = path(piece.outline_in);
    if (piece.is_line) return [s("polyline", { class: `terrain ${kind} line`, points })];
    const area = s("polygon", { class: `terrain ${kind}`, points });
    return hasTexture(kind)
      ? [area, s("polygon", { class: "texture", fill: `url(#texture-${kind})`, points })]
      : [area];
  }));
  map.wanted.terrain =
    () => (map.view.px > FAR_PX
      ? map.data.terrain.filter((piece) => piece.name).map((piece) => nameOf(map, piece))
      : []);
}

// On the piece if it can be, else beside it; its level and height with it.
function nameOf(map, piece) {
  const outline = piece.outline_in.map((p) => map.pixels(...p));
  const centre = map.pixels(...middle(piece.outline_in));
  const beside = around([outline], [0, 1]);
  const level = piece.level ? W.terrain.level(piece.level) : "";
  const high = piece.height_in && !piece.is_line ? `${piece.height_in}″` : "";
  const more = [level, high].filter(Boolean).join(" · ");
  const places = (wide, tall) => [...nearPoints([centre])(wide, tall), ...beside(wide, tall)];
  return {
    layer: "terrain",
    cls: "terrain-name",
    rank: 3,
    words: [{ text: [piece.name, more].filter(Boolean).join(" · "), badges: "" }, { text: piece.name, badges: "" }],
    places,
  };
}
