import { gzipSync } from "node:zlib";

/** A file of an archive. */
export interface ArchiveFile {
  /** At most 100 characters of ASCII. */
  path: string;
  content: string;
}

const BLOCK = 512;

/** A tar archive (ustar) in gzip: plain files, readable by their owner alone. */
export function archiveOf(files: readonly ArchiveFile[], made: Date): Buffer {
  const parts = files.flatMap(({ path, content }) => {
    const body = Buffer.from(content, "utf8");
    return [header(path, body.length, made), body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
  });
  // two empty blocks end it
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]));
}

function header(path: string, size: number, made: Date): Buffer {
  const block = Buffer.alloc(BLOCK);
  const text = (value: string, at: number) => block.write(value, at, "ascii");
  const octal = (value: number, at: number, digits: number) => text(value.toString(8).padStart(digits, "0"), at);
  text(path, 0);
  octal(0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(Math.floor(made.getTime() / 1000), 136, 11);
  // the sum counts its own field as spaces
  text("        ", 148);
  text("0", 156);
  text("ustar", 257);
  text("00", 263);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block[154] = 0;
  return block;
}
