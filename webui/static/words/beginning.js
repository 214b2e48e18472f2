// @ts-check
// A battle begins: house rules, and the way from a camera to a battle.
import { named } from "/static/words/names.js";

export const beginning = {
  goesOn: (title, turn) =>
    `${title} is under way, turn ${turn}. It is kept: it can be opened again under Kept games. Begin another ` +
    "battle now?",
  goOnWith: (title) => `Go on with ${title}`,
  meanwhile: {
    "/setup/demo": "Laying the battle out and writing its first page …",
    "/setup/open": "Opening the kept battle: its last table and all its steps …",
  },
};

export const newGame = {
  count: (n) => (n === 0 ? "By the book" : n === 1 ? "1 house rule changed" : `${n} house rules changed`),
  changed: (n) => `${n} changed`,
  kept: (name) => `${name} is kept: share it as a file.`,
  nameFirst: "Give these house rules a name first.",
  read: (name) => `${name} is read: look it over, then Keep or Begin.`,
  otherBook: (name) => `${name} is for another rule set: choose that one first.`,
};

// Numbers in a row: "0 to 7", "0, 2 and 5 to 7".
function runs(ids) {
  const parts = [];
  for (let i = 0; i < ids.length; i += 1) {
    let j = i;
    while (ids[j + 1] === ids[j] + 1) j += 1;
    if (j > i + 1) {
      parts.push(`${ids[i]} to ${ids[j]}`);
      i = j;
    } else parts.push(String(ids[i]));
  }
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts[0];
}

export const evening = {
  sees: (
    ids,
  ) => (ids.length ? `I see ${ids.length === 1 ? "marker" : "markers"} ${runs(ids)}` : "I see no markers yet"),
  layFour: "Lay them flat along the table's edge, where the camera sees them whole: four at least, eight are better.",
  findPlaces: "Find their places",
  finding: "Finding their places …",
  findAnew: "They lie elsewhere now: find their places",
  standard: "They lie in the standard layout",
  standardSays:
    "Standard layout: printed here, cut along the dashed lines, the outer corner of each sheet in a corner " +
    "of the table, the others at the middles of its edges. Nothing to type.",
  otherwise: "Another size of table or marker",
  asItSeems: "as large as it seems",
  size: "Table",
  side: "Black side of a marker, mm",
  turned: "the camera sees the table from its north side",
  tableOf: (wide, deep) => (wide % 12 || deep % 12 ? `${wide} by ${deep} in` : `${wide / 12} by ${deep / 12} ft`),
  lost: "The table is not found",
  again: "Find it again",
  looksAgain: "Looking again …",
  foundTable: (size) => `The table is found: ${evening.tableOf(...size)}`,
  foot: (now) => `A gap of a foot is good to ± ${now} in.`,
  footWas: (now, was) => `A gap of a foot is good to ± ${now} in; it was ± ${was}.`,
  tape: (a, b, before, after) =>
    `How large all of it is, only a tape can tell. Measure from the middle of marker ${a} to the middle of ` +
    `marker ${b}: ± of a foot goes from ${before} to ${after} in.`,
  between: (a, b) => `Marker ${a} to marker ${b}`,
  example: "81 1/2, or 207 cm",
  useTape: "Use the tape",
  taping: "Working it out …",
  noLength: "Type a length, as 81.5, 81 1/2 or 207 cm.",
  goOnWithout: "Go on without",
  looksForTags: "Looking for the tags of armies …",
  noTags: "I can read no tag from here. Small ones are read as soon as I know which to look for: choose what is to " +
    "be played.",
  tagsSeen: (found, title) => `I see ${found.seen} of the ${found.of} tags of ${title}.`,
  othersTags: (texts) =>
    `I see tags that no army here has: ${
      texts.join(", ")
    }. Build the army they belong to, or choose what is to be played.`,
  tagsOf: (side) =>
    `${named(side.side)}: ${side.units.join(", ")}${
      side.units.length < side.of ? ` (${side.units.length} of ${side.of})` : ""
    }`,
  begin: (title) => `Begin ${title}`,
  beginIt: "Begin",
  begins: "The battle begins …",
  allBattles: "Other battles",
  ruler: "Measure with the ruler",
  build: "Build an army",
  print: "Print tags",
  locked: "These steps are locked by the umpire's PIN: enter it on the page",
  barNow: (now) => `1 ft ± ${now}″`,
  barWas: (now, was) => `1 ft ± ${now}″ (was ${was})`,
};
