// Finds line breaks and control characters, which would inject headers or requests.

/**
 * CR, LF and NUL end a line of a request; the rest would become a header or another request. Servers refuse lines with other control
 * characters. Tabs are blanks.
 */
const BREAK = /(?![\t ])[\0-\x20\x7f]/;

/** True for a text that no header, host or path can contain. */
export const breaksLine = (text: string): boolean => BREAK.test(text);

/** JSON pointer of the first such text in a value; undefined if there is none. Fields accepted by `except` are skipped. */
export function lineBreakIn(value: unknown, except: (name: string) => boolean = () => false): string | undefined {
  if (typeof value === "string") return breaksLine(value) ? "" : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = except(name) ? undefined : lineBreakIn(member, except);
    if (at !== undefined) return `/${name}${at}`;
  }
  return undefined;
}

/** Message for such a text. */
export const LINE_BREAK = "holds CR, LF or NUL, or another control character, which no request line can have";
