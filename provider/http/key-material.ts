// Removes private keys from texts.

const BEGIN = "-----BEGIN ";
const END = "-----END ";
/** At the place of a label: what kind of key it is, and the rest of the line's dashes. */
const LABEL = /[A-Z ]*/y;
const KEY = /PRIVATE KEY(?: BLOCK)?$/;
const DASHES = "-----";

/** The text without private keys; a key without an end goes to the end of the text. */
export function withoutPrivateKeys(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let begin = text.indexOf(BEGIN); begin >= 0; ) {
    const body = afterLabel(text, begin + BEGIN.length);
    if (body === undefined) {
      begin = text.indexOf(BEGIN, begin + 1);
      continue;
    }
    kept.push(text.slice(at, begin), "[private key]");
    at = endAfter(text, body);
    begin = text.indexOf(BEGIN, at);
  }
  return [...kept, text.slice(at)].join("");
}

/** The place behind `PRIVATE KEY-----`; undefined where something else is labelled. */
function afterLabel(text: string, from: number): number | undefined {
  LABEL.lastIndex = from;
  const [label = ""] = LABEL.exec(text) ?? [];
  const end = from + label.length;
  return KEY.test(label) && text.startsWith(DASHES, end) ? end + DASHES.length : undefined;
}

/** The place behind the next end of a key. */
function endAfter(text: string, from: number): number {
  for (let end = text.indexOf(END, from); end >= 0; end = text.indexOf(END, end + 1)) {
    const behind = afterLabel(text, end + END.length);
    if (behind !== undefined) return behind;
  }
  return text.length;
}

/** Most characters of the last lines of a key that are hidden with its end. */
const LAST_LINES = 100;

/** Ends of keys whose beginning was cut off, with what is left of them. */
export function withoutEndsOfKeys(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let end = text.indexOf(END); end >= 0; end = text.indexOf(END, end + 1)) {
    const behind = afterLabel(text, end + END.length);
    if (behind === undefined) continue;
    kept.push(text.slice(at, Math.max(at, lastLines(text, end))), "[private key]");
    at = behind;
  }
  return [...kept, text.slice(at)].join("");
}

/** The beginning of the base64 in front of a place, line breaks of JSON (`\n`, `\\n`) included. */
function lastLines(text: string, end: number): number {
  let from = end;
  for (let steps = 0; steps < LAST_LINES && from > 0; steps++, from--) {
    const sign = text[from - 1]!;
    if (!isBase64(sign) && sign !== "\\" && sign !== "\n" && sign !== "\r") break;
  }
  return from;
}

const isBase64 = (sign: string): boolean => /[A-Za-z0-9+/=]/.test(sign);

/** A line of base64 that is no hash and no name has at least so many letters, capitals among them. */
const LINE = 64;
/** A line in front of it that is cut has at most so many. */
const CUT_LINE = 80;

/** Letters of base64, or a break between two lines of it, as it is or as JSON writes it. */
const PIECES = /([A-Za-z0-9+/=]+)|((?:\\+[nr]|[\r\n])+)|\\+|[^A-Za-z0-9+/=\\\r\n]+/g;

/**
 * Lines of base64, also in JSON: what is left of a key whose first line is cut off looks like any other. With a long line goes the shorter
 * one in front of it, and all that follow.
 */
export function withoutBase64(text: string): string {
  const kept: string[] = [];
  let isSecret = false;
  for (const [piece, line, broken] of text.matchAll(PIECES)) {
    const belongs = line !== undefined || broken !== undefined;
    if (isSecret && belongs) continue;
    isSecret = line !== undefined && line.length >= LINE && /[A-Z]/.test(line);
    if (isSecret) {
      // kept: ..., cut line, break
      const [before = "", lineBreak = ""] = kept.slice(-2);
      if (/^[A-Za-z0-9+/=]+$/.test(before) && /^[\\nr\r\n]+$/.test(lineBreak) && /[\\\r\n]/.test(lineBreak))
        kept.splice(-2, 2, before.slice(0, -CUT_LINE));
    }
    kept.push(isSecret ? "[base64]" : piece);
  }
  return kept.join("");
}
