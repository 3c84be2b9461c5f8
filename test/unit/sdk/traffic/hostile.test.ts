import { describe, expect, it } from "vitest";
import { comparedRequests } from "../../../../requests/differences/changes";
import type { RoutingTable, ServedRule } from "../../../../requests/table/routing-table";
import { TrafficCounter } from "../../../../sdk/traffic/count";
import { LOG_FORMATS } from "../../../../sdk/traffic/formats";
import { jsonLines, logFieldsOf } from "../../../../sdk/traffic/formats/fields";
import { partsRead } from "../../../../sdk/traffic/parts";
import { type LogOptions, readLog } from "../../../../sdk/traffic/read";
import { changeTraffic, shownTraffic, trafficNotes } from "../../../../sdk/traffic/words";

// Lines that somebody wrote to do harm: whoever sends a request writes a line of the log.

const rule = (path: string, service: string): ServedRule => ({
  match: [{ of: "path", is: "segments", values: [path] }],
  to: { forward: [{ weight: 1, service }] },
  by: { object: "Ingress default/shop", pointer: "/spec" },
});
const served = (service: string): RoutingTable => ({
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [{ port: 80, protocol: "http", hosts: { "**.x": { rules: [rule("/", service)] } }, otherwise: { status: 404 } }],
    },
  ],
});
const [before, after] = [served("default/web:80"), served("default/new:80")];
const compared = comparedRequests(before, after);
const PARTS = partsRead(before, after);
const FORMAT = jsonLines(logFieldsOf("host=host,path=path,method=method"));
const OPTIONS: LogOptions = { format: FORMAT, scheme: "http" };

async function counted(pieces: Iterable<string>, options = OPTIONS) {
  const counter = new TrafficCounter({ before, after, changes: compared.changes }, PARTS);
  counter.file = "access.log";
  async function* all() {
    yield* pieces;
  }
  await readLog(all(), options, PARTS, counter);
  return counter.count;
}

const line = (host: string, path = "/", method = "GET") => `${JSON.stringify({ host, path, method })}\n`;

describe("a log with", () => {
  it("hundreds of megabytes without a line end is one line that is no request", async () => {
    function* endless() {
      const piece = `{"host":"a.x","path":"/${"a".repeat(1_000_000)}`;
      for (let at = 0; at < 200; at++) yield piece;
      yield `"}\n${line("a.x")}`;
    }
    expect(await counted(endless())).toMatchObject({ requests: 1, changed: 1, unread: 1, unreadAt: ["access.log:1"] });
  });

  it("very many hosts and paths counts each, and remembers a bounded number", async () => {
    function* many() {
      for (let at = 0; at < 21_000; at++) yield line(`h${at}.x`, `/${at}`);
    }
    expect(await counted(many())).toMatchObject({ requests: 21_000, changed: 21_000, unread: 0, others: 0 });
  });

  it.each<[string, string]>([
    ["a host that is longer than any", line(`${"h".repeat(300)}.x`)],
    ["a host with a path", line("a.x/b")],
    ["a host with a user", line("user@a.x")],
    ["a host with a line end", line("a.x\n")],
    ["a port that does not exist", line("a.x:99999")],
    ["a method that is none", line("a.x", "/", "get /admin")],
    ["a path without a slash", line("a.x", "admin")],
    ["a path that is an object", '{"host":"a.x","path":{"toString":1}}\n'],
    ["a name of a prototype", '{"__proto__":{"host":"a.x","path":"/"}}\n'],
    ["NUL and escapes", "\0\0\u001b]0;title\u0007\n"],
    ["half a character", "\ud800{\n"],
    ["brackets without end", `${"[".repeat(60_000)}\n`],
    ["objects without end", `${'{"a":'.repeat(10_000)}\n`],
  ])("%s has no request there", async (_, text) => {
    expect(await counted([text, line("a.x")])).toMatchObject({ requests: 1, unread: 1, unreadAt: ["access.log:1"] });
  });

  it("a path of control characters prints nothing of it, but in an example", async () => {
    const count = await counted([line("a.x", "/\u001b[31m\u202e?token=secret")]);
    const traffic = changeTraffic(count, compared, { examples: false });
    expect(JSON.stringify([shownTraffic(count, { ...compared, traffic }), trafficNotes(count)])).not.toMatch(/31m|secret|202e/);
    expect(count.lines[0]?.examples).toEqual(["GET /\u001b[31m\u202e"]);
  });

  it("a path of many characters has a short example", async () => {
    const { lines } = await counted([line("a.x", `/${"a".repeat(10_000)}`)]);
    expect(lines[0]?.examples[0]?.length).toBeLessThan(150);
  });
});

describe.each(LOG_FORMATS)("a line of $name that never ends its fields", ({ read }) => {
  const MOST = 65_000;
  it.each([
    `${" ".repeat(MOST)}`,
    `${":1".repeat(MOST / 2)} [`,
    `${'" '.repeat(MOST / 2)}`,
    `10.0.0.1 - ${"[ ".repeat(MOST / 2)}`,
    `10.0.0.1 - - [t] "GET / HTTP/1.1" 200 1 "${'\\"'.repeat(MOST / 2)}`,
    `[t] "GET / HTTP/1.1" 200 ${'"a" '.repeat(MOST / 4)}`,
    `a:1 [t] f b/s 1 200 1 - - ---- 1 1 ${"{} ".repeat(MOST / 3)}`,
    `${"0123456789abcdef0123456789abcdef ".repeat(MOST / 33)}`,
    `{"method":"GET","uri_path":"/${"a".repeat(MOST)}`,
  ])("is read, or left out, as fast as any other: %#", (text) => {
    // the runner ends a test that takes longer than its limit
    for (let time = 0; time < 20; time++) expect([undefined, "GET"]).toContain(read(text, PARTS)?.method);
  });
});
