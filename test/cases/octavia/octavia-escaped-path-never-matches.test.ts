import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingress, ingressV1, type PathShape, served } from "../../support/manifests";
import { inConfiguration, onOctavia } from "../../support/requests";

const toOctavia = (...objects: unknown[]) => {
  const specs = readSpecs([...served("web", 1), ...served("api", 2), ...objects].map((value) => ({ value })));
  const plan = translateToOctavia(specs, { settings: { service_subnet_id: "s" }, hostsOnly: true });
  return { balancer: octaviaObjects(plan).objects.loadbalancers?.[0], statuses: plan.statuses };
};
const types: NonNullable<PathShape["type"]>[] = ["Exact", "Prefix", "ImplementationSpecific"];

describe("paths with characters that Octavia's template writes otherwise", () => {
  it("the reading of the template that these tests stand on", () => {
    expect(inConfiguration("^/a(/|$)\\.")).toBe("^/a(/|$)\\.");
    expect(inConfiguration("/r&d")).toBe("/r&amp;d");
    expect(inConfiguration("/it's")).toBe("/it&");
  });

  it.each(["/r&d", "/it's", '/say"so"', "/a<b", "/a>b", "/a#b", "/a.b&c", "/x/(y)&z"])("%s matches itself and nothing else", (path) => {
    for (const type of types) {
      const { balancer, statuses } = toOctavia(ingressV1("one", [{ host: "a.com", path, type, service: "web" }]));
      // no request has a fragment
      expect(statuses).toMatchObject([path.includes("#") ? { state: "partial" } : { state: "ready", diagnostics: [] }]);
      const at = (expected: string) => onOctavia(balancer, "clear", "a.com", expected);
      expect(at(path), type).toBe("default/web:80");
      expect(at(`${path}/below`), type).toBe(type === "Exact" ? undefined : "default/web:80");
      expect(at(path.replace(/[&'"<>#.]/g, "x")), type).toBeUndefined();
      for (const { value } of balancer?.listeners?.[0]?.l7policies?.[0]?.rules ?? []) expect(value).not.toMatch(/[&'"<>#]/);
    }
  });

  it("older versions too, beside a path that is served in clear text", () => {
    const { balancer } = toOctavia(ingress({ name: "one", rules: [{ host: "a.com", path: "/r&d", service: "web" }] }));
    expect(onOctavia(balancer, "clear", "a.com", "/r&dx")).toBe("default/web:80");
  });

  it("a path that is longer than a rule takes is refused, and named", () => {
    const path = `/${"&".repeat(80)}`;
    const { balancer, statuses } = toOctavia(ingressV1("one", [{ host: "a.com", path, service: "web" }]));
    expect(balancer).toBeUndefined();
    expect(statuses).toMatchObject([{ state: "rejected", diagnostics: [{ code: "LB1301", severity: "error" }] }]);
  });
});
