// What lies under the bases: the cloth with its grid, the rectified picture, the terrain.
import { s } from "/static/dom.js";
import { middle, path } from "/static/map/geometry.js";

export function drawCloth(map) {
  const [w, d] = map.data.size_in;
  const lines = [];
  const [across, deep] = map.data.game?.squares || [0, 0];
  const [sx, sy] = across ? [w / across, d / deep] : [12, 12];
  for (let x = sx; x < w - 0.01; x += sx) lines.push(s("line", { class: "grid-line", x1: x, y1: 0, x2: x, y2: d }));
  for (let y = sy; y < d - 0.01; y += sy) lines.push(s("line", { class: "grid-line", x1: 0, y1: y, x2: w, y2: y }));
  map.layers.squares.replaceChildren(...(across ? lines.map((line) => line.cloneNode()) : []));
  map.layers.cloth.replaceChildren(s("rect", { class: "cloth", x: 0, y: 0, width: w, height: d }), ...lines,
    s("rect", { class: "edge", x: 0, y: 0, width: w, height: d }));
  for (const [key, value] of Object.entries({ x: -2, y: -2, width: w + 4, height: d + 4 })) map.clip.setAttribute(key, value);
}

export function drawPhoto(map) {
  const photo = map.data.picture;
  if (!map.showPhoto) { map.layers.photo.replaceChildren(); map.photoUrl = ""; return; }
  map.svg.classList.toggle("blind", Boolean(map.data.blind));
  if (!photo) return;
  const url = map.lookFrom ? `${photo.url}&camera=${encodeURIComponent(map.lookFrom)}` : photo.url;
  if (url === map.photoUrl || map.loading) return;
  map.loading = true;
  const image = new Image();
  image.onload = () => { map.loading = false; map.photoUrl = url; putPhoto(map, photo, url); };
  image.onerror = () => { map.loading = false; };
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

export function drawTerrain(map) {
  const els = map.data.terrain.map((piece) => {
    const kind = `terrain ${piece.kind.replace(/[^a-z]/gi, "")}`;
    return piece.is_line
      ? s("polyline", { class: `${kind} line`, points: path(piece.outline_in) })
      : s("polygon", { class: kind, points: path(piece.outline_in) });
  });
  const labels = map.data.terrain.filter((piece) => piece.name).map((piece) => {
    const height = piece.height_in && !piece.is_line ? ` ${piece.height_in}″` : "";
    return map.label(middle(piece.outline_in), "terrain-name", `${piece.name}${height}`);
  });
  map.layers.terrain.replaceChildren(...els, ...labels);
}
