import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/kubernetes-sandbox";
import { runHere } from "../../../support/provider-here";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";

// A Pod of another stack, or one that was kept with `retainOnDelete`, is in a subnet of ours, which is in a VPC of ours. A destroy with
// `forceFinalizerRemoval` took the finalizers of both away, and cut the Pod off.

const owner = "pulumi-k8s-lb:shop/dev/mizar/c";

let cluster: KubernetesSandbox;
beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: { delayMs: 5, retryMs: 20 } });
}, 60_000);
afterEach(() => cluster.reset());
afterAll(() => cluster.close());

const run = () => runHere({ "kubernetes:kubeconfig": cluster.kubeconfig, "mizar:listCache": "0", "mizar:pollInterval": "10" });

async function made(kind: string, inputs: Props): Promise<Resource> {
  const resource = new Resource(run(), `mizar:${kind}`);
  await resource.up({ owner, deleteTimeout: 0.5, provisionTimeout: 10, forceFinalizerRemoval: true, ...inputs });
  return resource;
}

async function stack(): Promise<{ vpc: Resource; subnet: Resource }> {
  const vpc = await made("Vpc", { metadata: { name: "v" }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } });
  const spec = { vpc: "v", ip: "10.10.1.0", prefix: 24, bouncers: 1 };
  return { vpc, subnet: await made("Subnet", { metadata: { name: "n" }, spec }) };
}

const annotations = { "mizar.com/vpc": "v", "mizar.com/subnet": "n" };
const WORKLOADS: [string, string, Props][] = [
  ["Pod", "PlacedPod", { metadata: { name: "a-b", annotations }, spec: { containers: [{ name: "c", image: "i" }] }, waitFor: "endpoint" }],
  ["Service", "PlacedService", { metadata: { name: "a-b", annotations }, spec: { ports: [{ port: 80 }] } }],
];

test.each(WORKLOADS)("a %s that is kept keeps its subnet and its VPC", async (kind, resource, inputs) => {
  const { vpc, subnet } = await stack();
  const kept = await made(resource, inputs);
  const refused = await subnet.destroy().catch((error: Error) => error.message);
  expect(refused).toMatch(new RegExp(`^LB2005: Subnet default/n: still in use by ${kind} default/a-b\\n`));
  expect(refused).toContain(`k8s-lb orphans --to mizar --state FILE... --delete ${kind}/default/a-b`);
  await expect(vpc.destroy()).rejects.toThrow(/^LB2005: Vpc default\/v: still in use by Subnet default\/n\n/);
  for (const one of [vpc, subnet]) {
    expect(await one.refresh()).toBe(true);
    expect(await one.preview({ ...one.state!.inputs })).toEqual({ changes: false, replaces: [] });
  }
  for (const one of [kept, subnet, vpc]) await one.destroy();
});

test("an endpoint that Mizar left behind keeps nothing", async () => {
  const { vpc, subnet } = await stack();
  const leak = { type: "scaled", status: "Provisioned", vpc: "v", net: "n", ip: "10.10.1.9" };
  await fetch(`${cluster.url}/apis/mizar.com/v1/namespaces/default/endpoints`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${cluster.token}` },
    body: JSON.stringify({ apiVersion: "mizar.com/v1", kind: "Endpoint", metadata: { name: "gone-default" }, spec: leak }),
  });
  await subnet.destroy();
  await vpc.destroy();
  expect(await vpc.refresh()).toBe(false);
});
