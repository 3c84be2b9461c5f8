// Types of the part of a browser that the script of the page uses. The package is compiled without the types of browsers: they would make
// `document` and `name` known in code that runs in Node.

export interface Element {
  id: string;
  hidden: boolean;
  /** Of `details`. */
  open: boolean;
  value: string;
  checked: boolean;
  className: string;
  textContent: string;
  innerHTML: string;
  readonly tagName: string;
  readonly dataset: { [name: string]: string | undefined };
  readonly classList: { add(name: string): void; toggle(name: string, force?: boolean): void };
  readonly firstElementChild: Element | null;
  readonly nextElementSibling: Element | null;
  readonly children: Iterable<Element> & { readonly length: number };
  querySelector(selector: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  addEventListener(event: string, listener: (event: Event) => void): void;
  closest(selector: string): Element | null;
  contains(other: Element | null): boolean;
  insertBefore(element: Element, before: Element | null): void;
  remove(): void;
  focus(): void;
  blur(): void;
  scrollIntoView(options?: { block: "nearest" | "start" }): void;
}

export interface Event {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly target: Element;
  preventDefault(): void;
}

export interface Document {
  readonly documentElement: Element;
  readonly activeElement: Element | null;
  readonly hidden: boolean;
  getElementById(id: string): Element | null;
  querySelectorAll(selector: string): Iterable<Element>;
  addEventListener(event: string, listener: (event: Event) => void): void;
}

export interface Window {
  readonly document: Document;
  readonly location: { hash: string; pathname: string };
  readonly history: { replaceState(state: null, title: string, url: string): void };
  readonly DOMParser: new () => { parseFromString(text: string, type: "text/html"): Document };
  addEventListener(event: string, listener: (event: Event) => void): void;
  fetch(url: string, options: { cache: "no-store"; signal: AbortSignal }): Promise<{ ok: boolean; text(): Promise<string> }>;
  setTimeout(run: () => void, ms: number): void;
  /** Of a page that has the rules: the answer in lines. */
  answerRequest?(url: string): string;
}

/** Shared parts of the script. Each part adds its own functions. */
export interface BrowserPage {
  window: Window;
  document: Document;
  /** An element that every page has. */
  get(id: string): Element;
  /** All sections, in the order of the page. */
  sections(): Element[];
  /** The sections that search and focus leave. */
  shown(): Element[];
  /** Shows what search and focus ask for. */
  filter(): void;
  /** Takes search and focus back. */
  clear(): void;
  fold(open: boolean): void;
}

/**
 * A part of the script. Its text is put into the page, so it may use nothing but its arguments and what every browser has: no import, no constant
 * of its file.
 */
export type PageScript = (page: BrowserPage) => void;
