import { describe, expect, it } from "vitest";
import type { RoutingTable } from "../../../requests/table/routing-table";
import { readSpecs } from "../../../sdk";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { failedRequests } from "../../../sdk/testing";
import { ingressV1, service } from "../../support/manifests";

// Octavia has one pool for all Services of a rule: one without ready servers had no share of it, and an empty pool of a state no name.

const slice = (name: string, net: number, ready: boolean) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: `${name}-1`, namespace: "default", labels: { "kubernetes.io/service-name": name } },
  addressType: "IPv4",
  ports: [{ name: "http", port: 8080, protocol: "TCP" }],
  endpoints: [1, 2].map((i) => ({ addresses: [`10.1.${net}.${i}`], conditions: { ready } })),
});
const route = {
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "r", namespace: "default" },
  spec: {
    host: "b.com",
    to: { kind: "Service", name: "web", weight: 90 },
    alternateBackends: [{ kind: "Service", name: "api", weight: 10 }],
    port: { targetPort: 8080 },
  },
};
const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi-lb", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const port = [{ name: "http", port: 80, targetPort: 8080 }];
const ROUTES = [ingressV1("i", [{ host: "a.com", path: "/", type: "Prefix", service: "api" }]), route, ingressClass];
const both = (web: boolean, api: boolean) => [service("web", port), service("api", port), slice("web", 1, web), slice("api", 2, api)];
const MUST = [
  { request: "http://a.com/", to: "default/api:80" },
  { request: "http://b.com/", to: { "default/web:80": "90 %", "default/api:80": "10 %" } },
];
const specsOf = (objects: object[]) => readSpecs(objects.map((value) => ({ value })));

const SETTINGS: [TargetName, Record<string, string>][] = [
  ["avi", { clusterName: "c", naming: "ako-1.2" }],
  ["avi", { clusterName: "c", naming: "ako-2" }],
  ["octavia", { naming: "kuryr" }],
];

describe.each(SETTINGS)("%s %j", (to, settings) => {
  const target = TARGETS[to];
  const missesOf = (requests: RequestExplainer) =>
    checkExpectations(expectationsIn(MUST).expectations, requests).flatMap(({ misses }) => misses);
  const sideOf = (objects: object[]) => {
    const specs = specsOf(objects);
    const plan = target.translate(specs, { settings });
    return { plan, desired: desiredOfSpecs(specs, (known) => target.asks!(known, settings)), served: target.balancer!.served(plan) };
  };

  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("holds shares with web ready: %s, api ready: %s", (web, api) => {
    const { plan, desired, served } = sideOf([...both(web, api), ...ROUTES]);
    expect(missesOf(new RequestExplainer({ desired, served }))).toEqual([]);
    expect(failedRequests(plan as Parameters<typeof failedRequests>[0], MUST)).toEqual([]);
  });

  it("fails for a Service that is missing, and for its port", () => {
    const [web, api, ...slices] = both(true, true);
    const { expectations } = expectationsIn([{ request: "http://a.com/", to: "default/api" }]);
    const missOf = (objects: object[]) =>
      checkExpectations(expectations, new RequestExplainer(sideOf([...objects, ...slices, ...ROUTES])))[0]?.misses;
    expect(missOf([web!])).toEqual(["Service default/api is missing"]);
    // AKO 2 serves the port that there is
    if (settings.naming === "ako-2") return;
    const two = [
      { name: "b", port: 81 },
      { name: "c", port: 82 },
    ];
    expect(missOf([web!, { ...api, spec: { ports: two } }])).toEqual([expect.stringMatching(/^Service default\/api has no such port/)]);
  });
});

it("names the Service of an empty pool in a state by the rules of its last run", () => {
  const rulesOf = (
    to: RoutingTable["addresses"][number]["ports"][number]["otherwise"],
    servers: RoutingTable["servers"],
  ): RoutingTable => ({
    addresses: [
      {
        name: "lb",
        group: "hosts",
        ports: [{ port: 80, protocol: "http", hosts: { "a.com": { rules: [{ to }] } }, otherwise: { status: 404 } }],
      },
    ],
    servers: servers ?? {},
  });
  const forward = { forward: [{ weight: 1, service: "default/api:80" }], empty: { status: 503 } };
  const state = (ready: string[]) =>
    new RequestExplainer({ served: rulesOf({ status: 503 }, {}), known: rulesOf(forward, { "default/api:80": { ready } }) });
  const passes = (requests: RequestExplainer) =>
    checkExpectations(expectationsIn(MUST.slice(0, 1)).expectations, requests).map(({ passed }) => passed);
  expect(passes(state([]))).toEqual([true]);
  // with a server that is ready the pool would not be empty
  expect(passes(state(["10.1.2.1:8080"]))).toEqual([false]);
});
