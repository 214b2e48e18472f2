// @ts-check
// The dice of an action, thrown once for each question: where a question was asked again and again,
// as for every figure or every round, its dice stand in one row.
import { faces, h } from "/static/dom.js";
import { named, W } from "/static/words.js";

/**
 * What was thrown, the same question once.
 * @param {any} last any ruling of the action @returns {{what: string, rolls: any[]}[]}
 */
export function throwsOf(last) {
  const found = new Map();
  for (const roll of last.answers) {
    if (roll.ask !== "roll" || !Array.isArray(roll.answer)) continue;
    const key = `${roll.what} ${roll.need}`;
    found.set(key, { what: roll.what, rolls: [...(found.get(key)?.rolls || []), roll] });
  }
  return [...found.values()];
}

/**
 * How dice that a camera has read came about, and their picture.
 * @param {any} roll @param {boolean} alone whether no other throw lies in the same row
 * @returns {HTMLElement}
 */
function pictureOf(roll, alone) {
  return h(
    "p",
    { class: "small soft" },
    // Beside dice that were typed, the words would else be said of those, too.
    alone ? roll.how : W.cameAbout(roll.by, roll.answer, roll.how),
    " · ",
    h("a", { href: `/throws/${roll.event}.jpg` }, W.tray.picture),
  );
}

// Hits that people have counted otherwise than the dice fell.
const recounted = ({ answer, need, hits }) =>
  h("p", { class: "small" }, W.recounted(answer.filter((face) => face >= need).length, hits));

// How dice were had that nobody has thrown, of each throw of a row.
const ways = (rolls) =>
  rolls.filter((roll) => roll.came).map((roll) =>
    h("p", { class: "small soft" }, W.cameAbout(roll.by, roll.answer, roll.came))
  );

/**
 * A row of dice a question, with the question where there are several; how they were had is said
 * once where it is the same of all.
 * @param {any} last any ruling of the action @param {{pictures?: boolean}} options
 */
export function thrown(last, { pictures = false } = {}) {
  const all = throwsOf(last);
  const came = all[0]?.rolls[0].came;
  const alike = all.every(({ rolls }) => rolls.every((roll) => roll.came === came));
  const rows = all.map(({ what, rolls }) =>
    h(
      "div",
      { class: "throw" },
      all.length > 1 ? h("p", { class: "small soft" }, what) : null,
      h("div", { class: "dice" }, rolls.flatMap((roll) => faces(roll.answer, roll.need))),
      rolls.filter((roll) => Number.isInteger(roll.hits)).map(recounted),
      rolls.filter((roll) => roll.before).map((roll) => h("p", { class: "small" }, roll.before)),
      alike ? null : ways(rolls),
      pictures ? rolls.filter((roll) => roll.read.length).map((roll) => pictureOf(roll, rolls.length === 1)) : null,
    )
  );
  return alike && came ? [...rows, h("p", { class: "small soft came" }, named(came))] : rows;
}
