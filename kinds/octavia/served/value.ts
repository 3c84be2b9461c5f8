const HTML: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };

/** The value of an L7 rule as HAProxy reads it: Octavia doubles backslashes, its template escapes HTML, and `#` begins a comment. */
export function valueInHaproxy(value: string): string {
  const written = value
    .replaceAll("\\", "\\\\")
    .replaceAll(" ", "\\ ")
    .replace(/[&<>'"]/g, (character) => HTML[character]!);
  const [word = ""] = written.split("#");
  return word.replace(/\\(.)/g, "$1");
}

/** The text that a pattern without any other operator stands for; undefined for one that has some. */
export function literalOf(pattern: string): string | undefined {
  let text = "";
  for (const [, escaped, hex, plain] of pattern.matchAll(/\\(?:([^a-zA-Z0-9])|x([0-9a-fA-F]{2}))|([\s\S])/g)) {
    if (plain !== undefined && "\\^$.*+?()[]{}|".includes(plain)) return undefined;
    text += escaped ?? (hex === undefined ? plain : String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return text;
}

/** The alternatives of a pattern, outside of groups and classes. */
export function alternativesOf(pattern: string): string[] {
  const found = [""];
  let [depth, isClass] = [0, false];
  for (const [token] of pattern.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (isClass) isClass = token !== "]";
    else if (token === "[") isClass = true;
    else if (token === "(") depth++;
    else if (token === ")") depth--;
    if (token === "|" && depth === 0 && !isClass) found.push("");
    else found[found.length - 1] += token;
  }
  return found;
}

/** A pattern for the text itself. */
export const patternOf = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
