import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { endpoints, node, service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

// Two Services with one loadBalancerIP were both ready: the cloud refused the second while it was made, or gave it the floating IP of the first.

const OCCM = { naming: "occm", subnet_id: "s", floating_network_id: "f" };
const KURYR = { naming: "kuryr", service_subnet_id: "s", external_svc_net: "f" };
const INTERNAL = { "service.beta.kubernetes.io/openstack-internal-load-balancer": "true" };
const ID = "loadbalancer.openstack.org/load-balancer-id";

/** A Service that asks for an address; `one` is the older. */
const asking = (name: string, port: number, address: string, annotations: object = {}) => {
  const base = service(name, [{ port, nodePort: 30000 + port }], "LoadBalancer");
  const creationTimestamp = `2026-0${name === "one" ? 1 : 2}-01T00:00:00Z`;
  return {
    ...base,
    metadata: { ...base.metadata, annotations, creationTimestamp },
    spec: { ...base.spec, loadBalancerIP: address, clusterIP: `10.96.0.${port}` },
  };
};
const gateway = (name: string, port: number, address: string) => ({
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "Gateway",
  metadata: { name, namespace: "default", creationTimestamp: `2026-0${name === "one" ? 3 : 4}-01T00:00:00Z` },
  spec: { gatewayClassName: "o", addresses: [{ value: address }], listeners: [{ name: "tcp", port, protocol: "TCP" }] },
});
const gatewayClass = {
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "GatewayClass",
  metadata: { name: "o" },
  spec: { controllerName: "k8s-lb.io/octavia" },
};

function planned(settings: object, ...objects: object[]) {
  const all = [...objects, gatewayClass, node("n", "10.0.0.1"), endpoints("one", ["10.1.0.5"], []), endpoints("two", ["10.1.0.6"], [])];
  const plan = translateToOctavia(readSpecs(all.map((value) => ({ value }))), { settings: settings as Record<string, unknown> });
  const said = plan.statuses.flatMap(({ object, diagnostics }) =>
    diagnostics.flatMap(({ code, message, severity }) =>
      severity === "error" ? [`${object.kind} ${object.name} ${code}: ${message}`] : [],
    ),
  );
  return { names: loadBalancers(plan).map(({ name }) => name), said };
}

test.each([
  ["naming occm", OCCM, "203.0.113.77", {}, "kube_service_kubernetes_default_one"],
  ["naming kuryr", KURYR, "203.0.113.77", {}, "default/one"],
  ["internal Services", OCCM, "10.0.0.77", INTERNAL, "kube_service_kubernetes_default_one"],
])("the younger of two Services is refused, in any order of the files: %s", (_, settings, address, annotations, first) => {
  const [one, two] = [asking("one", 80, address, annotations), asking("two", 81, address, annotations)];
  for (const objects of [
    [one, two],
    [two, one],
  ])
    expect(planned(settings, ...objects)).toEqual({
      names: [first],
      said: [`Service two LB1408: the address ${address} belongs to Service default/one, which is older or comes first`],
    });
});

test("the younger of two Gateways is refused, and one that names the address of a Service", () => {
  const address = "203.0.113.77";
  expect(planned(OCCM, gateway("two", 90, address), gateway("one", 80, address))).toEqual({
    names: ["kube_gateway_kubernetes_default_one"],
    said: [expect.stringMatching(/^Gateway two LB1702: port 90\/TCP is not served: the address \S+ belongs to Gateway default\/one/)],
  });
  const beside = planned(OCCM, gateway("one", 80, address), asking("two", 81, address));
  expect(beside.names).toEqual(["kube_service_kubernetes_default_two"]);
});

test("Services that share a load balancer by its id, and those with addresses of their own, are served", () => {
  const address = "203.0.113.77";
  const sharing = planned(OCCM, asking("one", 80, address), asking("two", 81, address, { [ID]: "6c1b" }));
  expect([sharing.names.length, sharing.said]).toEqual([2, []]);
  const apart = planned(OCCM, asking("one", 80, address), asking("two", 81, "203.0.113.78"));
  expect([apart.names.length, apart.said]).toEqual([2, []]);
});
