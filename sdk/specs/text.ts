import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/** A file of a few kilobytes must not become all the memory there is. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The text of a file as people have them: packed with gzip or not, with a byte order mark or not, in UTF-16 as PowerShell redirects.
 *
 * @param file `-` is standard input
 */
export function readText(file: string, cwd = process.cwd()): string {
  const bytes = readFileSync(file === "-" ? 0 : resolve(cwd, file));
  return decode(beginsWith(bytes, 0x1f, 0x8b) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
}

/** A decoder takes the first mark away; files that were put together with `cat` have one at the beginning of each document. */
function decode(bytes: Buffer): string {
  const encoding = beginsWith(bytes, 0xff, 0xfe) ? "utf-16le" : beginsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replaceAll(/^\uFEFF/gm, "");
}

const beginsWith = (bytes: Buffer, first: number, second: number): boolean => bytes[0] === first && bytes[1] === second;
