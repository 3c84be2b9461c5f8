import { describe, expect, it } from "vitest";
import { requestLines } from "../../../requests/differences/change-lines";
import { comparedRequests } from "../../../requests/differences/changes";
import { inventoryOfPlan, refusalsOf } from "../../../sdk/cli/diff/refusals";
import { readSpecs } from "../../../sdk/frontends";
import { poolsIn } from "../../../sdk/plan";
import { rulesWithOwners } from "../../../sdk/requests/rules-with-owners";
import { parseManifests } from "../../../sdk/specs";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { requestSide } from "../../../sdk/targets/request-side";

// A run sent live requests to a new pool that nobody knew servers for, and its review said "kept as it is" or nothing.

const SETTINGS = {
  avi: { clusterName: "c1", networkName: "n", defaultIngController: true },
  octavia: { naming: "kuryr", project_id: "p", service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" },
} as const;

const service = (name: string): string => `
---
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { app: ${name} }, ports: [{ port: 80 }] }`;
const endpoints = (name: string): string => `
---
apiVersion: v1
kind: Endpoints
metadata: { name: ${name} }
subsets: [{ addresses: [{ ip: 10.1.1.1 }], ports: [{ port: 8080 }] }]`;
const path = (at: string, name: string, port = 80): string =>
  `{ path: ${at}, pathType: Prefix, backend: { service: { name: ${name}, port: { number: ${port} } } } }`;
const ingress = (...paths: string[]): string => `
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web }
spec: { rules: [{ host: shop.example.com, http: { paths: [${paths.join(", ")}] } }] }`;
const route = (name: string): string => `
---
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: lb }
spec: { controllerName: CONTROLLER }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: gw }
spec: { gatewayClassName: lb, listeners: [{ name: http, port: 80, protocol: HTTP }] }
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: web }
spec: { parentRefs: [{ name: gw }], hostnames: [shop.example.com], rules: [{ backendRefs: [{ name: ${name}, port: 80 }] }] }`;

const LIVE = service("web") + endpoints("web");
const BEFORE = LIVE + ingress(path("/", "web"));

async function reviewed(to: TargetName, before: string, after: string, more: object = {}) {
  const settings = { ...SETTINGS[to as keyof typeof SETTINGS], ...more };
  const [was, is] = [before, after].map((text) => {
    const { objects, diagnostics } = parseManifests(text.replace("CONTROLLER", `k8s-lb.io/${to}`), "specs.yaml");
    const specs = readSpecs(objects, diagnostics);
    const plan = TARGETS[to].translate(specs, { settings });
    const side = requestSide(TARGETS[to], specs, settings, plan);
    if (!side) throw new TypeError("the target answers requests");
    return { plan, rules: rulesWithOwners(side) };
  });
  if (!was || !is) throw new TypeError("two sides are compared");
  return {
    lines: requestLines(comparedRequests(was.rules, is.rules, poolsIn(was.plan.facts), is.plan.facts.unknownServers === "later")),
    refusals: (await refusalsOf(to, inventoryOfPlan(was.plan), inventoryOfPlan(is.plan))).join("\n"),
  };
}

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  it("an HTTPRoute with another Service without slices is a loss and refused, unless a watch fills new pools", async () => {
    const [before, after] = [LIVE + route("web"), LIVE + service("next") + route("next")];
    const { lines, refusals } = await reviewed(to, before, after);
    expect(lines[0]).toBe("- http://shop.example.com: now default/next:80, servers unknown, new pool: 503, was default/web:80");
    expect(refusals).toMatch(/LB2017: 1 place would be without servers:\n {2}http:\/\/shop\.example\.com\/ of Gateway default\/gw: /);
    expect(refusals).toMatch(/liveCluster.*endpoints: "later".*allowLoss/);
    const watched = await reviewed(to, before, after, { endpoints: "later" });
    expect([watched.lines[0], watched.refusals]).toEqual([
      "~ http://shop.example.com: default/next:80, new pool: servers come from the watch, was default/web:80",
      "",
    ]);
  });

  it.each([
    [
      "a missing Service",
      path("/checkout", "nope"),
      /it takes requests from http:\/\/shop\.example\.com\/, .*Service default\/nope is missing/,
    ],
    ["a port that the Service does not have", path("/checkout", "web", 81), /it takes requests from .*has no port 81/],
  ])("an Ingress with a new path to %s is a loss and refused", async (_, added, reason) => {
    const { lines, refusals } = await reviewed(to, BEFORE, LIVE + ingress(path("/", "web"), added));
    expect(lines[0]).toMatch(
      /^- http:\/\/shop\.example\.com\/checkout.*: now default\/\w+:8\d, servers unknown, new pool: 503 .*was default\/web:80/,
    );
    expect(refusals).toMatch(reason);
  });

  it("an Ingress with a new path to a sound Service without slices is a loss, and refused where the settings say so", async () => {
    const after = LIVE + service("new") + ingress(path("/", "web"), path("/new", "new"));
    const { lines, refusals } = await reviewed(to, BEFORE, after);
    expect([lines[0]?.slice(0, 2), refusals]).toEqual(["- ", ""]);
    expect((await reviewed(to, BEFORE, after, { unknownServers: "refuse" })).refusals).toMatch(/LB2017.*\n.*it takes requests from/);
  });

  it("a path that takes nobody's requests is refused by no fault", async () => {
    const other = ingress(path("/", "nope")).replace("name: web", "name: other").replace("shop.", "other.");
    expect((await reviewed(to, BEFORE, BEFORE + other)).refusals).toBe("");
  });

  it("a Service that keeps its pool while its slices are missing is no change", async () => {
    expect(await reviewed(to, BEFORE, service("web") + ingress(path("/", "web")))).toEqual({ lines: [], refusals: "" });
  });
});
