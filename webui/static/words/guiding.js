// @ts-check
// Ghosts that say where models stand.

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
