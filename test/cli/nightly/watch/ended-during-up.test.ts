import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KubernetesSandbox, type OctaviaSandbox, startKubernetesSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { eventually } from "../../../support/eventually";
import { NAMESPACE, service, WatchLab } from "../../../support/watch-lab";

// SIGTERM while `--apply all` runs `pulumi up` on a load balancer that takes longer than a Pod has to end.

const programFor = (subnet: string) => `
import { KubernetesCluster } from "pulumi-k8s-lb/octavia";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new KubernetesCluster("main", { specs: liveCluster({ namespaces: ["${NAMESPACE}"] }), settings: { naming: "occm", subnet_id: "${subnet}" } });
`;
/** `terminationGracePeriodSeconds` of the manifests. */
const KILLED_AFTER_MS = 30_000;

let sandbox: OctaviaSandbox;
let cluster: KubernetesSandbox;
let world: WatchLab;

const slow = (seconds: number) =>
  fetch(`${sandbox.url}/_lab/delay`, {
    method: "POST",
    body: JSON.stringify({ seconds }),
    headers: { "Content-Type": "application/json" },
  });
const balancer = (name: string) => service(name, { type: "LoadBalancer", ports: [{ port: 80, targetPort: 8080 }] });
const NODE = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "n1" },
  status: { addresses: [{ type: "InternalIP", address: "10.0.0.11" }], conditions: [{ type: "Ready", status: "True" }] },
};
const names = () => sandbox.store.list("loadbalancer").map(({ name }) => name);

beforeAll(async () => {
  [sandbox, cluster] = await Promise.all([startOctaviaSandbox(), startKubernetesSandbox({})]);
  world = new WatchLab(cluster.kubeconfig, openstackEnvironment(sandbox));
  await world.begin(programFor(sandbox.subnetId), [NODE, balancer("one")]);
}, 300_000);
afterAll(async () => {
  world?.dispose();
  await Promise.all([sandbox?.close(), cluster?.close()]);
});

test("the up that runs ends within the time of a Pod, the queued one never begins, and the next up goes on", async () => {
  const watch = await world.watch("--apply", "all", "--settle", "1h");
  await slow(45);
  await world.put(balancer("two"));
  await eventually(() => expect(names()).toHaveLength(2), 120_000);
  await world.put(balancer("three"));
  // the lane takes it into its queue after its quiet period
  await new Promise((done) => setTimeout(done, 1500));
  expect(await watch.stop()).toBeLessThan(KILLED_AFTER_MS);
  expect(names()).toHaveLength(2);
  const locks = readdirSync(join(world.lab.folder, "state/.pulumi/locks"), { recursive: true, encoding: "utf8" });
  expect(locks.filter((name) => name.endsWith(".json"))).toEqual([]);
  await slow(0);
  await world.up();
  expect(names()).toHaveLength(3);
}, 600_000);
