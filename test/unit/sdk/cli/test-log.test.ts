import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { RoutingTable, ServedAnswer, ServedRule } from "../../../../requests/table/routing-table";
import { refuseWithLog, testLog } from "../../../../sdk/cli/test/log";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import { RuleLines } from "../../../../sdk/requests/rule-lines";
import { logFieldsOf } from "../../../../sdk/traffic/formats/fields";

const rule = (path: string, to: ServedAnswer, more: ServedRule["match"] = []): ServedRule => ({
  match: [{ of: "path", is: "segments", values: [path] }, ...more],
  to,
  by: { object: "Ingress default/shop", pointer: `/spec${path}` },
});
const to = (service: string): ServedAnswer => ({ forward: [{ weight: 1, service }] });
const own = [
  rule("/old", { redirect: { scheme: "https" }, status: 301 }),
  rule("/beta", to("default/api:80"), [{ of: "header", name: "x-beta", is: "exact", values: ["1"] }]),
  rule("/beta", to("default/web:80")),
  rule("/shop", to("default/web:80")),
  rule("/unused", to("default/api:80")),
];
const rules: RoutingTable = {
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [{ port: 80, protocol: "http", hosts: { "a.x": { rules: own } }, otherwise: { status: 404 } }],
    },
  ],
  servers: { "default/web:80": { ready: ["10.0.0.1:80"] }, "default/api:80": { ready: ["10.0.0.9:80"] } },
};
const folder = mkdtempSync(join(tmpdir(), "k8s-lb-answers-"));

type Line = [url: string, status: number, server?: string];

/** Output and exit code for a log of these lines, each so often. */
async function tested(lines: readonly Line[], output = "text", from = rules) {
  const file = join(folder, "access.log");
  const text = lines.map(([url, status, server]) => {
    const [, host, path] = /^(.*?)(\/.*)$/.exec(url) ?? [];
    return `${JSON.stringify({ host, path, status, server })}\n`;
  });
  writeFileSync(file, text.join(""));
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
  const logFields = logFieldsOf("host=host,path=path,status=status,server=server");
  const code = await testLog({ log: [file], logFields, logScheme: "http", output }, new RequestExplainer({ desired: from }), {
    lines: new RuleLines(),
    members: new Map([["1f2e", "10.0.0.9:80"]]),
  });
  return { code, printed };
}

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});

describe("a log beside the rules", () => {
  it("agrees, and names the rules that nobody asked", async () => {
    const { code, printed } = await tested([
      ["a.x/old/1", 301],
      ["a.x/shop?token=secret", 200, "10.0.0.1:80"],
      ["a.x/nowhere", 404],
    ]);
    expect(code).toBe(0);
    expect(printed.split("\n")).toEqual([
      "3 of 3 requests (100.00 %) got what the rules say; 0 (0.00 %) did not",
      "  - http://a.x/beta/... if header x-beta=1: no request (Ingress default/shop /spec/beta)",
      "  - http://a.x/beta/...: no request (Ingress default/shop /spec/beta)",
      "  - http://a.x/unused/...: no request (Ingress default/shop /spec/unused)",
      "",
    ]);
  });

  it("names a rule without an owner by its object on the load balancer", async () => {
    const [first] = rules.addresses;
    const hosts = {
      "b.x": {
        rules: [
          { to: to("default/api:80"), on: "pool/b" },
          { match: [{ of: "method" as const, values: ["PUT"] }], to: to("default/api:80") },
        ],
      },
    };
    const served: RoutingTable = { ...rules, addresses: [first!, { ...first!, name: "b", ports: [{ ...first!.ports[0]!, hosts }] }] };
    const { printed } = await tested([["a.x/shop", 200, "10.0.0.1:80"]], "text", served);
    expect(printed).toContain("  - http://b.x: no request (pool/b)\n");
    expect(printed).toContain("  - http://b.x if method PUT: no request\n");
  });

  it("contradicts by region, the most requests first, with nothing that only clients wrote", async () => {
    const { code, printed } = await tested([
      ["a.x/shop/secret-1", 404],
      ["a.x/shop/secret-2", 404],
      ["a.x/shop/secret-3", 200, "10.0.0.9:80"],
      ["a.x/secret", 200, "10.0.0.77:80"],
      ["secret.x/", 200, "10.0.0.1:80"],
    ]);
    expect(code).toBe(1);
    expect(printed.split("\n").slice(0, 5)).toEqual([
      "0 of 5 requests (0.00 %) got what the rules say; 5 (100.00 %) did not",
      "  ! http://a.x/shop/...: the log has 404 of the load balancer, the rules say default/web:80 (by Ingress default/shop /spec/shop) [2 requests, 40.00 %]",
      "  ! http://a.x/shop/...: the log has 200 of default/api:80, the rules say default/web:80 (by Ingress default/shop /spec/shop) [1 request, 20.00 %]",
      "  ! http://a.x: the log has 200 of a server, the rules say 404 [1 request, 20.00 %]",
      "  ! http://*: the log has 200 of default/web:80, the rules say 404 [1 request, 20.00 %]",
    ]);
    expect(printed).not.toContain("secret");
  });

  it("takes the id of a member for its server, where the load balancer was read", async () => {
    const { printed } = await tested([
      ["a.x/shop", 200, "1f2e"],
      ["a.x/shop", 200, "other"],
    ]);
    expect(printed).toContain("the log has 200 of default/api:80, the rules say default/web:80");
    expect(printed).toContain("1 of 2 requests (50.00 %) got what the rules say");
  });

  it("guesses nothing of a header that the log does not hold", async () => {
    const open: Line = ["a.x/beta", 200, "10.0.0.9:80"];
    const { printed } = await tested([open, ["a.x/shop", 200, "10.0.0.1:80"]], "json");
    const { traffic } = JSON.parse(printed);
    expect(traffic).toMatchObject({ requests: 2, agreeing: 1, contradicting: 0, unknown: 1, contradictions: [] });
    await expect(tested([open])).rejects.toThrow("can be compared");
  });

  it("has the contradictions as JSON, with the answer and the rule", async () => {
    const { printed } = await tested([["a.x/old", 200, "10.0.0.1:80"]], "json");
    expect(JSON.parse(printed).traffic.contradictions).toEqual([
      {
        ...{ region: "http://a.x/old/...", log: "200 of default/web:80", requests: 1 },
        answer: { kind: "redirect", location: "https://a.x/old", status: 301 },
        rule: { object: "Ingress default/shop", pointer: "/spec/old", on: null },
      },
    ]);
  });

  it("is refused beside expectations, and in forms that have no place for it", () => {
    expect(() => refuseWithLog(["requests.yaml"], { output: "text" })).toThrow("expectations or --log");
    expect(() => refuseWithLog([], { output: "junit" })).toThrow("text or json");
    expect(() => refuseWithLog([], { output: "text", coverage: true })).toThrow("--coverage");
  });
});
