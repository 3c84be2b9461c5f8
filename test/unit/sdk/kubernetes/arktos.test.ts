import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "../../../../provider/kubernetes/connect";
import { objectStatusKind } from "../../../../provider/kubernetes/object-status";
import type { ResourceType } from "../../../../provider/kubernetes/types";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { readCluster } from "../../../../sdk/kubernetes";
import { network, pod, subnet, vpc } from "../../../support/mizar";

// Paths with tenants, on a stand-in for Arktos.

let arktos: KubernetesSandbox;
const type = (group: string, plural: string, kind: string, namespaced = true): ResourceType => ({
  group,
  version: "v1",
  plural,
  kind,
  namespaced,
  tenanted: true,
});
const TYPES = {
  Network: type("arktos.futurewei.com", "networks", "Network", false),
  Vpc: type("mizar.com", "vpcs", "Vpc"),
  Subnet: type("mizar.com", "subnets", "Subnet"),
  Pod: type("", "pods", "Pod"),
};
const settings = () => ({ kubeconfig: arktos.kubeconfig, tenant: "red" });

beforeAll(async () => {
  arktos = await startKubernetesSandbox({ mode: "arktos", tenants: ["red", "blue"], operator: false });
  const client = connect(settings());
  const make = (object: object & { kind: string; metadata: { name: string; namespace?: string } }, tenant?: string) => {
    const { name, namespace } = object.metadata;
    return client.create({ type: TYPES[object.kind as keyof typeof TYPES], name, namespace, tenant }, object as never);
  };
  await make(vpc("v", "10.10.0.0", "16"), "system");
  await make(subnet("net1", "v", "10.10.1.0", "24"), "system");
  const spec = { containers: [{ name: "c", image: "i" }] };
  for (const tenant of ["red", "blue"]) {
    await make(network("net", "v", {}, tenant), tenant);
    await make(pod(`of-${tenant}`, { net: "net", tenant, namespace: "default", spec }), tenant);
  }
});
afterAll(() => arktos?.close());

test("a tenant sees what is its own, and what Mizar keeps for all", async () => {
  const { objects } = await readCluster({ ...settings(), namespaces: ["default"] }, "mizar");
  const shown = objects.map(({ kind, metadata }) => `${kind} ${metadata.tenant}/${metadata.name}`);
  expect(shown).toEqual(expect.arrayContaining(["Vpc system/v", "Subnet system/net1", "Network red/net", "Pod red/of-red"]));
  expect(shown.filter((text) => text.includes("blue"))).toEqual([]);
});

test("annotations go to the Pod of the tenant", async () => {
  const values: Record<string, string> = settings();
  const ctx = { config: { get: (key: string) => values[key] }, progress: () => undefined, notice: () => undefined };
  const podObject = { apiVersion: "v1", kind: "Pod", namespace: "default", annotations: { "mizar.com/vpc": "v" } };
  await objectStatusKind.create(ctx, { ...podObject, name: "of-red" });
  await objectStatusKind.create(ctx, { ...podObject, name: "of-blue", tenant: "blue" });
  const client = connect(settings());
  for (const tenant of ["red", "blue"]) {
    const found = await client.get({ type: TYPES.Pod, namespace: "default", name: `of-${tenant}`, tenant });
    expect(found?.metadata.annotations).toMatchObject({ "mizar.com/vpc": "v" });
  }
  await expect(objectStatusKind.create(ctx, { ...podObject, name: "of-blue" })).rejects.toThrow("LB2105");
});
