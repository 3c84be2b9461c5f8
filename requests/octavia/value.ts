// Reads values of L7 rules as HAProxy does.

const HTML: { readonly [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };

/** Value of an L7 rule as HAProxy reads it: Octavia doubles backslashes, its template escapes HTML, and `#` starts a comment. */
export function valueInHaproxy(value: string): string {
  // a doubled backslash is read as one
  if (!/[ &<>'"#]/.test(value)) return value;
  const written = value
    .replaceAll("\\", "\\\\")
    .replaceAll(" ", "\\ ")
    .replace(/[&<>'"]/g, (character) => HTML[character]!);
  const [word = ""] = written.split("#");
  return word.replace(/\\(.)/g, "$1");
}

const OPERATOR = /[\\^$.*+?()[\]{}|]/;

/** The text that a pattern without other operators matches; undefined for other patterns. */
export function literalOf(pattern: string): string | undefined {
  let [text, hasBytes] = ["", false];
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character !== "\\") {
      if (OPERATOR.test(character)) return undefined;
      text += character;
      continue;
    }
    const escaped = pattern[++at] ?? "a";
    const [, hex] = escaped === "x" ? (/^([0-9a-fA-F]{2})/.exec(pattern.slice(at + 1, at + 3)) ?? []) : [];
    if (hex === undefined && /[a-zA-Z0-9]/.test(escaped)) return undefined;
    text += hex === undefined ? escaped : String.fromCharCode(Number.parseInt(hex, 16));
    hasBytes ||= hex !== undefined && Number.parseInt(hex, 16) > 0x7f;
    if (hex !== undefined) at += 2;
  }
  return hasBytes ? textOfBytes(text) : text;
}

/** Decodes UTF-8 bytes; undefined if they are invalid. */
function textOfBytes(bytes: string): string | undefined {
  const text = Buffer.from(bytes, "latin1").toString();
  return text.includes("\ufffd") ? undefined : text;
}
