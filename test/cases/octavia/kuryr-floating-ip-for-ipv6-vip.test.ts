import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

// With `naming: kuryr` an IPv6 Service of type LoadBalancer asked for a floating IP, which Neutron refuses: they are for IPv4 addresses only.

const translate = (spec: object) => {
  const base = service("web", [{ name: "http", port: 80 }], "LoadBalancer");
  const endpoints = { apiVersion: "v1", kind: "Endpoints", metadata: { name: "web", namespace: "default" }, subsets: [] };
  const objects = [{ ...base, spec: { ...base.spec, ...spec } }, endpoints];
  const settings = { naming: "kuryr", service_subnet_id: "s", external_svc_net: "ext" };
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
  return { inputs: loadBalancers(plan)[0]?.inputs, said: plan.statuses[0]?.diagnostics.filter(({ severity }) => severity !== "notice") };
};

it.each([
  ["by its clusterIP", { clusterIP: "fd00::20" }],
  ["by its first family", { ipFamilies: ["IPv6", "IPv4"] }],
])("an IPv6 Service (%s) gets no floating IP", (_how, spec) => {
  const { inputs, said } = translate(spec);
  expect(inputs).toBeDefined();
  expect(inputs).not.toHaveProperty("floatingIp");
  expect(said).toEqual([]);
});

it("an address that it wants for one is named as not used", () => {
  const { inputs, said } = translate({ clusterIP: "fd00::20", loadBalancerIP: "2001:db8::7" });
  expect(inputs).not.toHaveProperty("floatingIp");
  expect(said).toMatchObject([{ code: "LB1006", pointer: "/spec/loadBalancerIP" }]);
});

it("IPv4 and Services of both families get theirs", () => {
  for (const spec of [{ clusterIP: "10.96.0.1" }, { clusterIP: "10.96.0.1", ipFamilies: ["IPv4", "IPv6"] }, {}])
    expect(translate(spec).inputs).toMatchObject({ floatingIp: { floating_network_id: "ext" } });
});
