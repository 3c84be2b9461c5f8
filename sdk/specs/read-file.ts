// Reads files, devices and pipes with limits in size and time.

import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

/** Limit in bytes: a small archive or an endless device must not fill the memory. */
export const MOST_BYTES = 512 * 1024 * 1024;
/** Limit in bytes for typed text and devices. */
const MOST_OF_DEVICE = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Time for which a pipe may be silent; a render that loads charts needs a while. */
const PATIENCE_MS = 60_000;
/** Interval between reads of a pipe. */
const LOOK_MS = 10;

/** Limits of a read. */
export interface Bounds {
  /** Time for which a pipe may be silent, ms. */
  patienceMs?: number;
}

/**
 * Reads a file, a device or a pipe to its end, limited in bytes, and in time if another process decides about the end.
 *
 * @param path a number is an open file; 0 is standard input, which has no time limit because a user may be typing
 * @throws Error that names the limit
 */
export function readBounded(path: string | number, { patienceMs = PATIENCE_MS }: Bounds = {}): Buffer {
  if (typeof path === "number") return readAll(path, mostOf(fstatSync(path)), Number.POSITIVE_INFINITY);
  // opening a pipe without a writer would block forever
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (stats.isBlockDevice()) throw new Error("it is a device, not a file");
    return readAll(file, mostOf(stats), stats.isFIFO() ? patienceMs : Number.POSITIVE_INFINITY, stats.isFIFO());
  } finally {
    closeSync(file);
  }
}

function mostOf(stats: Stats): number {
  const most = stats.isCharacterDevice() ? MOST_OF_DEVICE : MOST_BYTES;
  if (stats.isFile() && stats.size > most) throw tooLarge(most);
  return most;
}

const tooLarge = (most: number): Error => new Error(`it has more than ${most / (1024 * 1024)} MB, or no end`);

/** @param mayBegin no data means that the writer has not started, until the first byte */
function readAll(file: number, most: number, patienceMs: number, mayBegin = false): Buffer {
  const chunks: Buffer[] = [];
  let read = 0;
  for (let heard = performance.now(); ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = readNow(file, chunk);
    if (length === 0 && !(mayBegin && read === 0)) return Buffer.concat(chunks);
    if (length) {
      heard = performance.now();
      read += length;
      chunks.push(chunk.subarray(0, length));
      if (read > most) throw tooLarge(most);
    } else if (performance.now() - heard > patienceMs) {
      throw new Error(`no data arrived on this pipe for ${patienceMs / 1000} s`);
    } else pause();
  }
}

/** Available bytes; undefined while there are none. */
function readNow(file: number, chunk: Buffer): number | undefined {
  try {
    return readSync(file, chunk, 0, chunk.length, null);
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (code === "EAGAIN") return undefined;
    // Windows reports the end of a pipe so
    if (code === "EOF") return 0;
    throw error;
  }
}

/** Waits synchronously: manifests are read before anything else. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
}
