import { expect, it } from "vitest";
import type { Properties } from "../../../../provider/lifecycle/bodies/json";
import { check } from "../../../../provider/octavia/preview/check";
import { markedDescription } from "../../../../resources/octavia/load-balancer";
import { readSpecs } from "../../../../sdk/frontends";
import { translateToOctavia } from "../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../support/manifests";
import { loadBalancers } from "../../../support/planned";

// OpenStack takes 255 characters. Names of load balancers were cut, those of Kuryr's members and of security groups, and descriptions, were
// not: one Pod with a long name stopped the preview of all load balancers.

const translate = (objects: object[], settings: object) => {
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: settings as never });
  const inputs = loadBalancers(plan)[0]?.inputs;
  expect(inputs).toBeDefined();
  expect(check(inputs as unknown as Properties)).toEqual([]);
  return inputs;
};

it("kuryr: a member is named after a Pod with a long name, two of them apart", () => {
  const pods = ["a", "b"].map((last) => `${"p".repeat(252)}${last}`);
  const addresses = pods.map((name, i) => ({ ip: `10.1.0.${i}`, targetRef: { kind: "Pod", name, namespace: "default" } }));
  const endpoints = {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "web", namespace: "default" },
    subsets: [{ addresses, ports: [{ name: "http", port: 8080 }] }],
  };
  const inputs = translate([service("web", [{ name: "http", port: 80 }]), endpoints], { naming: "kuryr", service_subnet_id: "s" });
  const pool = inputs?.loadBalancer.listeners?.[0]?.default_pool as { members: { name: string }[] };
  expect(new Set(pool.members.map(({ name }) => name)).size).toBe(2);
});

it("occm: a cluster with a long name", () => {
  const base = service("web", [{ name: "http", port: 80, nodePort: 30080 }], "LoadBalancer");
  const web = { ...base, spec: { ...base.spec, loadBalancerSourceRanges: ["10.0.0.0/8"] } };
  const settings = { naming: "occm", cluster_name: "c".repeat(250), subnet_id: "s", floating_network_id: "ext", octavia_version: "2.11" };
  const inputs = translate([web, node("n", "10.0.0.1")], settings);
  for (const text of [inputs?.loadBalancer.name, inputs?.loadBalancer.description, inputs?.floatingIp?.description])
    expect(text).toHaveLength(255);
  expect(inputs?.securityGroup?.name).toHaveLength(255);
});

it("a mark in a description is whole", () => {
  const marked = markedDescription("d".repeat(255), "me");
  expect(marked).toHaveLength(255);
  expect(marked).toMatch(/d \[me\]$/);
});
