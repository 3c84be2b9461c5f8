import { describe, expect, it } from "vitest";
import { certificateFor } from "../../../requests/avi/certificates";
import { hostWithin, narrowest } from "../../../requests/table/host-names";
import { readSpecs } from "../../../sdk";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { gateway, gatewayClass, http, httpRoute, rule } from "../../support/gateway-manifests";
import { endpoints, service } from "../../support/manifests";

// `k8s-lb request` gave the answer of a rule, a certificate or a share that the request does not get.

describe("a wildcard of a certificate", () => {
  const wild = [{ name: "wild", hosts: ["*.ex.com"] }];

  it("is one label, and for no host of two", () => {
    expect(certificateFor(wild, "*.ex.com")).toBe("wild");
    expect(certificateFor(wild, "a.ex.com")).toBe("wild");
    expect(certificateFor(wild, "**.ex.com")).toBeUndefined();
    expect(certificateFor([{ name: "unread", hosts: undefined }], "**.ex.com")).toBe("unread");
  });
});

describe("a host that stands for all names", () => {
  it.each([["**.org"], ["**.example.org", "**.com"], ["**.org", "other.example.org1"]])("is below none of the listeners %j", (...names) => {
    const known = new Set(names);
    expect(
      narrowest(
        hostWithin("", (name) => known.has(name)),
        (name) => known.has(name),
      ),
    ).toBe("");
  });

  it("is below a wildcard of several labels, and below none of a longer one", () => {
    const known = new Set(["**.ex.com", "*.ex.com", "**.some.ex.com"]);
    const isTaken = (name: string) => known.has(name);
    expect(narrowest(hostWithin("**.ex.com", isTaken), isTaken)).toBe("**.ex.com");
  });
});

describe.each<TargetName>(["avi", "octavia"])("a Route whose weights are all 0 on %s", (to) => {
  it("is answered with 503, as the specs ask", () => {
    const route = {
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { name: "shop", namespace: "default" },
      spec: { host: "shop.ex.com", to: { kind: "Service", name: "web", weight: 0 } },
    };
    const objects = [route, service("web", [{ port: 80, targetPort: 8080 }]), endpoints("web", ["10.0.0.1"], 8080)];
    const settings: Record<string, string> =
      to === "avi" ? { clusterName: "c1" } : { cluster_name: "c1", service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" };
    const specs = readSpecs(objects.map((value) => ({ value })));
    const target = TARGETS[to];
    const asked = desiredOfSpecs(specs, (known) => target.asks!(known, settings));
    const found = new RequestExplainer({ desired: asked, served: target.balancer!.served(target.translate(specs, { settings })) }).explain({
      url: "http://shop.ex.com/",
    });
    expect(found?.answer).toMatchObject({ kind: "status", status: 503 });
    expect(found?.differs).toBe(false);
  });
});

it("is asked of the Gateway whose address the request names", () => {
  const settings = { clusterName: "c1" };
  const objects = [
    gatewayClass("ours", "k8s-lb.io/avi"),
    ...["one", "two"].flatMap((name) => [gateway(name, [http("http")]), httpRoute(name, name, [rule("/", { [name]: 1 })])]),
    ...["one", "two"].flatMap((name, at) => [service(name, [80]), endpoints(name, [`10.0.0.${at + 1}`], 80)]),
  ];
  const specs = readSpecs(objects.map((value) => ({ value })));
  const asked = desiredOfSpecs(specs, (known) => TARGETS.avi.asks!(known, settings));
  const requests = new RequestExplainer({
    desired: asked,
    served: TARGETS.avi.balancer!.served(TARGETS.avi.translate(specs, { settings })),
  });
  for (const name of ["one", "two"]) {
    const found = requests.explain({ url: "http://a.ex.com/", address: `c1--Gateway-default_${name}` });
    expect(found?.answer).toMatchObject({ kind: "forward", to: [{ service: `default/${name}:80` }] });
    expect(found?.differs).toBe(false);
  }
});
