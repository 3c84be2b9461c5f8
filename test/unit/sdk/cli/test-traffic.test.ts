import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RoutingTable, ServedAnswer, ServedRule } from "../../../../requests/table/routing-table";
import { expectationsOfTraffic } from "../../../../sdk/cli/test/traffic";
import { checkExpectations, isFailed } from "../../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../../sdk/requests/explain";
import { FrequentRequests } from "../../../../sdk/traffic/frequent";
import type { CompleteRequest } from "../../../../sdk/traffic/read";

const rule = (path: string, to: ServedAnswer): ServedRule => ({
  match: [{ of: "path", is: "segments", values: [path] }],
  to,
  by: { object: "Ingress default/shop", pointer: `/spec${path}` },
});
const to = (service: string): ServedAnswer => ({ forward: [{ weight: 1, service }] });
const rules: RoutingTable = {
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [
        {
          port: 80,
          protocol: "http",
          hosts: {
            "a.x": { rules: [rule("/old", { redirect: { path: { full: "/new" } }, status: 301 }), rule("/shop", to("default/web:80"))] },
          },
          otherwise: { status: 404 },
        },
      ],
    },
  ],
  servers: { "default/web:80": { ready: ["10.0.0.1:80"] } },
};
const requests = new RequestExplainer({ desired: rules });
const folder = mkdtempSync(join(tmpdir(), "k8s-lb-frequent-"));

/** Expectations of a log of so many requests to each path. */
function written(paths: Readonly<Record<string, number>>, isWritten: (request: string) => boolean = () => false) {
  const file = join(folder, "access.log");
  const lines = Object.entries(paths).map(([path, count]) => `${JSON.stringify({ path })}\n`.repeat(count));
  writeFileSync(file, lines.join(""));
  const logFields = { fields: { path: "path" }, headers: {} };
  return expectationsOfTraffic({ log: [file], logFields, logHost: "a.x", logScheme: "http" }, requests, isWritten);
}

describe("expectations of a log", () => {
  it("are of the most frequent requests, until 99 % are covered, and all pass", async () => {
    const { expectations, notes } = await written({ "/shop/1": 20, "/shop/2?token=secret": 60, "/old": 19, "/shop/rare": 1 });
    expect(expectations.map(({ entry }) => entry)).toEqual([
      { request: "http://a.x/shop/2", to: "default/web:80" },
      { request: "http://a.x/shop/1", to: "default/web:80" },
      { request: "http://a.x/old", redirect: "http://a.x/new", status: 301 },
    ]);
    expect(notes).toEqual(["99 of 100 requests covered (99.00 %)"]);
    const { expectations: read, faults } = expectationsIn(expectations.map(({ entry }) => entry));
    expect(faults).toEqual([]);
    expect(checkExpectations(read, requests).filter(isFailed)).toEqual([]);
  });

  it("leave out what no rule takes, and say so", async () => {
    const { expectations, notes } = await written({ "/wp-login.php": 70, "/shop": 30 });
    expect(expectations).toHaveLength(1);
    expect(notes).toEqual([
      "30 of 100 requests covered (30.00 %)",
      "70 requests without an expectation: no rule takes them, or nothing can be expected of their answer",
    ]);
  });

  it("leave out what the file has, which is covered", async () => {
    const { expectations, notes } = await written({ "/shop": 30, "/old": 10 }, (request) => request === "http://a.x/shop");
    expect(expectations.map(({ entry }) => entry.request)).toEqual(["http://a.x/old"]);
    expect(notes).toEqual(["40 of 40 requests covered (100.00 %)"]);
  });

  it("need a request", async () => {
    await expect(written({})).rejects.toThrow(/there is no request in .*access\.log/);
  });
});

describe("counts of more requests than are remembered", () => {
  it("are never too low, and too high by no more than they say", () => {
    const counter = new FrequentRequests();
    const real = new Map<string, number>();
    const take = (path: string) => {
      counter.take({ scheme: "http", host: "a.x", method: "GET", path, search: "", headers: new Map() } satisfies CompleteRequest);
      real.set(`http://a.x${path}`, (real.get(`http://a.x${path}`) ?? 0) + 1);
    };
    for (let at = 0; at < 60_000; at++) {
      take(`/rare/${at}`);
      if (at % 3 === 0) take(`/often/${at % 10}`);
    }
    const most = counter.most();
    expect(most.length).toBeLessThanOrEqual(20_000);
    expect(most.slice(0, 10).every(({ url }) => url.startsWith("http://a.x/often/"))).toBe(true);
    for (const { url, count, error } of most) {
      expect(count).toBeGreaterThanOrEqual(real.get(url)!);
      expect(count - error).toBeLessThanOrEqual(real.get(url)!);
    }
    expect(most.some(({ error }) => error > 0)).toBe(true);
  });
});
