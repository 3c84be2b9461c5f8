/**
 * CR, LF and NUL end a line of a request, so that what follows would be a header, or the next request. Servers refuse a line with another
 * control character. A tab is a blank.
 */
const BREAK = /(?![\t ])[\0-\x20\x7f]/;

/** True for a text that no header, host or path can have. */
export const breaksLine = (text: string): boolean => BREAK.test(text);

/** JSON pointer of the first text of a value that holds such a character; undefined without any. Fields of the names that `except` takes may have them. */
export function lineBreakIn(value: unknown, except: (name: string) => boolean = () => false): string | undefined {
  if (typeof value === "string") return breaksLine(value) ? "" : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = except(name) ? undefined : lineBreakIn(member, except);
    if (at !== undefined) return `/${name}${at}`;
  }
  return undefined;
}

/** The fault of such a text. */
export const LINE_BREAK = "holds CR, LF or NUL, or another control character, which no request line can have";
