import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { requestLines } from "../../../../requests/differences/change-lines";
import { comparedRequests } from "../../../../requests/differences/changes";
import type { Condition, RoutingTable, ServedRule } from "../../../../requests/table/routing-table";
import { diffMarkdown } from "../../../../sdk/cli/diff/markdown";
import { countedTraffic, refuseTrafficWithoutLog, type TrafficOptions } from "../../../../sdk/cli/diff/traffic";
import type { ComparedSides } from "../../../../sdk/requests/changes";
import { partsRead } from "../../../../sdk/traffic/parts";

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-traffic-"));
const stderr = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
afterEach(() => stderr.mockClear());
const told = () => stderr.mock.calls.map(([text]) => text).join("");

const rule = (path: string, service: string, ...more: Condition[]): ServedRule => ({
  match: [{ of: "path", is: "segments", values: [path] }, ...more],
  to: { forward: [{ weight: 1, service }] },
  by: { object: "Ingress default/shop", pointer: "/spec" },
});
const served = (hosts: Record<string, ServedRule[]>, more: object = {}): RoutingTable => ({
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [
        {
          port: 80,
          protocol: "http",
          hosts: Object.fromEntries(Object.entries(hosts).map(([name, rules]) => [name, { rules }])),
          otherwise: { status: 404 },
          ...more,
        },
      ],
    },
  ],
});

function compared(before: RoutingTable, after: RoutingTable): ComparedSides {
  return { ...comparedRequests(before, after), beside: [], unready: [], rules: { before, after } };
}

/** Lines of JSON with their number. */
function logOf(name: string, requests: readonly (readonly [count: number, url: string, headers?: Record<string, string>])[]): string {
  const file = join(folder, name);
  const lines = requests.flatMap(([count, url, headers = {}]) => {
    const { host, pathname, search } = new URL(url);
    return Array.from({ length: count }, () => `${JSON.stringify({ host, path: pathname + search, ...headers })}\n`);
  });
  writeFileSync(file, lines.join(""));
  return file;
}

const FIELDS = { fields: { host: "host", path: "path" }, headers: {} };
const options = (file: string, more: Partial<TrafficOptions> = {}): TrafficOptions => ({
  log: [file],
  logFields: FIELDS,
  logScheme: "http",
  ...more,
});

const web = rule("/", "default/web:80");
const api = rule("/api", "default/api:80");
const cart = rule("/cart", "default/cart:80");
const change = compared(
  served({ "a.x": [api, cart, web], "b.x": [web] }),
  served({ "a.x": [cart, web], "b.x": [rule("/", "default/new:80")] }),
);

describe("requests of a log beside a change", () => {
  const log = logOf("access.log", [
    [90, "http://a.x/cart?token=secret"],
    [6, "http://a.x/api/v1/users?token=secret"],
    [3, "http://b.x/"],
    [1, "http://nobody.x/"],
  ]);

  it("are counted by line, those with most of them first", async () => {
    const traffic = (await countedTraffic(options(log), "avi", change))!;
    expect(traffic.headline).toBe("9 of 100 requests (9.00 %) are answered differently, on 2 of 2 lines");
    expect(requestLines(traffic.requests)).toEqual([
      "- http://a.x/api/...: now default/web:80 (by Ingress default/shop /), was default/api:80 [6 requests, 6.00 %]",
      "~ http://b.x/...: default/new:80, was default/web:80 [3 requests, 3.00 %]",
    ]);
    expect(traffic.shown).toEqual({
      ...{ requests: 100, changed: 9, unread: 0, unknown: 0 },
      lines: [
        { region: "http://a.x/api/...", requests: 6, changed: 6 },
        { region: "http://b.x/...", requests: 3, changed: 3 },
      ],
    });
    expect(diffMarkdown("avi", ["1 kind of request is answered differently"], [], {}, traffic.headline)).toContain(
      "\n\n**9 of 100 requests (9.00 %) are answered differently, on 2 of 2 lines**\n",
    );
  });

  it("are shown with --examples alone, three of a line, never with a query", async () => {
    const many = logOf(
      "many.log",
      [..."abcde"].map((letter) => [2, `http://a.x/api/${letter}?token=secret`] as const),
    );
    const plain = (await countedTraffic(options(many), "avi", change))!;
    expect(JSON.stringify([requestLines(plain.requests), plain.shown, plain.notes])).not.toMatch(/secret|\/api\/a/);
    const shown = (await countedTraffic(options(many, { examples: true }), "avi", change))!;
    expect(requestLines(shown.requests).slice(1, 4)).toEqual(["    e.g. GET /api/a", "    e.g. GET /api/b", "    e.g. GET /api/c"]);
    expect(shown.shown.lines[0]?.examples).toEqual(["GET /api/a", "GET /api/b", "GET /api/c"]);
    expect(shown.requests.traffic?.examples?.size).toBe(2);
  });

  it("that are none have their lines named, and lines without requests say so", async () => {
    const file = join(folder, "noise.log");
    writeFileSync(file, `${'{"host":"a.x","path":"/cart"}\n'.repeat(3)}${"a secret of somebody\n".repeat(5)}`);
    const traffic = (await countedTraffic(options(file), "avi", change))!;
    expect(traffic.headline).toBe("None of 3 requests is answered differently");
    expect(traffic.notes).toEqual([`5 lines are not requests: ${file}:4, ${file}:5, ${file}:6 ...`]);
    expect(requestLines(traffic.requests).every((line) => line.endsWith(" [no traffic]"))).toBe(true);
    expect(traffic.shown.unread).toBe(5);
  });

  it("that nobody serves are told", async () => {
    await countedTraffic(options(logOf("other.log", [[5, "http://other.x/"]])), "avi", change);
    expect(told()).toMatch(/no request of the log reaches a rule of either side/);
  });

  it("of a part of the log are called so in each figure", async () => {
    const traffic = (await countedTraffic(options(logOf("long.log", [[10_000, "http://a.x/api"]]), { sample: 100 }), "avi", change))!;
    expect(traffic.headline).toMatch(
      /^(\d+) of \1 sampled requests \(100\.00 %, 1\/100 of the log\) are answered differently, on 1 of 2 lines$/,
    );
    expect(requestLines(traffic.requests).map((line) => /\[(.*)\]$/.exec(line)?.[1])).toEqual([
      expect.stringMatching(/^\d+ sampled requests, 100\.00 %$/),
      "no sampled traffic",
    ]);
    expect(traffic.shown.sampled).toBe("1/100");
  });
});

describe("a rule that reads what the log does not hold", () => {
  const canary: Condition = { of: "header", name: "x-canary", is: "exact", values: ["1"] };
  const before = served({ "a.x": [rule("/api", "default/next:80", canary), api, web] });
  const after = served({ "a.x": [rule("/api", "default/newer:80", canary), api, web] });
  const log = logOf("canary.log", [
    [2, "http://a.x/api", { canary: "1" }],
    [5, "http://a.x/api"],
    [3, "http://a.x/"],
  ]);

  it("leaves its requests not known, and no others", async () => {
    const traffic = (await countedTraffic(options(log), "avi", compared(before, after)))!;
    expect(traffic.shown).toMatchObject({ requests: 10, changed: 0, unknown: 7 });
    expect(traffic.headline).toBe("None of 10 requests is known to be answered differently");
    expect(traffic.notes).toEqual(["? 7 requests (70.00 %) not known: rules read header x-canary, which the log does not hold"]);
  });

  it("is answered where a field of the log holds it", async () => {
    const logFields = { ...FIELDS, headers: { "x-canary": "canary" } };
    const traffic = (await countedTraffic(options(log, { logFields }), "avi", compared(before, after)))!;
    expect(traffic.shown).toMatchObject({ requests: 10, changed: 2, unknown: 0 });
  });

  it("changes nothing where both sides have it", async () => {
    const both = compared(before, served({ "a.x": [rule("/api", "default/next:80", canary), api, rule("/", "default/cart:80")] }));
    expect((await countedTraffic(options(log), "avi", both))!.shown).toMatchObject({ requests: 10, changed: 3, unknown: 0 });
  });

  it("counts for --max-changed, which must not pass what nobody knows", async () => {
    const sides = compared(before, after);
    expect((await countedTraffic(options(log, { maxChanged: 70 }), "avi", sides))!.isExceeded).toBe(false);
    expect((await countedTraffic(options(log, { maxChanged: 69.9 }), "avi", sides))!.isExceeded).toBe(true);
    expect(told()).toMatch(/70\.00 % of the requests are answered differently or not known, more than 69\.9 %/);
  });
});

describe("ranges of clients", () => {
  it("are compared with the client of the log, whose address is in no output", async () => {
    const before = served({ "a.x": [web] }, { clients: ["10.0.0.0/8"] });
    const sides = compared(before, served({ "a.x": [web] }, { clients: ["10.1.0.0/16"] }));
    expect(partsRead(sides.rules.before, sides.rules.after).clients).toEqual(["10.0.0.0/8", "10.1.0.0/16"]);
    const log = join(folder, "clients.log");
    writeFileSync(
      log,
      ["10.1.2.3", "10.2.0.7", "10.2.0.8", "8.8.8.8"].map((ip) => `${JSON.stringify({ host: "a.x", path: "/", ip })}\n`).join(""),
    );
    const logFields = { fields: { ...FIELDS.fields, client: "ip" }, headers: {} };
    const traffic = (await countedTraffic(options(log, { logFields, examples: true }), "avi", sides))!;
    expect(traffic.shown).toMatchObject({ requests: 4, changed: 2, unknown: 0 });
    expect(JSON.stringify([traffic.shown, traffic.notes, requestLines(traffic.requests)])).not.toMatch(/10\.2\.0|8\.8\.8/);
    expect((await countedTraffic(options(log), "avi", sides))!.shown).toMatchObject({ changed: 0, unknown: 4 });
  });
});

describe("options", () => {
  it.each<[TrafficOptions, RegExp]>([
    [{ examples: true }, /--examples is about a log/],
    [{ maxChanged: 1 }, /--max-changed is about a log/],
    [{ sample: 10 }, /--sample is about a log/],
    [{ log: ["a"], logFormat: "json" }, /--log-fields path=FIELD/],
    [{ log: ["a"], logFormat: "nginx", logFields: FIELDS }, /--log-fields is for json, not for nginx/],
    [{ log: ["-", "-"] }, /standard input can be read once/],
  ])("%j are refused", (given, message) => {
    expect(() => refuseTrafficWithoutLog(given)).toThrow(message);
  });

  it("name a log that has requests", async () => {
    await expect(countedTraffic(options(join(folder, "missing.log")), "avi", change)).rejects.toThrow(
      /missing\.log cannot be read: .*ENOENT/,
    );
    const empty = logOf("empty.log", []);
    await expect(countedTraffic(options(empty), "avi", change)).rejects.toThrow(/there is no request in .*empty\.log/);
    await expect(countedTraffic(options(empty), "routes", undefined)).rejects.toThrow(/nothing of routes answers requests/);
    await expect(countedTraffic({ log: [logOf("bare.log", [[1, "http://a.x/"]])] }, "avi", change)).rejects.toThrow(
      /bare\.log: its first lines are of no form that is known/,
    );
  });
});
