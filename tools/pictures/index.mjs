// What looks at pictures: a browser, what it measures in a page, and Mermaid.
export { findBrowser, openBrowser } from "./browser.mjs";
export { contrast, draw, measure, parseFault } from "./in-page.mjs";
export { pictures, render } from "./list.mjs";
export { ensureMermaid } from "./mermaid.mjs";
