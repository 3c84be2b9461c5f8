import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type OpenStack } from "../../../../provider/octavia/client";
import { type KubernetesSandbox, type OctaviaSandbox, startKubernetesSandbox, startOctaviaSandbox } from "../../../../sandbox/index";
import { openstackEnvironment } from "../../../../sandbox/octavia-sandbox";
import { k8sLb } from "../../../support/cli";
import { ENDS_MS, ingress, service, WatchLab } from "../../../support/watch-lab";
import { addressesIn } from "../../../support/watched";

// The members of the OpenStack cloud provider are nodes: structure from files, nodes from the cluster.

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-nodes-"));
const manifests = join(folder, "shop.yaml");
const web = service("web", { type: "NodePort", ports: [{ port: 80, nodePort: 30080, protocol: "TCP" }] });
writeFileSync(manifests, [web, ingress("shop.example.com")].map((one) => JSON.stringify(one)).join("\n---\n"));

const node = (name: string, address: string) => ({
  apiVersion: "v1",
  kind: "Node",
  metadata: { name },
  status: { addresses: [{ type: "InternalIP", address }], conditions: [{ type: "Ready", status: "True" }] },
});

let octavia: OctaviaSandbox;
let cluster: KubernetesSandbox;
let world: WatchLab;
let cloud: OpenStack;

beforeAll(async () => {
  [octavia, cluster] = await Promise.all([startOctaviaSandbox(), startKubernetesSandbox({})]);
  cloud = connect({ get: () => undefined, explicit: () => undefined, env: openstackEnvironment(octavia) });
  world = new WatchLab(cluster.kubeconfig, openstackEnvironment(octavia));
  const program = `
import { KubernetesCluster } from "pulumi-k8s-lb/octavia";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new KubernetesCluster("t4", {
  specs: [${JSON.stringify(manifests)}, liveCluster({ kinds: ["Node"] })],
  settings: { naming: "occm", cluster_name: "t4", subnet_id: "${octavia.subnetId}" },
});
`;
  await world.begin(program, [node("w1", "10.1.0.21"), node("w2", "10.1.0.22")]);
}, 300_000);

afterAll(async () => {
  world?.dispose();
  rmSync(folder, { recursive: true, force: true });
  await Promise.all([octavia?.close(), cluster?.close()]);
});

/** Addresses of all members. */
async function members(): Promise<string[]> {
  const pools = await cloud.octavia.list("/v2/lbaas/pools", "pools");
  return addressesIn(await Promise.all(pools.map(({ id }) => cloud.octavia.list(`/v2/lbaas/pools/${id}/members`, "members"))));
}

test("a new node is a member at once, waits for no review, and is recorded in the state", async () => {
  expect(await members()).toEqual(["10.1.0.21", "10.1.0.22"]);
  const watch = await world.watch("--settle", "3s");
  await world.put(node("w6", "10.1.0.26"));
  await expect.poll(members, { timeout: 60_000 }).toEqual(["10.1.0.21", "10.1.0.22", "10.1.0.26"]);
  await watch.says("pulumi up done");
  expect(watch.said).not.toMatch("pending since");
  expect(await watch.status()).toMatchObject({ pending: [], drift: [], troubles: [] });
  expect(await watch.stop()).toBeLessThan(ENDS_MS);
}, 300_000);

test("servers that a watch wrote and no state has yet are no drift, and those of others are", async () => {
  const drift = (...more: string[]) => k8sLb(["drift", "-C", world.lab.program, "-s", "test", ...more], { env: world.lab.env });
  const watch = await world.watch("--settle", "1h");
  await world.put(node("w7", "10.1.0.27"));
  await expect.poll(members, { timeout: 60_000 }).toContain("10.1.0.27");
  const after = await drift("--exit-code");
  expect(after.code, after.stderr).toBe(0);
  expect(after.stdout).toMatch(/^No drift\. .*\n1 server is as the specs have it now, and no drift: the next `pulumi up` records it\.\n$/);
  expect(await watch.stop()).toBeLessThan(ENDS_MS);

  const [pool] = await cloud.octavia.list("/v2/lbaas/pools", "pools");
  await cloud.octavia.post(`/v2/lbaas/pools/${pool?.id}/members`, { member: { address: "10.1.0.99", protocol_port: 30080 } });
  const byHand = await drift("--exit-code");
  expect(byHand.code, byHand.stderr).toBe(1);
  expect(byHand.stdout).toMatch(/server 10\.1\.0\.99 added by hand/);
  expect(byHand.stdout).not.toMatch(/server 10\.1\.0\.27/);
}, 300_000);
