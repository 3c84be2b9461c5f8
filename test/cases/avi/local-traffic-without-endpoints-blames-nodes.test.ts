// A Service with externalTrafficPolicy Local whose endpoints were none (scaled to zero) or not among the specs got the message that there are no
// nodes, and kept its servers for ever. The nodes were all there: it is emptied like any other Service, or its Endpoints are missing.
// An endpoint that two slices speak of, while it moves from one to the other, took its readiness from the slice of the later name.
import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { node, service } from "../../support/manifests";

const slice = (name: string, endpoints: object[]) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name, labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints,
  ports: [{ port: 8080 }],
});

function run(objects: readonly object[], settings: Record<string, unknown>) {
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { naming: "ako-2", ...settings } });
  const [status] = plan.statuses;
  const pool = aviObjects(plan).objects.pool?.[0] as { servers?: { ip: { addr: string }; enabled?: boolean }[] };
  const messages = status?.diagnostics.map(({ code }) => code);
  return { state: status?.state, said: messages, servers: (pool.servers ?? []).map(({ ip, enabled }) => [ip.addr, enabled]) };
}

const web = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
const local = { ...web, spec: { ...web.spec, externalTrafficPolicy: "Local" } };
const nodes = [node("a", "10.0.0.1"), node("b", "10.0.0.2")];
const at = (nodeName: string, ready = true) => ({ addresses: ["10.1.0.1"], nodeName, conditions: { ready } });

test.each([
  ["no endpoint", [slice("web-1", [])], "ready", ["LB1104"], []],
  ["no endpoint that is ready", [slice("web-1", [at("a", false)])], "ready", ["LB1104"], []],
  ["no word of endpoints", [], "partial", ["LB1112"], []],
  ["an endpoint on a node that is not among the specs", [slice("web-1", [at("c")])], "partial", ["LB1111"], []],
  ["an endpoint", [slice("web-1", [at("b")])], "ready", [], [["10.0.0.2", undefined]]],
])("local traffic, %s", (_what, slices, state, messages, servers) => {
  expect(run([local, ...nodes, ...slices], { serviceType: "NodePort" })).toEqual({ state, said: messages, servers });
});

test.each([
  [true, false],
  [false, true],
])("an endpoint in two slices, ready in the first: %s", (first, second) => {
  const moving = [slice("web-1", [at("a", first)]), slice("web-2", [at("a", second)])];
  expect(run([web, ...moving], {}).servers).toEqual([["10.1.0.1", true]]);
});
