import { afterEach, beforeEach, expect, test } from "vitest";
import { KubernetesError } from "../../../../provider/kubernetes/errors";
import { type AviSandbox, startAviSandbox } from "../../../../sandbox/index";
import { FollowedCluster } from "../../../../sdk/kubernetes/follow";
import { Watcher } from "../../../../sdk/watch/watcher";
import { FakeCluster } from "../../../support/fake-cluster";
import { FakeProgram, ownComponent } from "../../../support/watched";

// While a list had not come, because rights were missing or the API server was away, SIGTERM was not heard: `k8s-lb watch` waited for the list,
// held its Lease, and was killed in the end.

let avi: AviSandbox;
beforeEach(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterEach(() => avi.close());

test("a watch that waits for a list it may not have ends when it is told to", async () => {
  const cluster = new FakeCluster();
  const refused = new KubernetesError({ reason: "forbidden", status: 403, text: "secrets is forbidden" });
  const { client, patience } = cluster;
  const listed: typeof client.listed = async (type, options) => {
    if (type.kind === "Secret") throw refused;
    return client.listed(type, options);
  };
  const reasons: (string | undefined)[] = [];
  const watcher = new Watcher(new FakeProgram(cluster, avi, [ownComponent()]), {
    ...{ apply: "members", debounceMs: 3, resyncMs: 3_600_000, settleMs: 3_600_000, emptyAfterMs: 30, planFile: "" },
    emit: (event) => void (event.what === "outage" && reasons.push(event.kind)),
    follow: async (components, _texts, listener) => {
      const following = (context: string) => listener(components, context);
      const followed = await FollowedCluster.begin({}, "routing", following, { client: { ...client, listed }, patience });
      return new Map(components.map((component) => [component, [followed]]));
    },
  });
  const started = watcher.start();
  await expect.poll(() => reasons).toEqual(["Secret"]);
  expect(watcher.ready()).toBe(false);
  await watcher.close();
  await started;
  expect(watcher.ready()).toBe(false);
}, 60_000);
