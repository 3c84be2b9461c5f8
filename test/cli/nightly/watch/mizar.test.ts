import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDS_MS, NAMESPACE, WatchLab } from "../../../support/watch-lab";
import { root } from "../../pr/harness";

// Mizar on a real kube-apiserver: everything is structure, so a new Pod is previewed and waits for a person.

const PROGRAM = `
import { KubernetesCluster } from "pulumi-k8s-lb/mizar";
import { liveCluster } from "pulumi-k8s-lb/cluster";
const base = [
  { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc-1a2b3c4d" }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } },
  { apiVersion: "mizar.com/v1", kind: "Subnet", metadata: { name: "net1" }, spec: { vpc: "vpc-1a2b3c4d", ip: "10.10.1.0", prefix: 24 } },
  { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "vpc-1" }, spec: { type: "mizar", vpcID: "vpc-1a2b3c4d" } },
];
new KubernetesCluster("net", { specs: [...base, liveCluster({ namespaces: ["${NAMESPACE}"], kinds: ["Pod"] })], writeStatus: true });
`;

const pod = (name: string) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, namespace: NAMESPACE, labels: { "arktos.futurewei.com/network": "vpc-1" } },
  spec: { containers: [{ name: "main", image: "nginx", env: [{ name: "PASSWORD", value: "hunter2" }] }] },
});

let server: { kubeconfig: string; stop(): Promise<void> } | undefined;
let lab: WatchLab;

beforeAll(async () => {
  server = await (await import(join(root, "tools/kube-server/index.mjs"))).startMizarServer();
  lab = new WatchLab(readFileSync(server?.kubeconfig ?? "", "utf8"), {});
  await lab.begin(PROGRAM, [pod("first")]);
});
afterAll(async () => {
  lab?.dispose();
  await server?.stop();
});

test("a new Pod of Mizar is previewed, waits for a person, and is placed by the next up", async () => {
  const placeOf = async () => (await lab.read(pod("second")))?.metadata.annotations ?? {};
  const watch = await lab.watch("--settle", "1h");
  expect(await watch.status()).toMatchObject({ pending: [] });
  await lab.put(pod("second"));
  await watch.says(/pending since .*(create|update) kubernetes:ObjectStatuses net-Pod-statuses-\d \(Pod shop\/second\)/);
  await watch.says("pulumi preview done");
  expect(await placeOf()).toEqual({});
  expect(await watch.status()).toMatchObject({ ready: true, pending: [{ causes: [{ kind: "Pod", name: "second" }] }] });
  await lab.up();
  await watch.says("nothing is pending");
  expect(Object.keys(await placeOf())).not.toEqual([]);
  expect(watch.said).not.toContain("hunter2");
  expect(await watch.stop()).toBeLessThan(ENDS_MS);
}, 600_000);
