import { expect, test } from "vitest";
import { readSpecs, translateToAvi } from "../../sdk";

const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", namespace: "shop" },
  spec: { rules: [{ host: "shop.avi.internal" }] },
};

const aviClass = (isDefault: boolean, controller = "ako.vmware.com/avi-lb") => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "any", annotations: { "ingressclass.kubernetes.io/is-default-class": String(isDefault) } },
  spec: { controller },
});

const told = (...objects: object[]) =>
  translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: "lab", naming: "ako-2" } })
    .diagnostics.filter(({ code }) => code === "LB1206")
    .map(({ object, message }) => `${object?.kind} ${object?.namespace}/${object?.name}: ${message}`);

test("an Ingress that names no class is told when no class is the default", () => {
  expect(told(ingress)).toEqual([expect.stringMatching(/^Ingress shop\/web: it names no class, and no default IngressClass/)]);
  expect(told(ingress, aviClass(false))).toHaveLength(1);
});

test("it is nobody's doubt when the default class is among the specs", () => {
  expect(told(ingress, aviClass(true))).toEqual([]);
  expect(told(ingress, aviClass(true, "k8s.io/ingress-nginx"))).toEqual([]);
});
