// Removes values of fields whose names say that they are secret from texts.

/** A name whose value is a secret, as JSON, JSON within a text, a header or a form writes it, up to where the value begins. */
const NAME =
  /(?:key|key_passphrase|password|secret|payload|token|x-auth-token|x-subject-token|csrftoken|sessionid|avi-sessionid|authorization)\\*"?\s*[:=]\s*/gi;
/** The value of an authorization has two words. */
const SCHEME = /(?:bearer|basic)\s+/iy;

/** Finds values of fields that are named like a secret. Each value is read once: the search continues behind it. */
export function withoutNamedSecrets(text: string): string {
  const kept: string[] = [];
  let at = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name; name = NAME.exec(text)) {
    const from = NAME.lastIndex;
    const end = quotedEnd(text, from) ?? wordEnd(text, from);
    if (end === from) continue;
    kept.push(text.slice(at, from), "[secret]");
    at = end;
    NAME.lastIndex = end;
  }
  return [...kept, text.slice(at)].join("");
}

/** The end of a quoted value; that of a text in a text has `\"` as quotes. One that is not closed was cut off, and lasts to the end of the text. */
function quotedEnd(text: string, from: number): number | undefined {
  const depth = backslashesAt(text, from);
  if (text[from + depth] !== '"') return undefined;
  for (let quote = text.indexOf('"', from + depth + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    // of a quote within the value there are more of them, of backslashes before its end a multiple
    if (backslashesBefore(text, quote) % (2 * (depth + 1)) === depth) return quote + 1;
  }
  return text.length;
}

/** The end of a value without quotes: a space, a sign that separates values, or the line break of JSON. */
function wordEnd(text: string, from: number): number {
  SCHEME.lastIndex = from;
  const scheme = SCHEME.test(text) ? SCHEME.lastIndex : from;
  let end = scheme;
  while (end < text.length && !/[\s,;}]/.test(text[end]!)) {
    const run = backslashesAt(text, end);
    if (run > 0 && /[nr]/.test(text[end + run] ?? "")) break;
    end += run || 1;
  }
  return end > scheme ? end : from;
}

function backslashesAt(text: string, from: number): number {
  let end = from;
  while (text[end] === "\\") end++;
  return end - from;
}

function backslashesBefore(text: string, end: number): number {
  let from = end;
  while (from > 0 && text[from - 1] === "\\") from--;
  return end - from;
}
