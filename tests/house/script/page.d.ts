// What the page's own scripts take for granted of the DOM: who asks by a selector or an id knows
// what stands there, and who listens to an event of the page knows what it is about.
interface ParentNode {
  // deno-lint-ignore no-explicit-any
  querySelector(selectors: string): any;
  // deno-lint-ignore no-explicit-any
  querySelectorAll(selectors: string): NodeListOf<any>;
}

// The table as a page with a visitor gets it, while a game is played, and while somebody is asked.
type SeenTable = PageData.Table & { you: PageData.You };
type PlayedTable = SeenTable & { game: PageData.TableGame };
type AskedTable = PlayedTable & { open: PageData.OpenAction };
// A choice about a reading that is too close to its limit, and a throw that has a number to reach.
type CloseChoice = PageData.AskedChoice & { reading: PageData.Measured; limit: number };
type NeedingRoll = PageData.AskedRoll & { need: number };
// A base that stands on the table.
type PlacedBase = PageData.TableBase & { x_in: number; y_in: number; facing_deg: number };
