import { describe, expect, it } from "vitest";
import { readSpecs, translateToAvi, translateToOctavia } from "../../../sdk";
import { inventoryOfPlan, refusalsOf } from "../../../sdk/cli/diff/refusals";
import { FRONT_ENDS } from "../../support/front-ends";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../support/gateway-manifests";
import { endpoints, ingressV1, openShiftRoute, secret, service } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";

// A field that is nearly named as a known one was a warning, whatever it took away: `hots` made a catch-all of a rule, `tsl` took the TLS
// port of a host.

const TARGETS = {
  avi: (specs: ReturnType<typeof readSpecs>) => translateToAvi(specs, { settings: { clusterName: "c1", defaultDomain: "avi.internal" } }),
  octavia: (specs: ReturnType<typeof readSpecs>) => translateToOctavia(specs, { settings: { subnet_id: "s", service_subnet_id: "s" } }),
};
const BESIDE = [
  ...[service("web", [80]), service("api", [80]), endpoints("web", ["10.1.0.5"], 80), endpoints("api", ["10.1.0.6"], 80)],
  ...[secret("cert", CERTIFICATE, PRIVATE_KEY), ingressV1("other", [{ host: "other.example.com", path: "/", service: "api" }])],
];

/** The text of a manifest with each key of this name written otherwise. */
const misspelt = <T>(object: T, field: string, slip: string): T =>
  JSON.parse(JSON.stringify(object).replaceAll(`"${field}":`, `"${slip}":`));

const HOST = "shop.example.com";
const INGRESS = ingressV1("shop", [{ host: HOST, path: "/cart", service: "web" }], { tls: [HOST] });
const ROUTE = openShiftRoute("shop", {
  host: HOST,
  path: "/cart",
  to: { kind: "Service", name: "web" },
  tls: { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY },
});
const HTTP_ROUTE = httpRoute("shop", "gw", [rule("/cart", { web: 1 })], [HOST]);
const TLS_ROUTE = {
  ...{ apiVersion: "gateway.networking.k8s.io/v1alpha2", kind: "TLSRoute", metadata: { name: "shop", namespace: "default" } },
  spec: { parentRefs: [{ name: "gw" }], hostnames: [HOST], rules: [{ backendRefs: [{ name: "web", port: 80 }] }] },
};
const GATEWAY = gateway("gw", [
  http("http", { hostname: HOST }),
  { name: "tls", port: 8443, protocol: "TLS", tls: { mode: "Passthrough" } },
]);
const WITHOUT_HOST = httpRoute("shop", "gw", [rule("/cart", { web: 1 })]);
const [, CONTOUR] = FRONT_ENDS.find(({ frontEnd }) => frontEnd === "IngressRoute")?.objects ?? [];
const [, CONTOUR_ROUTE] = FRONT_ENDS.find(({ frontEnd }) => frontEnd === "Contour Route")?.objects ?? [];

describe.each(Object.entries(TARGETS))("on %s", (target, translate) => {
  const plan = (objects: readonly unknown[]) => {
    const all = [gatewayClass("ours", `k8s-lb.io/${target}`), ...BESIDE, ...objects];
    return translate(readSpecs(all.map((value) => ({ value, source: { file: "web.yaml" } }) as never)));
  };
  const asked = (objects: readonly unknown[]) => plan(objects).facts.asks ?? {};
  const refusals = async (before: readonly unknown[], after: readonly unknown[], more: object = {}) =>
    (await refusalsOf(target as never, inventoryOfPlan(plan(before)), { ...inventoryOfPlan(plan(after)), ...more })).join("\n");

  it.each([
    ["Ingress", INGRESS, [], "host", "hots"],
    ["Ingress", INGRESS, [], "host", "hsots"],
    ["Ingress", INGRESS, [], "tls", "tsl"],
    ["Ingress", INGRESS, [], "paths", "pahts"],
    ["Ingress", INGRESS, [], "path", "paht"],
    ["Ingress", INGRESS, [], "http", "htpp"],
    ["Route", ROUTE, [], "host", "hots"],
    ["Route", ROUTE, [], "path", "paht"],
    ["Route", ROUTE, [], "tls", "tsl"],
    ["HTTPRoute", HTTP_ROUTE, [GATEWAY], "parentRefs", "parentRef"],
    ["HTTPRoute", HTTP_ROUTE, [GATEWAY], "backendRefs", "backendRef"],
    ["HTTPRoute", HTTP_ROUTE, [GATEWAY], "matches", "match"],
    ["HTTPRoute", HTTP_ROUTE, [GATEWAY], "path", "paht"],
    ["HTTPRoute", HTTP_ROUTE, [gateway("gw", [http("http")])], "hostnames", "hostname"],
    ["HTTPRoute", HTTP_ROUTE, [GATEWAY], "rules", "rule"],
    ["TLSRoute", TLS_ROUTE, [GATEWAY], "parentRefs", "parentRef"],
    ["TLSRoute", TLS_ROUTE, [GATEWAY], "backendRefs", "backendRef"],
    ["IngressRoute", CONTOUR, [], "routes", "routs"],
    ["IngressRoute", CONTOUR, [], "services", "sevrices"],
    ["Contour Route", CONTOUR_ROUTE, [], "upstreams", "upstraems"],
    ["Gateway", GATEWAY, [WITHOUT_HOST], "hostname", "hostnames"],
  ])("a %s is red that loses places by a slip", async (_, object, beside, field, slip) => {
    const [before, after] = [
      [object, ...beside],
      [misspelt(object, field, slip), ...beside],
    ];
    const text = await refusals(before, after);
    if (Object.keys(asked(before)).length === 1) return; // the target has no such kind
    expect(text).toContain("LB2017");
    expect(text).toMatch(
      new RegExp(`web.yaml: \\w+ default/\\w+ /spec/.*/?${slip}: the field ${slip} is unknown and is ignored; did you mean ${field}`),
    );
    // a new one is not red
    expect(await refusals(beside, after)).toBe("");
    const gone = Object.keys(asked(before)).filter((name) => name !== "Ingress default/other");
    expect(await refusals(before, after, { allowLoss: gone })).toBe("");
  });

  it("one of an object beside it counts as long as the other is among the specs", async () => {
    const servers = (key: string) => misspelt(endpoints("cart", ["10.1.0.7"], 80), "addresses", key);
    const shop = ingressV1("shop", [{ host: HOST, path: "/cart", service: "cart" }]);
    const objects = (key: string) => [service("cart", [80]), shop, servers(key)];
    expect(await refusals(objects("addresses"), objects("adresses"))).toMatch(
      /LB2017[\s\S]*Endpoints default\/cart \/subsets\/0\/adresses: .*did you mean addresses/,
    );
    expect(await refusals(objects("addresses"), [service("cart", [80]), servers("adresses")])).not.toContain(HOST);
  });

  it("a slip that takes nothing away, or that the last run had, is no reason", async () => {
    const other = { ...INGRESS, spec: { ...INGRESS.spec, ingressClasName: "x" } };
    expect(await refusals([INGRESS], [other])).toBe("");
    const rules = [...other.spec.rules, ...ingressV1("shop", [{ host: HOST, path: "/old", service: "api" }]).spec.rules];
    const [two, sound] = [other, INGRESS].map((one) => ({ ...one, spec: { ...one.spec, rules } }));
    expect(await refusals([two], [other])).toBe("");
    // a new one and a wanted removal look alike
    expect(await refusals([sound], [other])).toContain("did you mean ingressClassName");
  });

  it("a new object is red whose slip takes requests from another", async () => {
    const all = [gateway("gw", [http("http")]), httpRoute("all", "gw", [rule("/", { web: 1 })])];
    const named = httpRoute("new", "gw", [rule("/cart", { api: 1 })], [HOST]);
    expect(await refusals(all, [...all, named])).toBe("");
    const text = await refusals(all, [...all, misspelt(named, "hostnames", "hostname")]);
    expect(text).toMatch(
      /http:\/\/\*\/cart.*: it takes requests from http:\/\/\*\/.*: web.yaml: HTTPRoute default\/new \/spec\/hostname: /,
    );
  });
});
