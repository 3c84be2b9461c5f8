import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { node, service } from "../../support/manifests";

// A Service whose ports lead to different Pods, with externalTrafficPolicy Local, had the nodes of all Pods behind each of its ports.

const slice = (name: string, nodeName: string, ports: { name?: string; port: number }[] | undefined) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name, labels: { "kubernetes.io/service-name": "both" } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.244.1.10"], nodeName, conditions: { ready: true } }],
  ...(ports ? { ports } : {}),
});

const ports = [
  { name: "one", port: 8001, nodePort: 30101 },
  { name: "two", port: 8002, nodePort: 30102 },
];
const both = service("both", ports, "LoadBalancer");
const local = { ...both, spec: { ...both.spec, externalTrafficPolicy: "Local" } };
const nodes = [node("a", "10.0.0.1"), node("b", "10.0.0.2"), node("c", "10.0.0.3")];

/** Servers by pool. */
function servers(...slices: object[]): string[][] {
  const specs = readSpecs([local, ...nodes, ...slices].map((value) => ({ value })));
  const plan = translateToAvi(specs, { settings: { naming: "ako-2", serviceType: "NodePort" } });
  const pools = aviObjects(plan).objects.pool as unknown as { servers?: { ip: { addr: string } }[] }[];
  return pools.map((pool) => (pool.servers ?? []).map(({ ip }) => ip.addr));
}

const one = slice("both-one", "a", [{ name: "one", port: 3000 }]);
const two = slice("both-two", "b", [{ name: "two", port: 3000 }]);

test("each port has the nodes of its own Pods", () => {
  expect(servers(one, two)).toEqual([["10.0.0.1"], ["10.0.0.2"]]);
});

test("a slice without ports is for each of them", () => {
  expect(servers(one, two, slice("both-three", "c", undefined))).toEqual([
    ["10.0.0.1", "10.0.0.3"],
    ["10.0.0.2", "10.0.0.3"],
  ]);
});
