import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";

/** A file of a few kilobytes must not become all the memory there is, nor one that has no end. */
export const MOST_BYTES = 512 * 1024 * 1024;
/** Upper limit for text that a person types or a device gives. */
const MOST_OF_DEVICE = 16 * 1024 * 1024;
const CHUNK = 1024 * 1024;
/** Whoever writes into a pipe may need a while for the next bytes, as a render that loads charts does. */
const PATIENCE_MS = 60_000;
/** A pipe is looked at so often. */
const LOOK_MS = 10;

/** Bounds of a read. */
export interface Bounds {
  /** Time for which a pipe may be silent. */
  patienceMs?: number;
}

/**
 * Reads a file, a device or a pipe to its end, bounded in bytes, and in time where the end depends on another process.
 *
 * @param path a number is an open file, 0 standard input, whose end is awaited however long it takes: somebody may be typing
 * @throws Error that says which bound was reached
 */
export function readBounded(path: string | number, { patienceMs = PATIENCE_MS }: Bounds = {}): Buffer {
  if (typeof path === "number") return readAll(path, mostOf(fstatSync(path)), Number.POSITIVE_INFINITY);
  // a pipe without a writer would hold the open call for ever
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

/** @param mayBegin nothing to read means that the writer has not begun, as long as nothing was read */
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
      throw new Error(`nobody has written into this pipe for ${patienceMs / 1000} s`);
    } else pause();
  }
}

/** Bytes that are there; undefined while there are none yet. */
function readNow(file: number, chunk: Buffer): number | undefined {
  try {
    return readSync(file, chunk, 0, chunk.length, null);
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    if (code === "EAGAIN") return undefined;
    // what Windows says at the end of a pipe
    if (code === "EOF") return 0;
    throw error;
  }
}

/** Manifests are read before anything else, synchronously as programs do it. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
}
