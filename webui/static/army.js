// @ts-check
// The army workshop: a catalogue with points beside the roster; total, limit and faults at once.
import { $, h, toast } from "/static/dom.js";
import { fromCsv, toCsv } from "/static/army/csv.js";
import { drawPoints, faultLines, onChange, otherFaults, price, roster, select, text } from "/static/army/roster.js";
import { addUnit, army, data, keepDraft, replaceArmy, state } from "/static/army/state.js";
import { post } from "/static/net.js";
import { army as SAYS } from "/static/words/army.js";

let timer = 0;
let asked = 0;

async function check() {
  const mine = ++asked;
  let verdict;
  try {
    verdict = await post("/army/check", { army });
  } catch (why) {
    verdict = { points: {}, total: 0, faults: [{ says: why.message, rules: [] }] };
  }
  // What was typed since is being asked for.
  if (mine !== asked) return;
  state.verdict = verdict;
  drawVerdict();
}

function changed(redraw = true) {
  keepDraft();
  clearTimeout(timer);
  timer = setTimeout(check, 250);
  if (redraw) draw();
}
onChange(changed);

function catalogue() {
  const row = (kind) =>
    h(
      "li",
      {},
      h(
        "span",
        { class: "grow" },
        kind.title,
        kind.leads ? h("span", { class: "small soft" }, ` ${SAYS.leads}`) : null,
      ),
      h("span", { class: "num" }, SAYS.pts(price(kind.kind))),
      h("button", {
        type: "button",
        "aria-label": SAYS.addKind(kind.title),
        onclick: () => {
          addUnit(kind.kind);
          changed();
          $("army").querySelector(`[data-unit="${CSS.escape(state.open)}"] summary`)?.focus();
        },
      }, "+"),
    );
  return h(
    "details",
    { class: "card catalogue noprint", open: innerWidth > 860 },
    h("summary", {}, h("strong", {}, SAYS.catalogue)),
    h("ul", {}, data.kinds.map(row)),
  );
}

function brigadeForm() {
  const form = h(
    "form",
    {
      class: "row end",
      onsubmit: (event) => {
        event.preventDefault();
        const name = String(new FormData(form).get("name")).trim();
        if (name) {
          army.brigades[name] = army.brigades[name] || "";
          changed();
        }
      },
    },
    h("label", { class: "grow" }, SAYS.newBrigade, h("input", { name: "name", maxlength: 40 })),
    h("button", {}, SAYS.add),
  );
  return h("section", { class: "card noprint" }, form);
}

function about() {
  return h(
    "section",
    { class: "card" },
    h(
      "div",
      { class: "row" },
      text(SAYS.side, army.side, (v) => {
        army.side = v;
      }, { required: true, maxlength: 40 }),
      text(SAYS.armyName, army.name, (v) => {
        army.name = v;
      }),
    ),
    h(
      "div",
      { class: "row" },
      select(SAYS.colour, army.colour, [["", SAYS.usualColour], ...data.colours], (v) => {
        army.colour = v;
      }),
      h(
        "label",
        {},
        SAYS.limit,
        h("input", {
          type: "number",
          min: 0,
          step: 1,
          inputmode: "numeric",
          value: army.points_limit || "",
          oninput: (event) => {
            army.points_limit = Math.max(0, Math.round(Number(event.target.value)) || 0);
            keepDraft();
            drawVerdict();
          },
        }),
      ),
    ),
  );
}

function samples() {
  const take = (other) => {
    replaceArmy(other);
    state.open = "";
    changed();
  };
  const row = (
    title,
    list,
  ) => (list.length
    ? [
      h("h3", {}, title),
      h(
        "div",
        { class: "row" },
        list.map((each) =>
          h("button", { type: "button", onclick: () => take(each) }, SAYS.copy(each.name || each.side))
        ),
      ),
    ]
    : []);
  return h(
    "details",
    { class: "card noprint" },
    h("summary", {}, SAYS.samples),
    row(SAYS.ofBook(data.title), data.samples),
    row(SAYS.playing, data.playing),
  );
}

function keeping() {
  return h(
    "section",
    { class: "card noprint" },
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", class: "main-button", onclick: save }, SAYS.keepArmy),
      h("button", { type: "button", onclick: startNew }, SAYS.startNew),
    ),
    h("p", { class: "small soft", role: "status" }, state.isDraft ? SAYS.draftBack : SAYS.draftKept),
    takingAway(),
    bringingIn(),
  );
}

function takingAway() {
  const tags = { class: "button", href: `/setup/print/tags.pdf?army=${encodeURIComponent(data.armyFile)}` };
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", onclick: download }, "army.toml"),
    h("button", { type: "button", onclick: downloadCsv }, "CSV"),
    h("button", { type: "button", onclick: printCards }, SAYS.print),
    data.armyFile ? h("a", tags, SAYS.printTags) : null,
  );
}

function bringingIn() {
  const paste = h("textarea", { rows: 5, class: "grow", "aria-label": SAYS.paste });
  const file = h("input", {
    type: "file",
    accept: ".toml,.csv,.txt",
    "aria-label": SAYS.fromFile,
    onchange: async () => {
      if (file.files[0]) await read(await file.files[0].text());
      file.value = "";
    },
  });
  return h(
    "details",
    {},
    h("summary", {}, SAYS.bringIn),
    h("label", {}, SAYS.fromFile, file),
    paste,
    h("button", { type: "button", onclick: () => read(paste.value) }, SAYS.readIt),
  );
}

function draw() {
  $("army").replaceChildren(
    h("section", { class: "army-total", id: "verdict", "aria-live": "polite" }),
    h(
      "div",
      { class: "army-side" },
      about(),
      catalogue(),
      brigadeForm(),
      samples(),
      keeping(),
      h("datalist", { id: "tags" }, data.tags.map((tag) => h("option", { value: tag }))),
    ),
    h("div", { class: "army-roster", id: "roster" }, roster()),
  );
  drawVerdict();
}

function drawVerdict() {
  const { verdict } = state;
  const limit = army.points_limit;
  const over = limit && verdict.total > limit
    ? h("strong", { class: "verdict out" }, SAYS.over(verdict.total - limit))
    : null;
  const general = otherFaults();
  $("verdict").replaceChildren(
    h(
      "p",
      { class: "need" },
      h("strong", { class: "num" }, String(verdict.total)),
      limit ? ` / ${limit}` : "",
      SAYS.points,
      h("strong", {}, String(army.units.length)),
      SAYS.unitsWord,
      " ",
      over,
      verdict.faults.length
        ? h("strong", { class: "verdict close" }, SAYS.faultsLeft(verdict.faults.length))
        : over
        ? null
        : h("strong", { class: "verdict in" }, SAYS.fits),
    ),
    ...faultLines(general),
  );
  drawPoints();
}

async function save() {
  try {
    const { file } = await post("/army/save", { army });
    data.armyFile = file;
    toast(SAYS.keptAs(file));
  } catch (why) {
    toast(why.message, true);
  }
}

function startNew() {
  replaceArmy({ side: army.side, units: [] });
  state.isDraft = false;
  state.open = "";
  changed();
}

function hand(content, type, name) {
  h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name }).click();
}

async function download() {
  await check();
  if (!state.verdict.file) {
    toast(state.verdict.faults[0]?.says || "", true);
    return;
  }
  hand(state.verdict.file, "application/toml", "army.toml");
}

function downloadCsv() {
  hand(`\uFEFF${toCsv(army.units)}`, "text/csv", "army.csv");
}

// Roster cards: every unit with its options.
function printCards() {
  for (const unit of document.querySelectorAll(".army-unit")) unit.open = true;
  print();
}

async function read(pasted) {
  try {
    if (/^\s*(\w+\s*=|\[|#)/.test(pasted)) replaceArmy((await post("/army/read", { text: pasted })).army);
    else {
      army.units = fromCsv(pasted);
      for (const { brigade } of army.units) if (brigade && !(brigade in army.brigades)) army.brigades[brigade] = "";
    }
    changed();
  } catch (why) {
    toast(why.message, true);
  }
}

draw();
check();
