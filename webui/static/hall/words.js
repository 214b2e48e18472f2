// @ts-check
// What the hall's pages say: the hall's own sentences besides those of every page.
import { W as every } from "/static/words.js";
import { hall } from "/static/words/hall.js";
export { named } from "/static/words.js";

export const W = { ...every, ...hall };
