import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readPieces } from "../../../../sdk/traffic/input";
import { type CompleteRequest, type LogOptions, readLog } from "../../../../sdk/traffic/read";

const PARTS = { headers: new Set<string>(), queries: new Set<string>(), clients: [] };

const nginxLine = (path: string) => `10.0.0.7 - - [27/Nov/2026:10:00:00 +0000] "GET ${path} HTTP/1.1" 200 612 "-" "curl/8.5.0"\n`;
const aviEntry = (path: string) => ({ client_ip: "10.0.0.7", host: "shop.example.com", method: "GET", uri_path: path, ssl_version: "" });

async function* pieces(...texts: string[]) {
  yield* texts;
}

async function read(source: AsyncIterable<string>, options: LogOptions = {}) {
  const requests: CompleteRequest[] = [];
  const skipped: number[] = [];
  await readLog(source, options, PARTS, { take: (one) => requests.push(one), skip: (line) => skipped.push(line) });
  return { urls: requests.map(({ scheme, host, path }) => `${scheme}://${host}${path}`), skipped };
}

const GIVEN: LogOptions = { host: "shop.example.com", scheme: "https" };

describe("a log", () => {
  it("has the host and scheme of the options where it holds none", async () => {
    expect(await read(pieces(nginxLine("/a"), "no request\n", nginxLine("/b")), GIVEN)).toEqual({
      urls: ["https://shop.example.com/a", "https://shop.example.com/b"],
      skipped: [2],
    });
  });

  it.each<[string, LogOptions, RegExp]>([
    [nginxLine("/"), { scheme: "http" }, /nginx.*--log-host/],
    [nginxLine("/"), { host: "shop.example.com" }, /nginx.*--log-scheme/],
    ["what is this?\n", GIVEN, /--log-format.*--log-fields/],
  ])("%j with %j names the option that is missing", async (text, options, message) => {
    await expect(read(pieces(text), options)).rejects.toThrow(message);
  });

  it("is recognised behind lines of another kind, and by the first lines alone", async () => {
    const other = "2026/11/27 10:00:00 [notice] start\n";
    const { urls, skipped } = await read(pieces(other.repeat(40), nginxLine("/a").repeat(100)), GIVEN);
    expect(urls).toHaveLength(100);
    expect(skipped).toHaveLength(40);
  });

  it.each([1, 10, 100_000])("is the answer of Avi's API too, in pieces of %d characters", async (length) => {
    const text = JSON.stringify({ count: 2, results: [aviEntry("/a"), aviEntry("/b")] });
    const parts = Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
    expect((await read(pieces(...parts))).urls).toEqual(["http://shop.example.com/a", "http://shop.example.com/b"]);
  });

  it("of one line without an end is neither held nor a request", async () => {
    async function* endless() {
      for (let at = 0; at < 300; at++) yield "x".repeat(65_536);
    }
    expect(await read(endless(), { ...GIVEN, format: { name: "any", read: () => undefined } })).toEqual({ urls: [], skipped: [1] });
  });

  it("is read in part with --sample", async () => {
    const { urls } = await read(pieces(nginxLine("/a").repeat(10_000)), { ...GIVEN, sample: 100 });
    expect(urls.length).toBeGreaterThan(50);
    expect(urls.length).toBeLessThan(200);
  });
});

describe("a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-log-"));
  const file = (name: string, bytes: Buffer | string) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };

  it("is unpacked by its first bytes, whatever its name", async () => {
    const packed = Buffer.concat([gzipSync(nginxLine("/a")), gzipSync(nginxLine("/b"))]);
    expect((await read(readPieces(file("access.log.gz", packed)), GIVEN)).urls).toHaveLength(2);
    expect((await read(readPieces(file("access.log", packed)), GIVEN)).urls).toHaveLength(2);
    expect((await read(readPieces(file("plain.gz", nginxLine("/a"))), GIVEN)).urls).toHaveLength(1);
  });

  it("that is cut off or missing is an error", async () => {
    const cut = gzipSync(nginxLine("/a").repeat(1000)).subarray(0, 60);
    await expect(read(readPieces(file("cut.gz", cut)), GIVEN)).rejects.toThrow(/unexpected end of file/);
    await expect(read(readPieces(join(folder, "missing")), GIVEN)).rejects.toThrow(/ENOENT/);
  });

  it("without a line has no request", async () => {
    expect((await read(readPieces(file("empty", "")), GIVEN)).urls).toEqual([]);
    expect((await read(readPieces(file("one", "\n")), GIVEN)).urls).toEqual([]);
  });
});
