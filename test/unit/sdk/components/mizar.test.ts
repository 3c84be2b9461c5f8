import * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import { beforeEach, expect, it } from "vitest";
import * as mizar from "../../../../sdk/targets/mizar";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { network, pod, service, subnet, vpc } from "../../../support/mizar";
import { shownInventory } from "../../../support/shown";

const resources = recordResources();
beforeEach(() => {
  resources.length = 0;
});
const named = (kind: string) => resources.filter(({ type }) => type.endsWith(`-mizar:${kind}`));
const value = <T>(output: pulumi.Output<T>) => new Promise<T>((resolve) => output.apply(resolve));
const nginx = pod("nginx", { nic: { name: "eth0", ip: "10.10.1.12", subnet: "net1" } });
const seed = [vpc("vpc-1a", "10.10.0.0", 16), subnet("net1", "vpc-1a", "10.10.1.0", 24), network("vpc-1", "vpc-1a"), nginx] as never[];
const web = { ...service("my-service"), spec: { selector: { app: "MyApp" }, ports: [{ port: 80 }] } } as never;
const OWNER = "pulumi-k8s-lb:project/stack/mizar/all";

it("makes one resource per object, without what only the operator writes", async () => {
  new mizar.KubernetesCluster("all", { specs: [...seed, web] });
  await eventually(() => expect(named("PlacedService")).toHaveLength(1));
  expect(named("Vpc")[0]?.inputs).toMatchObject({ owner: OWNER, metadata: { name: "vpc-1a" }, spec: { ip: "10.10.0.0", prefix: 16 } });
  expect(named("Vpc")[0]?.inputs.spec).not.toHaveProperty("status");
  expect(named("Subnet")[0]?.inputs.spec).toEqual({ vpc: "vpc-1a", ip: "10.10.1.0", prefix: 24 });
  expect(named("ArktosNetwork")[0]?.inputs).toMatchObject({ metadata: { name: "vpc-1", tenant: "customerA" }, spec: { type: "mizar" } });
  expect(shownInventory<{ names: string[] }>(named("Inventory")[0]?.inputs).names).toEqual([
    "networks/customerA/vpc-1",
    "pods/customerA/internal/nginx",
    "services/customerA/default/my-service",
    "subnets/net1",
    "vpcs/vpc-1a",
  ]);
});

it("gives a Pod its place, and a Service the VPC of its scaled endpoint", async () => {
  const cluster = new mizar.KubernetesCluster("all", { specs: [...seed, web] });
  await eventually(() => expect(named("PlacedService")).toHaveLength(1));
  const [placed] = named("PlacedPod");
  expect(placed?.name).toBe("customerA/internal/nginx");
  expect(placed?.inputs.metadata.annotations).toMatchObject({
    "mizar.com/vpc": "vpc-1a",
    "mizar.com/subnet": "net1",
    "arktos.futurewei.com/network-readiness": "true",
  });
  expect(named("PlacedService")[0]?.inputs.metadata.annotations).toEqual({ "mizar.com/vpc": "vpc-1a", "mizar.com/subnet": "net1" });
  expect(named("PlacedService")[0]?.inputs.spec.ports).toEqual([{ port: 80 }]);
  expect(await value(cluster.capacity)).toEqual({ net1: { range: "10.10.1.0/24", capacity: 254, left: 252 } });
  expect(await value(cluster.addresses)).toEqual({
    "nginx-internal-customerA-eth0": "10.10.1.12",
    "my-service-default-customerA": "10.10.1.2",
  });
  expect((await value(cluster.stores)).pods_net_store).toEqual({ net1: ["nginx-internal-customerA"] });
});

it("writes a clusterIP only where the API server takes any: ipam External in a cluster with tenants", async () => {
  const external = network("vpc-1", "vpc-1a", { service: { ipam: "External" } });
  const plain = { ...network("vpc-1", "vpc-1a", { service: { ipam: "External" } }, ""), metadata: { name: "vpc-1" } };
  new mizar.KubernetesCluster("all", { specs: [seed[0], seed[1], external, web] as never });
  await eventually(() => expect(named("PlacedService")[0]?.inputs.spec.clusterIP).toBe("10.10.1.2"));
  resources.length = 0;
  const local = { ...(web as object), metadata: { name: "my-service", labels: { "arktos.futurewei.com/network": "vpc-1" } } };
  new mizar.KubernetesCluster("all", { specs: [seed[0], seed[1], plain, local] as never });
  await eventually(() => expect(named("PlacedService")).toHaveLength(1));
  expect(named("PlacedService")[0]?.inputs.spec).not.toHaveProperty("clusterIP");
});

it("takes objects that the server has, and resources of the program, as facts", async () => {
  const existing = { ...nginx, metadata: { ...nginx.metadata, name: "old", uid: "1", annotations: {} }, status: { podIP: "10.10.1.2" } };
  const theirs = new k8s.core.v1.Pod("theirs", {
    metadata: { name: "theirs", namespace: "internal", labels: { "arktos.futurewei.com/network": "vpc-1" }, annotations: {} },
    spec: { containers: [] },
  });
  const any = pod("any");
  const cluster = new mizar.KubernetesCluster("all", {
    specs: [...seed.slice(0, 3), existing, theirs, any] as never,
    settings: { tenant: "customerA" },
  });
  await eventually(() => expect(named("PlacedPod").map(({ name }) => name)).toEqual(["customerA/internal/any"]));
  expect(await value(cluster.addresses)).toMatchObject({
    "old-internal-customerA-eth0": "10.10.1.2",
    "any-internal-customerA-eth0": "10.10.1.3",
  });
  resources.length = 0;
  new mizar.KubernetesCluster("all", { specs: [...seed, existing, theirs] as never, adopt: true });
  await eventually(() =>
    expect(named("PlacedPod").map(({ name, inputs }) => [name, inputs.adopt])).toEqual([["customerA/internal/nginx", true]]),
  );
});

it("a manifest beside the same object of a live cluster is made as it stands there, and keeps the address that the cluster knows", async () => {
  const live = (body: { metadata: object }, more: object = {}) => ({
    ...body,
    ...more,
    metadata: {
      ...body.metadata,
      uid: "1",
      creationTimestamp: "2026-01-01T00:00:00Z",
      labels: { "arktos.futurewei.com/network": "vpc-1", x: "y" },
    },
  });
  const any = { ...pod("any"), metadata: { ...pod("any").metadata, tenant: undefined } };
  const manifests = [...seed.slice(0, 3), any];
  const existing = [
    live(
      { ...vpc("vpc-1a", "10.10.0.0", 16), metadata: { name: "vpc-1a", tenant: "system" } as object },
      { spec: { ip: "10.10.0.0", prefix: "16", vni: "7" } },
    ),
    live(pod("any"), { status: { podIP: "10.10.1.9" } }),
  ];
  const cluster = new mizar.KubernetesCluster("all", { specs: [...existing, ...manifests] as never, settings: { tenant: "customerA" } });
  await eventually(() => expect(named("PlacedPod")).toHaveLength(1));
  expect(named("Vpc")[0]?.inputs.spec).toEqual({ ip: "10.10.0.0", prefix: 16 });
  expect(named("PlacedPod")[0]?.inputs.metadata.labels).toEqual({ "arktos.futurewei.com/network": "vpc-1" });
  expect(named("PlacedPod")[0]?.inputs).not.toHaveProperty("status");
  expect(await value(cluster.addresses)).toEqual({ "any-internal-customerA-eth0": "10.10.1.9" });
  await expect(value(cluster.statuses)).resolves.toSatisfy((all: { state: string }[]) => all.every(({ state }) => state === "ready"));
});

it("asks the state who had which address, before it says who has which", async () => {
  new mizar.KubernetesCluster("all", { specs: [...seed, pod("any")] as never });
  await eventually(() => expect(named("Addresses")).toHaveLength(1));
  const from = ["10.10.1.2-10.10.1.255"];
  expect(JSON.parse(named("Addresses")[0]?.inputs.__wishes)).toEqual({
    "nginx-internal-customerA-eth0": { vpc: "vpc-1a", subnet: "net1", how: "asked", ip: "10.10.1.12", from },
    "any-internal-customerA-eth0": { vpc: "vpc-1a", subnet: "net1", how: "any", ip: "10.10.1.2", from },
  });
  // what it makes later must not count in the next test
  await eventually(() => expect(named("Summary")).toHaveLength(1));
});

it("makes one Network, Pod or Service and takes the resources around it as specs", async () => {
  const owner = "pulumi-k8s-lb:shop/dev/mizar/net";
  const made = new mizar.Vpc("vpc", { owner, metadata: { name: "vpc-1a" }, spec: { ip: "10.10.0.0", prefix: 16 } });
  const net = new mizar.Subnet("net", { owner, metadata: { name: "net1" }, spec: { vpc: "vpc-1a", ip: "10.10.1.0", prefix: 24 } });
  const tied = new mizar.Network("network", { specs: [seed[2], made, net] as never });
  await eventually(() => expect(named("ArktosNetwork")).toHaveLength(1));
  expect(await value(tied.statuses)).toContainEqual({ kind: "Network", namespace: "", name: "vpc-1", state: "ready", description: "" });
  new mizar.Pod("pod", { specs: [seed[2], made, net, nginx] as never });
  await eventually(() => expect(named("PlacedPod")).toHaveLength(1));
  new mizar.Service("service", { specs: [seed[2], made, net, web] as never, waitForEndpoints: false });
  await eventually(() => expect(named("PlacedService")[0]?.inputs.waitFor).toBe("none"));
  expect(named("Vpc")).toHaveLength(1);
  expect(named("ArktosNetwork")).toHaveLength(1);
});

it("an explicit provider speaks the keys of pulumi-kubernetes and ours", async () => {
  const provider = new mizar.Provider("east", { context: "east", tenant: "customerA", provisionTimeout: 10 });
  await value(provider.urn);
  expect(resources.find(({ name }) => name === "east")?.inputs).toEqual({
    "kubernetes:context": "east",
    "mizar:tenant": "customerA",
    "mizar:provisionTimeout": "10",
  });
});
