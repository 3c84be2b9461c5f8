// Converts an HTML error page into a line of text.

/** Elements whose content is for programs, or repeats the heading. */
const HIDDEN: ReadonlySet<string> = new Set(["style", "script", "title"]);

/** A page is looked at so far: what it says comes early, and a server may send gigabytes. */
const LOOKED_AT = 16 * 1024;

/**
 * Returns what a page says, without its HTML. A scanner and no pattern: it passes every character once, whatever a server sends. An element
 * that a page does not end lasts to its end, as in browsers.
 */
export function withoutMarkup(text: string): string {
  const page = text.slice(0, LOOKED_AT);
  const end = page.lastIndexOf(">");
  const shown: string[] = [];
  let hidden: string | undefined;
  let at = 0;
  for (let open = page.indexOf("<"); open >= 0 && open < end; open = page.indexOf("<", at)) {
    if (hidden === undefined) shown.push(page.slice(at, open));
    const close = page.indexOf(">", open);
    const name = elementOf(page.slice(open + 1, Math.min(close, open + 10)));
    if (hidden === undefined ? HIDDEN.has(name) : name === `/${hidden}`) hidden = hidden === undefined ? name : undefined;
    at = close + 1;
  }
  if (hidden === undefined) shown.push(page.slice(at));
  return shown.join(" ").replace(/\s+/g, " ").trim();
}

/** `script` for `SCRIPT src="..."`, `/script` for its end. */
function elementOf(tag: string): string {
  const [name = ""] = /^\/?[a-z]*/i.exec(tag) ?? [];
  return name.toLowerCase();
}
