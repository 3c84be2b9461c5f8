import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk";
import { desiredOfSpecs } from "../../../sdk/requests/desired-of-specs";
import { expectedRequests } from "../../../sdk/requests/expectations/assert-requests";
import { checkExpectations } from "../../../sdk/requests/expectations/check";
import { RequestExplainer } from "../../../sdk/requests/explain";
import { requestFault } from "../../../sdk/requests/request-faults";
import { TARGETS } from "../../../sdk/targets";
import { ingressV1, served } from "../../support/manifests";

// Hosts and paths with letters outside ASCII were refused, or found no rule: clients send them as punycode and as bytes.

const SETTINGS = { avi: { clusterName: "c1" }, octavia: { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111" } };

describe.each(["avi", "octavia"] as const)("on %s", (to) => {
  const specs = readSpecs(
    [
      ...served("web", 1),
      ingressV1("shop", [
        { host: "xn--bcher-kva.example.com", path: "/caf%C3%A9", type: "Prefix", service: "web" },
        { host: "shop.example.com", path: "/thé", type: "Prefix", service: "web" },
        { host: "shop.example.com", path: "/x#y", type: "Prefix", service: "web" },
      ]),
    ].map((value) => ({ value })),
  );
  const requests = new RequestExplainer({
    desired: desiredOfSpecs(specs, (known) => TARGETS[to].asks!(known, SETTINGS[to])),
    served: TARGETS[to].balancer!.served(TARGETS[to].translate(specs, { settings: SETTINGS[to] })),
  });

  it.each([
    "http://bücher.example.com/caf%C3%A9",
    "http://BÜCHER.Example.COM:80/café?q=größe",
    "http://xn--bcher-kva.example.com/café/below",
    "http://Shop.Example.COM/thé",
    "http://shop.example.com/th%C3%A9#part",
  ])("%s is answered by its rule", (url) => {
    expect(requestFault({ url })).toBeUndefined();
    const found = requests.explain({ url });
    expect(found?.answer).toMatchObject({ kind: "forward", to: [{ service: "default/web:80" }] });
    expect(found?.differs).toBe(false);
  });

  it("expectations of such requests pass", () => {
    const [found] = checkExpectations(
      expectedRequests([
        { request: "http://bücher.example.com/café/x", to: "default/web:80", path: "/café/x", host: "bücher.example.com" },
      ]),
      requests,
    );
    expect(found?.misses).toEqual([]);
  });

  it.each(["http://a\u{fffd}b.example.com/", "http://bücher..example.com/"])("%j is no host", (url) => {
    expect(requestFault({ url })?.message).toContain("is not a host");
  });
});
