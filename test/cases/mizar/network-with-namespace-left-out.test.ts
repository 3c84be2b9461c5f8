import { expect, test } from "vitest";
import { ingressClassReader, readSpecs } from "../../../sdk/frontends";
import { objectsOf } from "../../../sdk/specs";
import * as mizar from "../../../sdk/targets/mizar";
import { recordResources } from "../../../sdk/testing";
import { eventually } from "../../support/eventually";
import { network, pod, subnet, vpc } from "../../support/mizar";

const resources = recordResources();

test("a Network whose manifest names a namespace is made, as one without", async () => {
  const placed = network("vpc-1", "vpc-1a") as unknown as { metadata: object };
  const blue = { ...placed, metadata: { ...placed.metadata, namespace: "shop" } };
  const nginx = pod("nginx", { nic: { name: "eth0", subnet: "net1" } });
  const specs = [vpc("vpc-1a", "10.10.0.0", 16), subnet("net1", "vpc-1a", "10.10.1.0", 24), blue, nginx];
  new mizar.KubernetesCluster("all", { specs: specs as never });
  await eventually(() => expect(resources.some(({ type }) => type.endsWith("PlacedPod"))).toBe(true));
  const made = resources.filter(({ type }) => type.endsWith("ArktosNetwork"));
  expect(made.map(({ inputs }) => inputs.metadata)).toEqual([{ name: "vpc-1", tenant: "customerA" }]);
});

test("the namespace of an object that has none is told", () => {
  const value = {
    ...{ apiVersion: "networking.k8s.io/v1", kind: "IngressClass" },
    ...{ metadata: { name: "avi-lb", namespace: "shop" }, spec: { controller: "ako.vmware.com/avi-lb" } },
  };
  const specs = readSpecs([{ value }]);
  const { diagnostics } = specs;
  expect(objectsOf(specs, ingressClassReader)).toHaveLength(1);
  expect(diagnostics.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(["LB1006 /metadata/namespace"]);
});
