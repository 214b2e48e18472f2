// What the page's own scripts take for granted of the DOM: who asks by a selector or an id knows
// what stands there, and who listens to an event of the page knows what it is about.
interface ParentNode {
  // deno-lint-ignore no-explicit-any
  querySelector(selectors: string): any;
  // deno-lint-ignore no-explicit-any
  querySelectorAll(selectors: string): NodeListOf<any>;
}
