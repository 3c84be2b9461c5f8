import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { expectationsIn } from "../../../sdk/requests/expectations/read";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../support/gateway-manifests";
import { endpoints, ingressV1, service } from "../../support/manifests";

// An expectation passed for a host that no address has in DNS: the rules answered, and no client found them.

const MUST = expectationsIn([{ request: "http://shop.x.com/", to: "default/web:80" }]).expectations;

function missesOf(to: TargetName, hostnames: string[], settings: Record<string, string | string[]>, must = MUST): string[] {
  const route = httpRoute("r", "web", [rule("/", { web: 1 })]);
  const objects = [
    gatewayClass("ours", `k8s-lb.io/${to}`),
    gateway("web", [http("http")]),
    { ...route, spec: { ...route.spec, hostnames } },
    ...[service("web", [80]), endpoints("web", ["10.0.0.1"], 80), ingressV1("i", [{ host: "y.com", path: "/", service: "web" }])],
  ];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const target = TARGETS[to];
  const plan = target.translate(specs, { settings });
  const asked = desiredOfSpecs(specs, (known) => target.asks!(known, settings));
  return checkExpectations(must, new RequestExplainer({ desired: asked, served: target.balancer!.served(plan) })).flatMap(
    ({ misses }) => misses,
  );
}

const AVI = { clusterName: "c1", shardVSSize: "SMALL" };
const OCTAVIA = { naming: "kuryr", project_id: "p", service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" };
const LOST = ["no address has the DNS name shop.x.com"];

describe("the DNS name of a host", () => {
  it("fails an expectation where a domain is no longer published, or a wildcard takes its place", () => {
    expect(missesOf("avi", ["shop.x.com"], { ...AVI, subDomains: ["x.com", "y.com"] })).toEqual([]);
    expect(missesOf("avi", ["shop.x.com"], { ...AVI, subDomains: ["y.com"] })).toEqual(LOST);
    expect(missesOf("avi", ["*.x.com"], AVI)).toEqual(LOST);
  });

  it("is not asked for where others publish names, by the setting or on a target that publishes none", () => {
    expect(missesOf("avi", ["*.x.com"], { ...AVI, dnsNames: "elsewhere" })).toEqual([]);
    expect(missesOf("octavia", ["*.x.com"], OCTAVIA)).toEqual([]);
  });

  it("is not asked for of a Gateway for any host, and where the expectation names the address", () => {
    expect(missesOf("avi", [], AVI)).toEqual([]);
    const named = MUST.map((one) => ({ ...one, request: { ...one.request, address: "c1--Gateway-default_web" } }));
    expect(missesOf("avi", ["*.x.com"], AVI, named)).toEqual([]);
  });
});
