import { describe, expect, it } from "vitest";
import { avi, ingress, PEM, secret, service, translate } from "./ako-world";

const ako2 = { naming: "ako-2" };
const evh = { naming: "ako-2-evh" };
const named = (list: readonly { name?: unknown }[] = []) => list.map(({ name }) => name);
const annotated = (object: ReturnType<typeof ingress>, annotations: object) => ({
  ...object,
  metadata: { ...object.metadata, annotations },
});
const route = (tls?: object) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "shop", namespace: "default" },
  spec: { host: "shop.avi.internal", path: "/a", to: { kind: "Service", name: "web" }, ...(tls ? { tls } : {}) },
});
const edge = (policy?: string) =>
  route({ termination: "edge", certificate: PEM, key: "key", ...(policy ? { insecureEdgeTerminationPolicy: policy } : {}) });

describe("policies of children", () => {
  it("pick pools with noPGForSNI for Ingresses, and groups for Routes as ever", () => {
    const settings = { ...ako2, noPGForSNI: true };
    const { objects } = translate(
      settings,
      avi(),
      service("web"),
      secret("tls"),
      ingress("shop", "one.avi.internal", { tls: "tls" }),
      edge(),
    );
    expect(named(objects.poolgroup)).toEqual(["my-cluster--Shared-L7-0", "my-cluster--default-shop.avi.internal_a-shop"]);
    expect(named(objects.pool)).toContain("my-cluster--default-one.avi.internal_-shop--policy-to-pool");
  });

  it("close clear text with EVH where a Route says None, and leave it where it says nothing", () => {
    const closed = translate(evh, service("web"), edge("None"));
    const [child] = closed.children;
    expect(child?.http_policies).toHaveLength(2);
    expect(closed.one("httppolicyset", String(child?.name))?.http_security_policy).toEqual({
      rules: [
        {
          index: 0,
          enable: true,
          name: `${child?.name}-0`,
          match: { vs_port: { match_criteria: "IS_IN", ports: [80] } },
          action: { action: "HTTP_SECURITY_ACTION_CLOSE_CONN" },
        },
      ],
    });
    expect(closed.said("LB1302").filter(({ message }) => message.includes("clear text"))).toEqual([]);
    expect(translate(evh, service("web"), edge()).children[0]?.http_policies).toHaveLength(1);
    expect(translate(ako2, service("web"), edge("None")).children[0]?.http_policies).toHaveLength(1);
  });
});

describe("annotations of an Ingress", () => {
  it("count in any case of letters, and the Secret of the cluster before those that it names", () => {
    const own = annotated(ingress("shop", "shop.avi.internal", { tls: "tls" }), { "ako.vmware.com/enable-tls": "True" });
    const { objects } = translate(ako2, avi(), service("web"), secret("tls"), secret("router-certs-default", "avi-system"), own);
    expect(named(objects.sslkeyandcertificate)).toEqual(["my-cluster--router-certs-default"]);
    const through = annotated(ingress("shop", "shop.avi.internal"), { "passthrough.ako.vmware.com/enabled": "TRUE" });
    expect(named(translate(ako2, avi(), service("web"), through).objects.vsvip)).toEqual(["my-cluster--Shared-Passthrough-0"]);
  });
});

describe("layer 4", () => {
  const ports = (...protocols: string[]) => protocols.map((protocol, i) => ({ name: protocol.toLowerCase(), port: 5000 + i, protocol }));
  const vsOf = (...protocols: string[]) =>
    translate(ako2, service("mix", { type: "LoadBalancer", ports: ports(...protocols) })).objects.virtualservice?.[0];
  const profile = (name: string) => `/api/networkprofile?name=${name}`;

  it("has the profile of UDP without TCP, and each port names its own", () => {
    expect(vsOf("SCTP", "UDP")).toMatchObject({
      network_profile_ref: profile("System-UDP-Fast-Path"),
      services: [
        { port: 5000, override_network_profile_ref: profile("System-SCTP-Proxy") },
        { port: 5001, override_network_profile_ref: profile("System-UDP-Fast-Path") },
      ],
    });
    expect(vsOf("SCTP")).toMatchObject({ network_profile_ref: profile("System-SCTP-Proxy") });
    expect(vsOf("TCP", "SCTP")).toMatchObject({ network_profile_ref: profile("System-TCP-Proxy") });
  });

  it("asks for an address of IPv6 in the field for it, and allocates of the families of the network", () => {
    const settings = { ...ako2, vipNetworkList: [{ networkName: "vips", v6cidr: "fd00::/64" }] };
    const [vip] = translate(settings, service("web", { type: "LoadBalancer", loadBalancerIP: "fd00::7" })).objects.vsvip ?? [];
    expect(vip?.vip).toMatchObject([{ ip6_address: { addr: "fd00::7", type: "V6" }, auto_allocate_ip_type: "V6_ONLY" }]);
  });
});

describe("namespaces", () => {
  const space = (annotations: object) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: "default", annotations } });

  it("are all taken where the selector has no value", () => {
    const settings = { ...ako2, namespaceSelector: { labelKey: "app", labelValue: "" } };
    expect(translate(settings, service("web", { type: "LoadBalancer" }), space({})).objects.vsvip).toHaveLength(1);
  });

  it("that want another tenant are told of", () => {
    expect(translate(ako2, space({ "ako.vmware.com/tenant-name": "blue" })).said("LB1414")).toHaveLength(1);
    expect(translate({ ...ako2, tenantName: "blue" }, space({ "ako.vmware.com/tenant-name": "blue" })).said("LB1414")).toEqual([]);
  });

  const infra = (spec: object = {}) => ({
    apiVersion: "ako.vmware.com/v1beta1",
    kind: "AviInfraSetting",
    metadata: { name: "gold" },
    spec,
  });
  const byNamespace = space({ "aviinfrasetting.ako.vmware.com/name": "gold" });

  it("keep a setting out of the names that the class names too", () => {
    const gold = avi({ apiGroup: "ako.vmware.com", kind: "AviInfraSetting", name: "gold" });
    const of = (...more: object[]) =>
      named(translate(ako2, gold, infra(), service("web"), ingress("shop", "a.avi.internal"), ...more).objects.vsvip);
    expect([of(), of(byNamespace)]).toEqual([["my-cluster--Shared-L7-gold-0"], ["my-cluster--Shared-L7-0"]]);
  });

  it("that name a rejected setting have no Ingresses, but Services", () => {
    const rejected = infra({ network: { vipNetworks: [{ networkName: "vips", cidr: "10.0.0.0" }] } });
    const lb = service("web", { type: "LoadBalancer" });
    const { objects, said, verdict } = translate(ako2, avi(), byNamespace, rejected, lb, ingress("shop", "a.avi.internal"));
    expect(named(objects.virtualservice)).toEqual(["my-cluster--default-web"]);
    expect(said("LB1114")).toHaveLength(1);
    expect(verdict("AviInfraSetting", "gold")).toEqual([
      "Rejected",
      "invalid CIDR configuration 10.0.0.0 detected for networkName vips in vipNetworkList",
    ]);
  });
});

it("an L4Rule may stand in another namespace", () => {
  const rule = {
    apiVersion: "ako.vmware.com/v1alpha2",
    kind: "L4Rule",
    metadata: { name: "fast", namespace: "rules" },
    spec: { loadBalancerIP: "10.0.0.9" },
  };
  const lb = service("web", { type: "LoadBalancer" }, { "ako.vmware.com/l4rule": "rules/fast" });
  expect(translate(ako2, rule, lb).objects.vsvip?.[0]?.vip).toMatchObject([{ ip_address: { addr: "10.0.0.9" } }]);
});

it("hosts share with vipPerNamespace, whatever the size", () => {
  const settings = { ...evh, vipPerNamespace: true, shardVSSize: "DEDICATED" };
  const { objects } = translate(settings, avi(), service("web"), ingress("shop", "a.avi.internal"));
  expect(named(objects.vsvip)).toEqual(["my-cluster--Shared-L7-EVH-NS-default"]);
});
