// @ts-check
// What was measured is true for as long as nobody has moved.
/** A base that stands still is read anew a few hundredths of an inch from where it was. */
const MOVED_IN = 0.25;

/** @param {any[]} bases @param {string[]} units @returns {any[]} where their bases stand */
export const stood = (bases, units) =>
  bases.filter((base) => units.includes(base.unit) && base.x_in !== null)
    .map(({ payload, x_in, y_in }) => ({ payload, x_in, y_in }));

/**
 * Do they all still stand there? A base that is not seen now has not been seen to move.
 * @param {any[]} bases as they are now @param {any[]} then as ``stood`` found them
 */
export function stillStand(bases, then) {
  const now = new Map(bases.map((base) => [base.payload, base]));
  return then.every((was) => {
    const is = now.get(was.payload);
    return !is || is.x_in === null || Math.hypot(is.x_in - was.x_in, is.y_in - was.y_in) < MOVED_IN;
  });
}
