// @ts-check
// A ruling with its working, as the table, the list and the big screen show it.
import { clock, h, inHouse, ruleIds } from "/static/dom.js";
import { thrown } from "/static/ruling/thrown.js";
import { lengthText } from "/static/units.js";
import { named } from "/static/words/names.js";
import { W } from "/static/words.js";

export const readingText = lengthText;

/** @param {any} ruling @param {boolean} mayDispute */
export function working(ruling, mayDispute = false) {
  const rows = ruling.modifiers.map((m) =>
    h("tr", {}, h("th", { scope: "row" }, m.what, " ", ruleIds([m.rule])), h("td", { class: "num" }, m.value))
  );
  if (ruling.total) rows.push(h("tr", { class: "total" }, h("th", { scope: "row" }, "="), h("td", {}, ruling.total)));
  const readings = ruling.readings.map((r, k) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        `${r.title}${r.by_hand ? ` ${W.byHandMark}` : ""}`,
      ),
      h(
        "td",
        { class: "num" },
        readingText(r),
        mayDispute
          ? [" ", h("a", { class: "small", href: `/rulings/${ruling.id}?reading=${k}#dispute` }, W.dispute)]
          : null,
      ),
    )
  );
  return h("table", { class: "lines" }, h("tbody", {}, readings, rows));
}

// What was noted beside it or doubted.
const beside = ({ noted, disputes }) => [
  ...noted.map((o) => putRight(W.noted, o.says, o)),
  ...disputes.map((d) => h("p", { class: "disputing small" }, d.says)),
];

const putRight = (what, says, { reason }) =>
  h("p", { class: "overruling" }, h("strong", {}, `${what}: ${says}`), ` ${W.because} ${reason}`);

// What an umpire has set so that it was run again, and what holds now in its place.
const setAndOverruled = ({ again, instead }) => [
  again && putRight(W.byOverruling, again.set, again),
  instead && putRight(W.overruledBy, instead.says, instead),
];

/**
 * The rulings of one action, newest first as the page has them, to its cards, newest first.
 * @param {any[]} verdicts
 */
export function byAction(verdicts) {
  const cards = new Map();
  for (const ruling of verdicts) cards.set(ruling.event, [ruling, ...(cards.get(ruling.event) || [])]);
  return [...cards.values()];
}

/**
 * One action, one card: what happened to whom, the dice, what people do now, the working folded.
 * @param {any[]} rulings of one action @param {any} options
 */
export function actionCard(
  rulings,
  { open = false, ours = false, overrule = null, newest = 0, mayDispute = false } = {},
) {
  const last = rulings.at(-1);
  const lone = rulings.length === 1 && isHeadline(last, last);
  const bare = lone && isBare(last);
  return h(
    "article",
    {
      class: `card ruling ${last.instead ? "overruled" : ""}`,
      id: `action-${last.event}`,
    },
    h("h3", {}, headline(last)),
    cameFrom(rulings),
    setAndOverruled(last),
    rulings.flatMap(beside),
    thrown(last, { pictures: true }),
    ours || !last.to_do.length ? null : h("p", { class: "to-do" }, last.to_do.join(" · ")),
    bare ? null : folded(rulings, open, (ruling) => step(ruling, lone, mayDispute)),
    h(
      "div",
      { class: "row small soft" },
      bare ? ruleIds(last.rules) : null,
      h("span", { class: "grow" }),
      clock(last.at_s),
      overrule ? overruleLink(last, last.event === newest ? overrule : null) : null,
      mayDispute ? h("a", { class: "link-button", href: `/rulings/${last.id}#dispute` }, W.dispute) : null,
      h("a", { class: "link-button", href: `/rulings/${last.id}` }, W.link),
    ),
  );
}

// Struck out where something else holds in its place.
const headline = ({ instead, headline, says }) => h(instead ? "s" : "span", {}, headline || says);

// What a ruling says stands above already; a headline begins with a capital.
const isHeadline = (ruling, last) => [ruling.says, named(ruling.says)].includes(last.headline);

// Who did it: a headline tells what happened to whom.
function cameFrom(rulings) {
  const [began, last] = [rulings[0], rulings.at(-1)];
  const isSaid = !last.headline || isHeadline(began, last);
  return isSaid ? null : h("p", { class: "small came-from" }, began.says);
}

// Nothing was worked out, so that there is nothing to fold: its rules stand in the last line.
const isBare = (ruling) => !worked(ruling) && !ruling.consequences.length && !ruling.house.length;

// How it came about, under its headline.
function folded(rulings, open, stepOf) {
  const last = rulings.at(-1);
  return h(
    "details",
    { open, "data-key": `working-${last.event}` },
    h("summary", {}, W.working, last.total ? [": ", h("span", { class: "total" }, last.total)] : null),
    last.consequences.length ? h("ul", { class: "changes" }, last.consequences.map((c) => h("li", {}, c.says))) : null,
    rulings.map(stepOf),
  );
}

// The newest action is run again at the table. On an older one others stand: a correction is noted
// beside it, and its page says so.
function overruleLink({ id, event }, overrule) {
  if (!overrule) return h("a", { class: "link-button", href: `/rulings/${id}#overrule` }, W.noteCorrection);
  const props = { type: "button", class: "link-button", "data-keep-focus": `overrule-${event}`, onclick: overrule };
  return h("button", props, W.overrule);
}

const worked = (ruling) => ruling.modifiers.length || ruling.readings.length || ruling.total;

function step(ruling, lone, mayDispute) {
  const has = worked(ruling);
  return h(
    "section",
    { class: "step", id: `ruling-${ruling.id}` },
    lone ? null : h("h4", {}, ruling.says, " ", h("a", { class: "small", href: `/rulings/${ruling.id}` }, W.link)),
    has ? working(ruling, mayDispute) : null,
    ruling.house.length ? h("p", { class: "small" }, `${W.house}: ${ruling.house.map(inHouse).join(" · ")}`) : null,
    h("p", {}, ruleIds(ruling.rules)),
  );
}
