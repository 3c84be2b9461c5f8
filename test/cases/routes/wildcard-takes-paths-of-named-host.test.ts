import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingressV1, secret, served } from "../../support/manifests";
import { onOctavia } from "../../support/requests";

const services = [...served("web", 1), ...served("api", 2), ...served("rest", 3), secret("cert", "CERT", "KEY")];
const toOctavia = (...objects: unknown[]) => {
  const specs = readSpecs([...services, ...objects].map((value) => ({ value })));
  const plan = translateToOctavia(specs, { settings: { service_subnet_id: "s" }, hostsOnly: true });
  return { balancer: octaviaObjects(plan).objects.loadbalancers?.[0], plan };
};
const wildcard = { host: "*.w.example.com", path: "/", service: "web" };
const sub = { host: "sub.w.example.com", path: "/x", service: "api" };

describe("a named host beside its wildcard", () => {
  it("a request for a path that the host has not goes to nobody", () => {
    const { balancer } = toOctavia(ingressV1("one", [wildcard, sub]));
    const at = (host: string, path: string) => onOctavia(balancer, "clear", host, path);
    expect(at("sub.w.example.com", "/x")).toBe("default/api:80");
    expect(at("sub.w.example.com", "/y")).toBeUndefined();
    expect(at("SUB.w.example.com", "/y")).toBeUndefined();
    expect(at("other.w.example.com", "/y")).toBe("default/web:80");
    expect(at("a.sub.w.example.com", "/x")).toBeUndefined();
  });

  it("but to a rule without a host, which is for all requests that are left", () => {
    const any = { path: "/", service: "rest" };
    const { balancer } = toOctavia(ingressV1("one", [any, { ...wildcard, path: "/w" }, sub]));
    const at = (host: string, path: string) => onOctavia(balancer, "clear", host, path);
    expect(at("sub.w.example.com", "/x")).toBe("default/api:80");
    expect(at("sub.w.example.com", "/w")).toBe("default/rest:80");
    expect(at("other.w.example.com", "/y")).toBe("default/rest:80");
    expect(at("other.w.example.com", "/w")).toBe("default/web:80");
    expect(at("elsewhere.org", "/y")).toBe("default/rest:80");
  });

  it("on TLS as in clear text, where a redirect stands for the paths of the host", () => {
    const { balancer } = toOctavia(ingressV1("one", [wildcard, sub], { tls: ["*.w.example.com", "sub.w.example.com"] }));
    expect(onOctavia(balancer, "tls", "sub.w.example.com", "/y")).toBeUndefined();
    expect(onOctavia(balancer, "tls", "other.w.example.com", "/y")).toBe("default/web:80");
  });

  it("needs no rule for a host that serves every path", () => {
    const { balancer } = toOctavia(ingressV1("one", [wildcard, { ...sub, path: "/" }]));
    const rules = balancer?.listeners?.[0]?.l7policies?.flatMap((policy) => policy.rules) ?? [];
    expect(rules.filter(({ invert }) => invert)).toEqual([]);
  });

  it("many hosts share rules; where Octavia takes no more of them a warning says what falls to the wildcard", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...sub, host: `host-${i}.w.example.com` }));
    const { balancer, plan } = toOctavia(ingressV1("one", [wildcard, ...many(200)]));
    expect(plan.statuses).toMatchObject([{ state: "ready", diagnostics: [] }]);
    for (const i of [0, 99, 199]) expect(onOctavia(balancer, "clear", `host-${i}.w.example.com`, "/y")).toBeUndefined();
    expect(onOctavia(balancer, "clear", "host-200.w.example.com", "/y")).toBe("default/web:80");
    for (const { rules } of balancer?.listeners?.[0]?.l7policies ?? []) {
      expect(rules.length).toBeLessThanOrEqual(50);
      for (const { value } of rules) expect(value.length).toBeLessThanOrEqual(255);
    }
    const over = toOctavia(ingressV1("one", [wildcard, ...many(900)]));
    expect(over.plan.statuses[0]?.diagnostics).toMatchObject([{ code: "LB1302", severity: "warning" }]);
    for (const { rules } of over.balancer?.listeners?.[0]?.l7policies ?? []) expect(rules.length).toBeLessThanOrEqual(50);
  });
});
