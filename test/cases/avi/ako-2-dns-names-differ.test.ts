import { describe, expect, it } from "vitest";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// Names of shared virtual services were in the first domain whatever the values of `defaultDomain` and `autoFQDN`, and names of Services that are
// no labels of RFC 1035 were not corrected: an adopted VsVip would have changed its names in DNS (AKO's GetFqdns, getAutoFQDNForService).
const domains = { naming: "ako-2", subDomains: ["avi.internal", "example.com"] };
const namesOf = (settings: object, vip: string, ...manifests: object[]) =>
  translate({ ...domains, ...settings }, avi(), service("web"), ...manifests).one("vsvip", vip)?.dns_info;

describe("a shared virtual service", () => {
  const shared = (settings: object) => namesOf(settings, "my-cluster--Shared-L7-0", ingress("shop", "shop.avi.internal"));

  it("is below the domain of the settings", () => {
    const own = { fqdn: "my-cluster--Shared-L7-0.admin.example.com" };
    expect(shared({ defaultDomain: "example.com" })).toEqual([own, { fqdn: "shop.avi.internal" }]);
  });

  it("has one label with autoFQDN flat, and no name of its own without names", () => {
    expect(shared({ autoFQDN: "flat" })).toEqual([{ fqdn: "my-cluster--Shared-L7-0-admin.avi.internal" }, { fqdn: "shop.avi.internal" }]);
    expect(shared({ autoFQDN: "disabled" })).toEqual([{ fqdn: "shop.avi.internal" }]);
  });

  it("is meant by its name in a HostRule where it has none in DNS, but not with EVH", () => {
    const rule = (fqdn: string) => ({
      apiVersion: "ako.vmware.com/v1beta1",
      kind: "HostRule",
      metadata: { name: "parent", namespace: "default" },
      spec: { virtualhost: { fqdn, wafPolicy: "System-WAF-Policy" } },
    });
    const waf = (naming: string, name: string) =>
      translate({ ...domains, naming, autoFQDN: "disabled" }, avi(), service("web"), ingress("shop", "shop.avi.internal"), rule(name)).one(
        "virtualservice",
        name,
      )?.waf_policy_ref;
    expect(waf("ako-2", "my-cluster--Shared-L7-0")).toBe("/api/wafpolicy?name=System-WAF-Policy");
    expect(waf("ako-2-evh", "my-cluster--Shared-L7-EVH-0")).toBeUndefined();
  });
});

describe("a Service of type LoadBalancer", () => {
  const balanced = (name: string, settings: object, annotations: object = {}, vip = `my-cluster--default-${name}`) =>
    namesOf(settings, vip, service(name, { type: "LoadBalancer" }, annotations));

  it("gets a letter before a name that begins with a digit", () => {
    expect(balanced("3scale", {})).toEqual([{ fqdn: "s3scale.default.avi.internal" }]);
  });

  it("has a label of at most 63 characters with autoFQDN flat", () => {
    const long = `a${"b".repeat(62)}`;
    expect(balanced(long, { autoFQDN: "flat" })).toEqual([{ fqdn: `${long.slice(0, 55)}-default.avi.internal` }]);
  });

  it("keeps the name that it gives itself beside others on one VIP, though no names are made", () => {
    const annotations = { "external-dns.alpha.kubernetes.io/hostname": "dns.example.com", "ako.vmware.com/enable-shared-vip": "one" };
    expect(balanced("dns", { autoFQDN: "disabled" }, annotations, "my-cluster--default-one")).toEqual([{ fqdn: "dns.example.com" }]);
    const { "ako.vmware.com/enable-shared-vip": _key, ...alone } = annotations;
    expect(balanced("dns", { autoFQDN: "disabled" }, alone)).toBeUndefined();
  });
});
