// Reads access logs in pieces, compressed or not.

import { createReadStream } from "node:fs";
import { pipeline, Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";

/** Text of a file, compressed or not, or of standard input for `-`, in pieces, so that memory stays bounded. */
export async function* readPieces(file: string): AsyncGenerator<string> {
  const source: Readable = file === "-" ? process.stdin : createReadStream(file);
  const decoder = new StringDecoder("utf8");
  try {
    for await (const bytes of unpacked(source)) yield decoder.write(bytes);
    yield decoder.end();
  } finally {
    // the consumer may stop before the end
    source.destroy();
  }
}

/** Recognises compressed files by their first bytes, regardless of the name. */
async function* unpacked(source: Readable): AsyncGenerator<Buffer> {
  const pieces = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let { value: first = Buffer.alloc(0), done } = await pieces.next();
  // a pipe may deliver a single byte
  while (!done && first.length < 2) {
    const next = await pieces.next();
    done = next.done;
    if (!next.done) first = Buffer.concat([first, next.value]);
  }
  const all = withFirst(first, pieces);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return yield* all;
  const gunzip = createGunzip();
  pipeline(Readable.from(all), gunzip, () => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

async function* withFirst(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}
