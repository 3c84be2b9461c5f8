import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { PulumiLab } from "../pr/harness";

// The real engine and a cluster with tenants: Arktos' controllers beside Mizar's operator, both as they are today.

let server: KubernetesSandbox;
let lab: PulumiLab;
let stack: Stack;

const label = { "arktos.futurewei.com/network": "vpc-1" };
const range = (kind: string, name: string, spec: object) => ({ apiVersion: "mizar.com/v1", kind, metadata: { name }, spec });
const network = (name: string, more: object = {}) => ({
  apiVersion: "arktos.futurewei.com/v1",
  kind: "Network",
  metadata: { name },
  spec: { type: "mizar", vpcID: "blue", ...more },
});
const specs = [
  range("Vpc", "blue", { ip: "10.10.0.0", prefix: 16 }),
  range("Subnet", "net1", { vpc: "blue", ip: "10.10.1.0", prefix: 24 }),
  // without a default Network that is ready Arktos does nothing for a tenant
  network("default"),
  network("vpc-1", { service: { ipam: "External" } }),
  {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "nginx", labels: label },
    spec: { containers: [{ name: "main", image: "nginx" }] },
  },
  { apiVersion: "v1", kind: "Service", metadata: { name: "web", labels: label }, spec: { ports: [{ port: 80 }] } },
];

beforeAll(async () => {
  server = await startKubernetesSandbox({ mode: "arktos", tenants: ["customer-a"] });
  lab = new PulumiLab();
  lab.env.KUBECONFIG = join(lab.program, "kubeconfig");
  writeFileSync(lab.env.KUBECONFIG, server.kubeconfig);
  stack = await lab.inlineStack(async () => {
    const mizar = await import("pulumi-k8s-lb/mizar");
    const cluster = new mizar.KubernetesCluster("c", {
      specs: specs as never,
      settings: { tenant: "customer-a" },
      provisionTimeout: 15,
      deleteTimeout: 3,
      forceFinalizerRemoval: true,
    });
    const { addresses, services, stores, inventory } = cluster;
    return { addresses, services, stores, inventory };
  });
  await stack.setConfig("mizar:tenant", { value: "customer-a" });
});
afterAll(async () => {
  lab?.dispose();
  await server?.close();
});

test("everything comes up in its tenant; where Networks leave the clusterIP open, it is the planned one", async () => {
  const { outputs } = await stack.up();
  expect(outputs.inventory?.value).toEqual([
    "networks/default",
    "networks/vpc-1",
    "pods/default/nginx",
    "services/default/web",
    "subnets/net1",
    "vpcs/blue",
  ]);
  expect(outputs.addresses?.value).toEqual({ "nginx-default-customer-a-eth0": "10.10.1.2", "web-default-customer-a": "10.10.1.3" });
  expect(outputs.services?.value).toEqual({ "default/web": "10.10.1.3" });
  expect(outputs.stores?.value).toMatchObject({ arktosnets_tenant_store: { "customer-a": ["default", "vpc-1"] } });
  await stack.preview({ expectNoChanges: true });
  await stack.refresh({ expectNoChanges: true });
});

test("destroy takes all of it away", async () => {
  await stack.destroy();
  const { deployment } = await stack.exportStack();
  expect((deployment.resources ?? []).filter(({ type }: { type: string }) => type.includes("mizar"))).toEqual([]);
});
