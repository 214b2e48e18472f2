// @ts-check
// What is asked of a player: dice, choices, models to move.
import { named } from "/static/words/names.js";

export const asking = {
  oneLess: (face) => `one ${face} less`,
  oneMore: (face) => `one ${face} more`,
  tapeSaid: (inches) => `tape ${inches} in`,
  dice: (n, sides) => `${n} ${sides === 6 ? "" : "D" + sides + " "}${n === 1 ? "die" : "dice"}`,
  throws: (by) => `thrown by ${named(by)}`,
  cameAbout: (by, faces, how) => `${named(by)} ${faces.join(" ")}: ${how}`,
  threw: (by, faces, need, hits) =>
    `${named(by)} ${faces.join(" ")}${
      need ? `: ${faces.filter((face) => face >= need).length} of ${faces.length} at ${need}+` : ""
    }${Number.isInteger(hits) ? `, counted as ${hits}` : ""}`,
  tie: "a tie",
  whyThrow: "Why?",
  oddsOfThrow: (n, need) => `How many of ${n} show ${need} or more`,
  succeeds: (need, sides) => (need === sides ? `needs ${need}` : `needs ${need} or more`),
  reroll: "Reroll: these replace earlier dice and stay",
  typeDice: "Type the faces: one key a die, then Enter",
  oneTooMany: (n) => `Only ${n} are asked for. Thrown too many? The other side picks which count.`,
  tooFew: (n, count) =>
    `${n} still to type.${count > 1 ? ` Thrown too few? Throw the missing ${n === 1 ? "one" : "ones"}.` : ""} ` +
    "Cocked? Throw it again.",
  threeWays: "Throw lets the drawn dice fall; Roll for me takes fair dice at once; the keys are for dice of your own.",
  twoWays: "The keys are for your own dice, one key a die; Roll for me takes fair dice of the program.",
  noSuchFace: (sides) => `These dice have the faces 1 to ${sides}.`,
  done: "Done",
  back: "Wipe last",
  wipe: "Wipe all",
  count: "Count faces",
  keysAgain: "One key a die",
  rollForMe: "Roll for me",
  dealForMe: "Deal for me",
  fair: "fair dice, thrown by the program",
  askedOf: (by) => `asked of ${named(by)}`,
  asks: (by) => `Waiting for ${named(by)}`,
  looks: "Move the models, take your hands away, then press the button.",
  looksHere: "Drag the models on the picture to where they go, then press the button.",
  lookNow: "Moved: look at the table",
  notMoved: (several) => `${several ? "None of them has" : "It has not"} moved. Is that meant?`,
  standsStill: (several) => `Yes: ${several ? "they stand" : "it stands"} still`,
  notYet: "No, not yet",
  measureAgain: "Measure again",
  comesTo: {
    ruled: "The rules make of it:",
    good: "Good. Then:",
    asked: "Too close to call. The rules ask:",
    wrong: "Not allowed:",
    refused: "The rules refuse it:",
    unseen: "Not measured now:",
  },
  letItStand: "We agree: let it stand as it is",
  notSettled: (list) => `Waiting for: ${list}`,
  chooseMany: (a, b) => (a === b ? `Choose ${a}` : `Choose ${a} to ${b}`),
  tooClose: "Too close to call",
  byTape: "The tape decides",
  intent: "What was stated, or who measured",
  takeBack: "Take the action back",
  onceMore: (what) => `Again: ${what}`,
  told: (prompt) => (prompt.fault ? `${prompt.fault.says}. Again: ${prompt.what}` : prompt.what),
  squareNotOffered: (square) => `The rules do not offer ${square} for this: those that they do are marked.`,
  nothingAt: (unit) => `Nothing can be done to ${unit} now.`,
  tapSquare: "Tap a marked square on the map, or its name.",
  needsMore: "Choose",
};

export const far = {
  honour: "You are not at the table: what you type counts by honour, and is marked so.",
  noHonour: "In this game dice from afar are not typed.",
  picture: "Picture of my tray",
  reading: "Reading …",
  take: "Take these",
  none: "No dice were found in it. Come closer, lay nothing else there, and try again.",
  tooLarge: "That picture cannot be made small enough: take it from closer.",
  leaveOut: "–",
  kept: "Kept.",
  die: (n) => `Die ${n}`,
};

export const tray = {
  title: "The dice tray",
  waits: "Throw the dice into the tray. Or type them.",
  accept: "Accept the throw",
  throwIt: "Throw",
  typeThem: "Type them",
  throwThis: "Throw this one again",
  itShows: (n) => `Die ${n} shows`,
  die: (n, says) => `Die ${n}: ${says}`,
  out: "does not count",
  leaveOut: "Does not count",
  nameThem: (n) =>
    n === 1
      ? "Name the yellow die (?) first, or throw it again."
      : `Name the ${n} yellow dice (?) first, or throw them again.`,
  tooMany: (count, over) =>
    `Only ${count} ${count === 1 ? "is" : "are"} asked for: the other side picks ${over} that ${
      over === 1 ? "does" : "do"
    } not count.`,
  tooFew: (n) => `${n} too few: throw the missing ${n === 1 ? "one" : "ones"} as well.`,
  again: (list) => `Throw again: ${list.join(" ")}. Only dice that moved count.`,
  setting: "How dice are read in this game",
  settings: { off: "Type dice", offer: "Offer what is read", itself: "Accept after three seconds" },
  notAgreed: "The other side has not agreed yet: until then the throw is offered.",
  mark: "Mark the tray",
  view: "What the dice camera sees",
  anew: "Start again",
  leave: "Leave it",
  corner: (n) =>
    `Tap ${
      ["one corner of the tray's floor", "the next corner round it", "the third corner", "the last corner"][n - 1]
    }.`,
  picture: "Picture of the throw",
  record: "Faces and corrections",
  why: {
    "": "not read",
    cocked: "cocked",
    stacked: "on another die",
    covered: "covered",
    outside: "half outside",
    glare: "glare",
    small: "too small",
    odd: "not sure",
  },
};
