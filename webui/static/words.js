// @ts-check
// Every English sentence the browser half of the page says, but the army builder's (words/army.js), the hall's
// (hall/words.js) and those of the first steps (words/first.js).
// A translation is another such list.
import { asking, far, tray } from "/static/words/asking.js";
import { beginning, evening, newGame } from "/static/words/beginning.js";
import { guide } from "/static/words/guiding.js";
import { ruling } from "/static/words/ruling.js";
import { show } from "/static/words/show.js";
import { table, watching } from "/static/words/table.js";
import { terrain } from "/static/words/terrain.js";
export { named } from "/static/words/names.js";

export const W = {
  ...table,
  ...asking,
  ...ruling,
  ...show,
  ...beginning,
  evening,
  far,
  guide,
  newGame,
  terrain,
  tray,
  watching,
};
