import { afterEach, expect, test, vi } from "vitest";
import type { ComponentDescriptor } from "../../../sdk/components/register-with-watch";
import { FollowedCluster } from "../../../sdk/kubernetes/follow";
import { followClusters } from "../../../sdk/watch/follow/follow-clusters";

// A component with `naming: ako-2` reads HostRules and their kin; the watch followed the kinds of routing alone, so that all that the
// rules say was pending for ever.

afterEach(() => vi.restoreAllMocks());

test.each([
  ["avi", { naming: "ako-2" }, "ako"],
  ["avi", { naming: "ako-1.2" }, "routing"],
  ["avi", undefined, "routing"],
  ["octavia", { naming: "occm" }, "routing"],
  ["mizar", {}, "mizar"],
] as const)("a watch follows the kinds that the component reads: %s %o", async (target, settings, family) => {
  const begin = vi.spyOn(FollowedCluster, "begin").mockResolvedValue({ context: "c" } as FollowedCluster);
  const options = { owner: "o", ...(settings ? { settings } : {}) };
  const component: ComponentDescriptor = { target, kind: "KubernetesCluster", name: "c", options, clusters: [{}], files: [], objects: [] };
  await followClusters([component], [], () => ({ event: vi.fn(), listed: vi.fn(), state: vi.fn(), outage: vi.fn() }));
  expect(begin.mock.calls.map(([, followed]) => followed)).toEqual([family]);
});
