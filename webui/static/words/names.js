// @ts-check
// Names of sides as a sentence has them.

/** A side's name as a heading has it. @param {string} side */
export const named = (side) => `${side.charAt(0).toUpperCase()}${side.slice(1)}`;

/** "Royalists' turn", "King's turn". @param {string} side */
export const possessive = (side) => `${named(side)}${side.endsWith("s") ? "’" : "’s"}`;

/** Words of a name by which nobody is known. */
export const titles = new Set(
  "the a of and sir lord lady earl duke count prince king queen baron general colonel major captain".split(" "),
);
