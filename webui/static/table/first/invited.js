// @ts-check
// Who is guided, or may be: the guide itself is fetched for them alone.
import { log } from "/static/net.js";
import { page, state } from "/static/table/state.js";

/** Where the step is kept that somebody is at, and that nobody is to be asked any more. */
export const KEPT = "first-steps";
export const ASIDE = "before-first-steps";
export const DISMISSED = "no-first-steps";

const isWanted = () => {
  try {
    return sessionStorage.getItem(KEPT) !== null || localStorage.getItem(DISMISSED) !== "yes";
  } catch {
    return true;
  }
};

/** @type {((data: PlayedTable) => HTMLElement | null) | null} */
let guide = null;
/** @type {(data: PlayedTable) => boolean} */
let lays = () => false;

async function fetchGuide() {
  const { guided, isBeingLaid } = await import("/static/table/first/steps.js");
  [guide, lays] = [guided, isBeingLaid];
  if (state.data) page.draw();
}
if (isWanted() || new URLSearchParams(location.search).has("first")) fetchGuide().catch(log);

/**
 * The card of the step that is to be done now; where nobody is guided, a newcomer's invitation.
 * @param {PlayedTable} data as /table.json
 */
export const firstSteps = (data) => guide && guide(data);

/** Whether the battle of the first steps is being put on the table. @param {PlayedTable} data as /table.json */
export const isLaying = (data) => lays(data);
