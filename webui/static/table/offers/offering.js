// @ts-check
// What a unit or a side may do now, and what has to be said before it is declared.
import { $, h, refusal as barred, ruleIds, toast } from "/static/dom.js";
import { sideClass } from "/static/map.js";
import { isSquare, squareName, withSquareName } from "/static/map/squares.js";
import { getJson } from "/static/net.js";
import { strengthBar } from "/static/show/score-board.js";
import { act, complain } from "/static/table/acting.js";
import { settings } from "/static/table/offers/choosing.js";
import { markSquares } from "/static/table/squares.js";
import { page, state } from "/static/table/state.js";
import { lengthText } from "/static/units.js";
import { named, W } from "/static/words.js";

// What a whole side may do now (draw a card, end a phase …), without picking a unit first.
export function sideOffers() {
  const { offers, data } = state;
  if (!offers) return [];
  const mine = data.game.sides.filter((side) =>
    offers.sides[side]?.some((o) => o.legal) && (data.you.role !== "player" || side === data.you.side)
  );
  return [
    mine.length && h(
      "section",
      { class: "card" },
      mine.map((side) =>
        h(
          "div",
          { class: "side-offers" },
          h("h3", {}, h("span", { class: `swatch ${sideClass(data, side)}` }), ` ${named(side)}`),
          settings(offers.sides[side], offers.head, true),
          sideRow(offers.sides[side].filter((o) => o.legal && !o.setting)),
        )
      ),
      endings(mine),
    ),
    held(),
  ].filter(Boolean);
}

// What a side holds in secret, folded away: somebody may be looking over the player's shoulder.
function held() {
  const { offers, data } = state;
  const cards = data.game.sides.map((side) => offers?.held[side]).filter((card) => card != null);
  return cards.length &&
    h(
      "section",
      { class: "card" },
      cards.map((card) =>
        h(
          "details",
          { "data-key": `held-${card.side}` },
          h("summary", {}, W.held(card.name)),
          h(
            "table",
            { class: "lines" },
            h(
              "tbody",
              {},
              card.lines.map(([label, value]) => h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, value))),
            ),
          ),
        )
      ),
    );
}

// What can be done to the unit that was tapped second.
export function aimedOffers() {
  const { unit } = state;
  if (!unit || state.data.open) return null;
  const at = unit.offers.filter((o) => o.action.at === state.aimed);
  if (at.length) return offerList(unit, at);
  const aimed = state.data.units.find((/** @type {any} */ each) => each.unit === state.aimed);
  if (!aimed || aimed.side === unit.side) return null;
  // What is refused whomever it is aimed at says why.
  const refused = unit.offers.filter((o) => !o.legal && !o.action.at);
  return h("div", {}, h("p", { class: "small" }, W.nothingAt(aimed.name)), offerList(unit, refused));
}

/** @param {any} unit */
export function offers(unit) {
  const all = unit.offers;
  return h(
    "div",
    {},
    h("h3", {}, W.actions),
    unit.trouble ? h("p", { class: "small" }, unit.trouble) : null,
    state.data.open ? h("p", { class: "small soft" }, W.declareFirst) : null,
    all.length ? offerList(unit, all, true) : h("p", { class: "small soft" }, W.noActions),
  );
}

// What can be done comes first; what is refused comes below, *folded* under one line.
function offerList(unit, all, folded = false) {
  const may = state.data.you.may_act && (state.data.you.role !== "player" || unit.side === state.data.you.side);
  const list = oncePerReason(all.filter((o) => !o.setting));
  const drawn = (some) =>
    some.map((
      offer,
    ) => [offerButton(offer, may), state.odds?.key === JSON.stringify(offer.action) ? state.odds.el : null]);
  const no = list.filter((o) => !o.legal);
  return h(
    "div",
    { class: "offers" },
    settings(all, unit.head, may),
    drawn(list.filter((o) => o.legal)),
    folded && no.length > 1
      ? h(
        "details",
        { "data-key": `refused-${unit.unit}` },
        h("summary", {}, W.notAllowed(no.length)),
        h("div", { class: "offers" }, drawn(no)),
      )
      : drawn(no),
  );
}

// What is refused for the same reason, whomever it is aimed at, is one line.
function oncePerReason(list) {
  const reason = (o) => (o.legal || !o.why ? null : `${o.action.do}/${o.why}`);
  const alike = (o) => list.filter((one) => reason(o) !== null && reason(one) === reason(o));
  return list.filter((o) => reason(o) === null || alike(o)[0] === o).map((o) => {
    const others = alike(o).length - 1;
    return others > 0 ? { ...o, title: W.andMore(o.title, others), others } : o;
  });
}

function sideRow(list) {
  const { ends, goes_on } = state.data.game;
  const plays = list.filter((o) => !ends.includes(o.action.do) && !goes_on.includes(o.action.do));
  return h("div", { class: "row" }, plays.map(sideButton));
}

// What ends a game is a tap further away than what plays it; who ends it stands beside each button.
function endings(sides) {
  const { offers, data } = state;
  const ends = sides.map((side) => ({
    side,
    list: (offers?.sides[side] || []).filter((o) => o.legal && data.game.ends.includes(o.action.do)),
  })).filter(({ list }) => list.length);
  if (!ends.length) return null;
  return h(
    "details",
    { "data-key": "end-game" },
    h("summary", { class: "small" }, W.endGame),
    ends.map(({ side, list }) => h("div", { class: "row" }, h("strong", {}, named(side)), list.map(sideButton))),
  );
}

/** @param {any} offer */
export function sideButton(offer) {
  const more = Object.entries(offer.needs).filter(([, values]) => values.length);
  return h("button", {
    type: "button",
    title: [offer.why, ...offer.rules].join(" "),
    "data-keep-focus": JSON.stringify(offer.action),
    onclick: () => (more.length ? ask(offer, more) : declare(offer, {})),
  }, offer.title);
}

function offerButton(offer, may) {
  const more = Object.entries(offer.needs).filter(([, values]) => values.length);
  const button = h(
    "button",
    {
      type: "button",
      class: `offer ${offer.legal ? "" : "refused"}`,
      disabled: !may || (!offer.legal && Boolean(state.data.open || state.data.game.over)),
      "data-keep-focus": JSON.stringify(offer.action),
      onclick: () => (more.length || !offer.legal ? ask(offer, more) : declare(offer, {})),
    },
    offer.title,
    offer.readings[0] ? measured(offer) : null,
    whyOf(offer),
  );
  const hasOdds = offer.legal && may && offer.action.at && state.data.game.premeasure;
  return hasOdds ? h("div", { class: "offer-row" }, button, oddsOf(offer)) : button;
}

// How far it is, and from where to where: other questions between the same two have other numbers.
function measured({ action, readings: [first] }) {
  const from = action.at ? W.measuredFrom[first.what] : "";
  return h("span", { class: "odds num" }, lengthText(first), from ? h("span", { class: "small" }, ` ${from}`) : null);
}

// Why it is refused or doubtful, and by which rules.
const whyOf = (offer) =>
  offer.why || offer.rules.length
    ? h(
      "span",
      { class: "why" },
      offer.why,
      offer.why ? " " : "",
      h("span", { class: "rule-id" }, offer.rules.join(" ")),
    )
    : null;

// The chances, on demand: one line, and all of them behind it.
function oddsOf(offer) {
  const { action } = offer;
  const load = async () => {
    const query = new URLSearchParams({ ...action.more, do: action.do, by: action.by, at: action.at });
    let got;
    try {
      got = await getJson(`/odds.json?${query}`);
    } catch (why) {
      complain(why);
      return;
    }
    const lines = got.results.map((r) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, r.says.join(" ")),
        h("td", { class: "odds-bar" }, strengthBar(Math.round(1000 * r.chance), 1000)),
        h("td", { class: "num" }, `${(100 * r.chance).toFixed(r.chance < 0.1 ? 1 : 0)} %`),
      )
    );
    state.odds = {
      key: JSON.stringify(action),
      el: h(
        "div",
        { class: "odds-box" },
        got.trouble ? h("p", { class: "small" }, got.trouble) : [
          h("table", { class: "lines" }, h("tbody", {}, lines)),
          h("p", { class: "small soft" }, got.exact ? W.exactOdds : W.sampledOdds(got.courses, got.error)),
        ],
      ),
    };
    page.draw();
  };
  return h("button", {
    type: "button",
    class: "odds-link quiet",
    "data-keep-focus": `odds-${JSON.stringify(action)}`,
    onclick: load,
  }, W.odds);
}

// What has to be said before a declaration; it stays while the table changes under it. Squares are
// tapped on the map, or on their names; the only thing asked is declared at once.
function ask(offer, more) {
  const close = () => {
    state.asking = null;
    form.remove();
    page.draw();
  };
  const where = more.find(([, values]) => values.every(isSquare));
  const others = more.filter((one) => one !== where);
  const send = () => {
    const chosen = Object.fromEntries(new FormData(form));
    close();
    declare(offer, chosen);
  };
  const squares = where && squareField(where, () => {
    if (!others.length) send();
  });
  const submitted = (event) => {
    event.preventDefault();
    if (!squares || squares.chosen()) send();
    else toast(W.tapSquare, true);
  };
  const button = (others.length || !where) && !offer.others ? sendButton(offer) : null;
  const form = h(
    "form",
    { class: "card prompt", onsubmit: submitted },
    h("h3", {}, offer.title),
    offer.legal ? null : refusal(offer),
    squares?.el,
    h(
      "div",
      { class: "row end" },
      others.map((one) => pickField(one, offer)),
      button,
      h("button", { type: "button", class: "quiet", onclick: close }, W.cancel),
    ),
  );
  if (button && !where && !offer.legal) agreeable(offer, form, button);
  put(form, { squares: where?.[1] || [], chosen: squares?.chosen, take: squares?.take });
}

// Why it is refused, and what people who agree may do about it.
const refusal = (offer) => [
  h("p", {}, h("strong", {}, W.refusedBy), ` ${offer.why} `, ruleIds(offer.rules)),
  h("p", { class: "small agreement" }, offer.others ? W.whichOfThem : W.allTheSame),
];

// People cannot agree to what lacks something that it cannot be done without: the button gives way
// to what that is. What is chosen may be what is lacking.
function agreeable(offer, form, button) {
  const told = form.querySelector(".agreement");
  const ask = async () => {
    button.disabled = true;
    const { more, ...action } = offer.action;
    const said = { ...action, at: action.at || "", ...more, ...Object.fromEntries(new FormData(form)) };
    let got;
    try {
      got = await getJson(`/agreed.json?${new URLSearchParams(said)}`);
    } catch (why) {
      complain(why);
      return;
    }
    button.disabled = false;
    button.hidden = Boolean(got.bar);
    told.replaceChildren(h("span", {}, got.bar ? barred({ ...got.bar, says: named(got.bar.says) }) : W.allTheSame));
  };
  form.addEventListener("change", ask);
  ask();
}

const sendButton = (offer) => h("button", { class: "main-button" }, sending(offer));

// What the button that sends it says: one side alone can only ask the other.
function sending(offer) {
  if (offer.legal) return offer.title;
  const { you, game } = state.data;
  const other = game.sides.find((/** @type {string} */ side) => side !== you.side) || "";
  return you.role === "player" ? W.askToLetIt(named(other)) : W.letItBeDone;
}

// Shows what is asked at the top of the panel, in place of what was asked before.
function put(form, asked) {
  state.asking?.form.remove();
  state.asking = { form, head: state.data.game.head, ...asked };
  $("panel").prepend(form);
  $("panel").scrollTop = 0;
  markSquares();
  form.querySelector("select, .squares button")?.focus({ preventScroll: true });
}

// What may only be said or left out is a box to tick; the rest is chosen from a list.
const pickField = ([name, values], offer) =>
  values.join() === ",yes" ? tickField(name, offer) : h(
    "label",
    {},
    nameOf(name, offer),
    h("select", { name }, values.map((v) => h("option", { value: v }, withSquareName(v)))),
  );

// In the words of the book, where it has any for it.
const nameOf = (name, offer) => offer.asks[name] || name.replaceAll("_", " ");

const tickField = (name, offer) =>
  h("label", { class: "choice" }, h("input", { type: "checkbox", name, value: "yes" }), nameOf(name, offer));

// One button a square; the map marks them too, and a tap there is the same.
function squareField([name, values], taken) {
  const input = h("input", { type: "hidden", name, value: "" });
  const buttons = values.map((value) =>
    h(
      "button",
      { type: "button", "aria-pressed": "false", "data-square": value, onclick: () => take(value) },
      squareName(value),
    )
  );
  const take = (value) => {
    input.value = value;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.square === value));
    markSquares();
    taken();
  };
  return {
    el: h("div", {}, h("p", { class: "need" }, W.tapSquare), h("div", { class: "row squares" }, input, buttons)),
    chosen: () => input.value,
    take,
  };
}

function declare(offer, chosen) {
  const { do: what, by, at, more } = offer.action;
  const fields = { do: what, by, at, more: { ...more, ...chosen } };
  act("/act/declare", offer.legal ? fields : { ...fields, agreed: true });
}
