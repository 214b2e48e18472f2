// @ts-check
// Ghosts that say where models stand, and the first steps of a newcomer.

export const guide = {
  count: (n, of) => `${n} of ${of} stand`,
  putBack: (what) => `Put back ${what}`,
  asked: (by, what) => `${by} asks: ${what}`,
  next: "Next",
  others: (n) => `${n} more`,
  stands: "It stands there",
  allStand: "All stand as they should.",
  itStands: "It stands there.",
  moved: "It stands there. Whose move it is goes on.",
  there: "stands there",
  away: "away",
  moving: "let go and wait a moment",
  hidden: "its tag is hidden: uncover it, or tap below",
  never: "not on the table: show its tag, or tap below",
  almost: "a hair’s breadth",
  turn: (deg, isLeft) => `turn ${deg}° ${isLeft ? "left" : "right"}`,
  cancel: "Call it off",
  calledOff: "called off",
  ask: (unit) => `Move ${unit} here?`,
  askHelp: "Drag the ghost until it is right. Whoever stands at the table sees it and moves the model.",
  askNow: "Ask the table",
  help: "Drag a unit: its ghost shows the table where you want it.",
  back: "Put the whole table back",
  backHelp: "Ghosts show where every model stood when the table was last kept; unit by unit until all stand.",
};

export const first = {
  title: "First steps",
  of: (n, all) => `First steps · ${n} of ${all}`,
  invites: "New here? Three minutes, guided on the map: a first shot from beginning to end.",
  notNow: "Not now",
  elsewhere: (title) =>
    `First steps are played in a small battle of their own. ${title} is kept: Set-up opens it again.`,
  leave: "Leave the guide",
  close: "Close the guide",
  begin: "Two small armies face each other. Press Begin to start the battle.",
  initiative: "A die for each side says who goes first: press Roll for me, and once more for the other side.",
  pick: (unit) => `Units with a light rim can act. Tap ${unit} on the map: it has the bright ring.`,
  nobody: (sides) => `Nobody of ${sides} has a shot yet: press Done for this turn.`,
  other: (is, unit) => `That is ${is}. Tap ${unit}, which has the bright ring, or press the button.`,
  forMe: (unit) => `Pick ${unit} for me`,
  aim: (unit) => `Now tap ${unit}, on the other side: the line and the range are there at once.`,
  declare: (unit) => `The reading says IN: ${unit} is in range. Further down, press Shoot at ${unit}.`,
  throws: (falls) =>
    `The question says how many dice and what they need. ${
      falls ? "Press Throw, then Accept the throw." : "Type the faces, then Done; or Roll for me."
    }`,
  read: "The card says what happened to whom, then the dice; the working is folded under it. Nothing is ever " +
    "final: press Undo at the top and see.",
  redo: "It is taken back, and everybody is told. Press Redo beside it: it holds again.",
  end: "That was a whole action. Press Done for this turn: the other side acts.",
  over: "That was a whole action. All others go the same way: tap a unit, and the page says what it can do. Play " +
    "on, or open Set-up in the menu: it begins other battles and opens the one that was kept.",
};
