import { expect, test } from "vitest";
import { FollowedCluster } from "../../../../sdk/kubernetes/follow";
import { reportPending } from "../../../../sdk/watch/report/pending-events";
import { FakeCluster } from "../../../support/fake-cluster";
import { shop } from "../../../support/watched";

// A change that waited once more for review, after it had been reviewed and taken back, had no Event: every edit of one Ingress has the same words.
// Of two clusters both had the Event of an object that one of them has.

async function followed(context: string): Promise<{ fake: FakeCluster; cluster: FollowedCluster }> {
  const fake = new FakeCluster();
  fake.put(shop.ingress(context, "a"));
  const listener = { listed: () => undefined, event: () => undefined, state: () => undefined, outage: () => undefined };
  const client = { ...fake.client, where: async () => ({ url: "https://fake", context }) };
  const cluster = await FollowedCluster.begin({}, "routing", () => listener, { client, patience: fake.patience });
  return { fake, cluster };
}

const waiting = (context: string) => ({
  causes: [
    { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: "shop", name: context, source: { file: `cluster ${context}` } },
  ],
  since: "2026-01-01T00:00:00Z",
  objects: { "avi:Pool c1--a": "update" as const },
});

test("what waits again is told again, in the cluster where it is, and else once", async () => {
  const [east, west, again] = [await followed("east"), await followed("west"), await followed("east")];
  const clusters = [east.cluster, west.cluster, again.cluster];
  const failures = { failed: (_what: string, error: unknown) => expect.unreachable(String(error)), resolve: () => undefined };
  const tell = (...pending: ReturnType<typeof waiting>[]) => reportPending(pending, clusters, failures);
  const reported = () => [east, west, again].map(({ fake }) => fake.told.length);
  await tell(waiting("east"));
  await tell(waiting("east"), waiting("west"));
  expect(reported()).toEqual([1, 1, 0]);
  await tell(waiting("west"));
  await tell(waiting("east"), waiting("west"));
  expect(reported()).toEqual([2, 1, 0]);
  for (const cluster of clusters) cluster.close();
});
