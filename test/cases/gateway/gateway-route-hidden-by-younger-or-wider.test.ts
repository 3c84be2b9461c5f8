import { expect, test } from "vitest";
import type { TargetName } from "../../../sdk/targets";
import { namesScript } from "../../../sdk/targets/avi/gateway/passthrough";
import { gateway, gatewayClass, http, httpRoute, rule, tcpRoute } from "../../support/gateway-manifests";
import { translateTo } from "../../support/planned";
import { resolved } from "../../support/resolved-gateways";

// Requests that several Routes ask for. A TLSRoute whose first name is long came before the exact name of another with its wildcard, names
// of one listener went to the Routes of a wider one, and of equal age the namespace alone decided, so that red was before red-x.

const listener = (name: string, hostname?: string) => ({
  ...{ name, port: 443, protocol: "TLS", tls: { mode: "Passthrough" } },
  ...(hostname === undefined ? {} : { hostname }),
});

const tlsRoute = (name: string, hostnames: string[], { section, age = 0 }: { section?: string; age?: number } = {}) => ({
  apiVersion: "gateway.networking.k8s.io/v1",
  kind: "TLSRoute",
  metadata: { name, namespace: "default", creationTimestamp: `2025-01-0${9 - age}T00:00:00Z` },
  spec: {
    parentRefs: [{ name: "gw", ...(section === undefined ? {} : { sectionName: section }) }],
    hostnames,
    rules: [{ backendRefs: [{ name, port: 80 }] }],
  },
});

const service = (place: string, address: string) => {
  const [namespace, name] = place.split("/");
  return [
    { apiVersion: "v1", kind: "Service", metadata: { name, namespace }, spec: { ports: [{ port: 80, targetPort: 8080 }] } },
    {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name: `${name}-1`, namespace, labels: { "kubernetes.io/service-name": name } },
      addressType: "IPv4",
      ports: [{ name: "", port: 8080 }],
      endpoints: [{ addresses: [address] }],
    },
  ];
};

const read = (objects: object[]) => resolved(["", ...objects].map((one) => (one ? JSON.stringify(one) : "")).join("\n---\n"));
const ofTest = (place: string, listeners: object[]) => gateway(place, listeners, { gatewayClassName: "test" });

/** Route of each name of the TLS port, in the order in which they take connections. */
function names(listeners: object[], routes: object[]): string[] {
  const [port] = read([ofTest("gw", listeners), ...routes]).gateways[0]?.ports ?? [];
  if (port?.protocol !== "TLS") throw new Error("no TLS port");
  return (port.names ?? []).map(({ host, route }) => `${host || "*"} ${route?.owner.ref.name ?? "closed"}`);
}

test("an exact name comes before the wildcard of another Route, and the narrower wildcard first", () => {
  const routes = [tlsRoute("a", ["longer.example.com", "*.h.com", "*.deep.h.com"]), tlsRoute("b", ["x.h.com"])];
  const found = names([listener("t")], routes);
  expect(found).toEqual(["longer.example.com a", "x.h.com b", "*.deep.h.com a", "*.h.com a"]);
});

test("of one name the older Route has it, and the younger one is told which", () => {
  const routes = [tlsRoute("a", ["x.h.com", "*.a.com"]), tlsRoute("z", ["x.h.com", "*.z.com"], { age: 3 })];
  expect(names([listener("t")], routes)).toEqual(["x.h.com z", "*.z.com z", "*.a.com a"]);
  const { statuses } = read([ofTest("gw", [listener("t")]), ...routes]);
  const messages = statuses.flatMap(({ diagnostics }) => diagnostics).filter(({ code }) => code === "LB1712");
  expect(messages).toMatchObject([
    {
      severity: "warning",
      object: { name: "a" },
      pointer: "/spec/rules/0",
      message: expect.stringContaining("for x.h.com go to TLSRoute default/z"),
    },
  ]);
});

test("a name of the narrower TLS listener is for its Routes alone, and closed where none has it", () => {
  const listeners = [listener("wide"), listener("narrow", "*.h.com"), listener("one", "one.h.com")];
  const routes = [
    tlsRoute("w", ["*.h.com", "b.h.com", "c.com"], { section: "wide" }),
    tlsRoute("e", ["*.com"], { section: "wide" }),
    tlsRoute("n", ["a.h.com"], { section: "narrow" }),
  ];
  expect(names(listeners, routes)).toEqual(["one.h.com closed", "a.h.com n", "c.com w", "*.h.com closed", "*.com e"]);
});

test("a Route on two TLS listeners of a port is one, with the names of both", () => {
  const listeners = [listener("a", "*.a.com"), listener("b", "*.b.com")];
  const found = names(listeners, [tlsRoute("r", ["x.a.com", "x.b.com", "*.b.com"])]);
  expect(found).toEqual(["x.a.com r", "x.b.com r", "*.b.com r"]);
});

test("the script of Avi has the names in this order", () => {
  const script = namesScript([
    { port: 443, names: [{ host: "x.h.com", group: "b" }, { host: "*.a.com" }, { host: "*.h.com", group: "a" }] },
  ]);
  expect(script.match(/\{".*", ".*"\}/g)).toEqual(['{"x.h.com", "b"}', '{"*.a.com", ""}', '{"*.h.com", "a"}']);
});

const SETTINGS = {
  avi: { clusterName: "c", vipNetworkList: [{ networkName: "n" }], naming: "ako-2", gatewayController: "x/y", controllerVersion: "30.2.1" },
  octavia: { naming: "occm", cluster_name: "c", subnet_id: "4f6c1c1e-1111-4111-8111-111111111111", gatewayController: "x/y" },
  routes: {},
} as const satisfies Partial<Record<TargetName, object>>;

const open = { allowedRoutes: { namespaces: { from: "All" } } };

test.each(["avi", "octavia", "routes"] as const)("on %s red-x/r is before red/r: namespace and name are one text", (to) => {
  const routes = ["red/r", "red-x/r"].map((place) => {
    const route = httpRoute(place, "gw", [rule("/", { s: 1 })], ["h.com"]);
    return { ...route, spec: { ...route.spec, parentRefs: [{ name: "gw", namespace: "default" }] } };
  });
  const objects = [
    gatewayClass("ours", "x/y"),
    gateway("gw", [http("l", open)]),
    ...routes,
    ...service("red/s", "10.1.0.1"),
    ...service("red-x/s", "10.2.0.1"),
  ];
  const { statuses } = translateTo(to, { objects: objects.map((value) => ({ value })), diagnostics: [] }, SETTINGS[to]);
  const outcome = (namespace: string) => {
    const { diagnostics = [] } = statuses.find(({ object }) => object.kind === "HTTPRoute" && object.namespace === namespace) ?? {};
    return diagnostics.filter(({ code }) => code === "LB1712").map(({ message }) => message);
  };
  expect(outcome("red-x")).toEqual([]);
  expect(outcome("red")).toEqual(["requests of HTTP port 80 for h.com/ (match 0) go to HTTPRoute red-x/r, which is older or comes first"]);
});

test("ListenerSets and TCPRoutes of equal age go by the same text", () => {
  const set = (namespace: string) => ({
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "ListenerSet",
    metadata: { name: "s", namespace },
    spec: { parentRef: { name: "gw", namespace: "default" }, listeners: [{ name: "t", port: 9000, protocol: "TCP" }] },
  });
  const front = { ...ofTest("gw", [{ name: "db", port: 5432, protocol: "TCP", ...open }]) };
  const withSets = { ...front, spec: { ...front.spec, allowedListeners: { namespaces: { from: "All" } } } };
  const to = (place: string) => {
    const route = tcpRoute(place, "gw#db", "s");
    return { ...route, spec: { ...route.spec, parentRefs: [{ name: "gw", namespace: "default", sectionName: "db" }] } };
  };
  const { statuses } = read([withSets, set("red"), set("red-x"), to("red/r"), to("red-x/r")]);
  const faults = (kind: string, namespace: string, code: string) =>
    statuses.find(({ object }) => object.kind === kind && object.namespace === namespace)?.diagnostics.filter((one) => one.code === code)
      .length;
  expect([faults("ListenerSet", "red-x", "LB1702"), faults("ListenerSet", "red", "LB1702")]).toEqual([0, 1]);
  expect([faults("TCPRoute", "red-x", "LB1712"), faults("TCPRoute", "red", "LB1712")]).toEqual([0, 1]);
});
