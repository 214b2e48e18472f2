// @ts-check
// The second screen: who leads, whose turn it is, how it ended.
import { named, possessive } from "/static/words/names.js";

export const show = {
  over: "The game is over",
  draw: "A draw",
  wins: (side) => `${named(side)} ${side.endsWith("s") ? "win" : "wins"}`,
  what: "An umpire with a webcam",
  watch: "Watch on your phone",
  howTo: "Join in, it takes three steps",
  threeSteps: [
    "Tap a unit, then its target: the range is there.",
    "Declare: shoot, move, charge.",
    "Throw the dice and type them. The ruling shows its working.",
  ],
  startOver: "Start this battle over",
  demoAgain: "The battle begins again.",
  endGame: "End the game",
  left: (now, start) => `${now} of ${start}`,
  strengthLeft: (now, start) => `strength ${now} of ${start}`,
  outWith: (now, start) => `out with ${now} of ${start}`,
  unitsLeft: (units, of) => `${units} of ${of} units`,
  backToTable: "Back to the table",
  lately: "Before that",
  throwsBefore: (n) => (n === 1 ? "one throw before" : `${n} throws before`),
  keyMoment: "Key moment",
  theirTurn: (sides) => (sides.length === 1 ? `${possessive(sides[0])} turn` : `${sides.map(named).join(" and ")} act`),
  ofSide: (side) => `${named(side)}: `,
  pickMarked: "pick a marked unit",
  haveTargets: (units, more) => `Can act on an enemy now: ${units.join(", ")}${more ? ` and ${more} more` : ""}.`,
  chooseFirst: (n) => (n === 1 ? "one thing is still to be chosen below" : `${n} things are still to be chosen below`),
  notChosen: "not chosen yet",
  orPress: (titles) => `or press ${titles.join(" or ")}`,
  whenReady: (phase) => `${named(phase)}: when both are ready, begin`,
};
