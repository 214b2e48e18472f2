// @ts-check
// The first steps of a newcomer: fetched by whoever is guided, or asked whether to be.

export const first = {
  title: "First steps",
  of: (n, all) => `First steps · ${n} of ${all}`,
  invites: "New here? Three minutes, guided on the map: a first shot from beginning to end.",
  notNow: "Not now",
  elsewhere: (title) =>
    `First steps are played in a small battle of their own. ${title} is kept: Set-up opens it again.`,
  leave: "Leave the guide",
  close: "Close the guide",
  laying: "Laying out the first steps…",
  layingHelp: [
    "1 of 3: the table and two small armies are drawn.",
    "2 of 3: the simulated camera looks for the table.",
    "3 of 3: the table is found; its models are looked for.",
  ],
  layingTakes: "Some seconds; on a busy computer up to two minutes.",
  begin: "Two small armies face each other. Press Begin to start the battle.",
  bothThrow: "Who goes first? Two throws follow, one die for each side. Press Roll for me.",
  otherThrows: (by) => `That was the first die. Now the one of ${by}: press Roll for me again.`,
  tied: "Both dice show the same: both sides throw again. Press Roll for me.",
  pick: (unit) => `Units with a light rim can act. Tap ${unit} on the map: it has the bright ring.`,
  looking: "Looking for who has a shot…",
  instead: "That is another action: answer what it asks, or press Take the action back.",
  nobody: (sides) => `Nobody of ${sides} has a shot yet: press Done for this turn.`,
  other: (is, unit) => `That is ${is}. Tap ${unit}, which has the bright ring, or press the button.`,
  forMe: (unit) => `Pick ${unit} for me`,
  aim: (unit) => `Now tap ${unit}, on the other side, with the bright ring: the range is measured at once.`,
  declare: (unit) => `The line of the range says IN: ${unit} is in range. Press Shoot at ${unit}.`,
  fallen: "The dice have fallen and were read. Press Accept the throw.",
  unsure: "Not every die lies flat enough to be read. Press Throw: all of them fall once more.",
  rolls: "How many dice, and what each needs, stands above the keys. Press Roll for me.",
  further: (says) => `Another throw follows. ${says}`,
  read: "The card says what happened to whom, then the dice; the working is folded under it. Nothing is ever " +
    "final: press Undo at the top and see.",
  redo: "It is taken back, and everybody is told. Press Redo beside it: it holds again.",
  end: "That was a whole action. Press Done for this turn: the other side acts.",
  over: (kept) =>
    "These were the first steps. All other actions go the same way: tap a unit, and the page says what it can do. " +
    `Play on, or open Set-up in the menu: it begins other battles${kept ? `, and goes on with ${kept}` : ""}.`,
};
