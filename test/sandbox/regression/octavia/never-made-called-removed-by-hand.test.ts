import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DRIFT_FILE } from "../../../../provider";
import type { DriftReport } from "../../../../provider/lifecycle/drift";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { full, small } from "../../lib/octavia-samples";
import { idNamed, octaviaWorld } from "../../lib/octavia-world";

// After a run that failed half way a refresh said of listeners, pools, servers and policies that were never made "removed by hand", and of what
// the run had written "set by hand".

const folder = mkdtempSync(join(tmpdir(), "drift-"));
const file = join(folder, "drift.jsonl");
afterAll(() => rmSync(folder, { recursive: true }));

const world = octaviaWorld({ [DRIFT_FILE]: file }, "dynamic");

/** Lines of drift that a refresh finds. */
async function refreshed(resource: Resource): Promise<string[]> {
  rmSync(file, { force: true });
  await resource.refresh();
  const reports: DriftReport[] = readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  return reports.flatMap(({ drift }) => drift.map(({ what }) => what));
}

const renamed = (): Props => ({ ...small(), loadBalancer: { ...(small().loadBalancer as Props), name: "full" } });
const STARTS = { create: undefined, update: renamed };

const CALLS = [
  ["POST", "/listeners"],
  ["POST", "/pools"],
  ["PUT", "/members"],
  ["POST", "/healthmonitors"],
  ["POST", "/l7policies"],
  ["POST", "/rules"],
];
const CASES = (["create", "update"] as const).flatMap((run) => CALLS.map(([method = "", path = ""]) => ({ run, method, path })));

test.each(CASES)("a failed $run is no change by hand: $method $path", async ({ run, method, path }) => {
  const resource = new Resource(world.host, "octavia:LoadBalancer");
  const before = STARTS[run];
  if (before) await resource.up(before());
  const inputs = { ...full(), serial: true };
  world.proxy.answer((called, at) => (called === method && at.includes(path) ? { status: 500, body: { faultstring: "x" } } : undefined));
  await expect(resource.up(inputs)).rejects.toThrow("LB2007");
  world.proxy.answer(undefined);
  const line = /^\d+ differences?: the last run failed before it was done, and the next `pulumi up` goes on$/;
  for (const _ of [1, 2]) expect(await refreshed(resource)).toEqual([expect.stringMatching(line)]);

  await resource.up(inputs);
  expect(await refreshed(resource)).toEqual([]);
  await world.api("DELETE", `/healthmonitors/${await idNamed(world, "healthmonitors", "web")}`);
  await world.settled();
  expect(await refreshed(resource)).toEqual(["health monitor of Pool web removed by hand"]);
});
