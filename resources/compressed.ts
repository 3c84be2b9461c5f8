// Compresses long texts in states.

import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Beginning of a compressed text; JSON never begins so. */
const MARK = "deflate:";

/** Texts of at most so many characters stay legible in a state. */
const LEGIBLE = 1_000;

/**
 * A hidden text as a state keeps it: a long one is compressed, because a backend that has no protocol for single resources writes all of the
 * state at every step. Releases of Node may compress one text differently, so compare what {@link plainText} gives.
 */
export function compressed(text: string): string {
  return text.length > LEGIBLE ? `${MARK}${deflateRawSync(text).toString("base64")}` : text;
}

/** The reverse of {@link compressed}; a text that is not compressed stays as it is, and so does one that was damaged by hand. */
export function plainText(text: string): string {
  if (!text.startsWith(MARK)) return text;
  try {
    return inflateRawSync(Buffer.from(text.slice(MARK.length), "base64")).toString();
  } catch {
    return text;
  }
}
