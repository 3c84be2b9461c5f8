import { describe, expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "./ako-world";

const infraSetting = (spec: object, name = "gold") => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "AviInfraSetting",
  metadata: { name },
  spec,
});
const named = { "aviinfrasetting.ako.vmware.com/name": "gold" };
const ofClass = avi({ apiGroup: "ako.vmware.com", kind: "AviInfraSetting", name: "gold" });
const secure = [service("web"), secret("tls"), ingress("web", "foo.avi.internal", { tls: "tls" })];
const ako2 = { naming: "ako-2" };

describe("an AviInfraSetting of a class", () => {
  it("stands in names, and places what has an address; children keep the service engines of the cluster", () => {
    const network = { vipNetworks: [{ networkName: "net", cidr: "10.0.0.0/24" }], enableRhi: true, bgpPeerLabels: ["a"] };
    const { one, children, objects } = translate(ako2, ofClass, ...secure, infraSetting({ seGroup: { name: "seg" }, network }));
    expect(one("virtualservice", "my-cluster--Shared-L7-gold-0")).toMatchObject({
      se_group_ref: "/api/serviceenginegroup?name=seg",
      enable_rhi: true,
    });
    expect(children).toMatchObject([
      { name: "my-cluster--gold-foo.avi.internal", se_group_ref: "/api/serviceenginegroup?name=Default-Group" },
    ]);
    expect(objects.vsvip).toMatchObject([
      { bgp_peer_labels: ["a"], vip: [{ ipam_network_subnet: { network_ref: "/api/network?name=net" } }] },
    ]);
  });

  it("adds listeners, where one of the same port wins", () => {
    const listeners = [
      { port: 8443, enableSSL: true, enableHTTP2: true },
      { port: 80, enableHTTP2: true },
    ];
    const { one } = translate(ako2, ofClass, ...secure, infraSetting({ network: { listeners } }));
    expect(one("virtualservice", "my-cluster--Shared-L7-gold-0")?.services).toEqual([
      { port: 80, enable_ssl: false, enable_http2: true },
      { port: 443, enable_ssl: true },
      { port: 8443, enable_ssl: true, enable_http2: true },
    ]);
  });

  it("may put each host apart", () => {
    const { objects } = translate(
      ako2,
      ofClass,
      ...secure,
      infraSetting({ l7Settings: { shardSize: "DEDICATED" }, seGroup: { name: "seg" } }),
    );
    expect(objects.virtualservice).toMatchObject([
      { name: "my-cluster--gold-foo.avi.internal-L7-dedicated", se_group_ref: "/api/serviceenginegroup?name=seg" },
    ]);
  });

  it.each([
    ["missing", []],
    ["rejected", [infraSetting({ network: { bgpPeerLabels: ["a"] } })]],
  ])("that is %s leaves its Ingresses unprocessed", (_why, settings) => {
    const { objects, plan, verdict } = translate({ ...ako2, enableRHI: true }, ofClass, ...secure, ...settings);
    expect(objects.virtualservice).toBeUndefined();
    expect(plan.statuses.find(({ object }) => object.kind === "Ingress")).toMatchObject({
      state: "rejected",
      diagnostics: [{ code: "LB1114", pointer: "/spec/ingressClassName" }],
    });
    if (settings.length > 0)
      expect(verdict("AviInfraSetting", "gold")).toEqual(["Rejected", "BGPPeerLabels cannot be set if EnableRhi is false."]);
  });

  it("is rejected for listeners without TLS and for a network that is not there", () => {
    const { verdict } = translate(
      { ...ako2, controllerObjects: [] },
      infraSetting({ network: { listeners: [{ port: 80 }] } }, "a"),
      infraSetting({ network: { vipNetworks: [{ networkName: "net" }] } }, "b"),
    );
    expect(verdict("AviInfraSetting", "a")).toEqual(["Rejected", "One of the port in aviInfraSetting must have SSL enabled"]);
    expect(verdict("AviInfraSetting", "b")).toEqual(["Rejected", 'network "net" not found on controller']);
  });
});

describe("an AviInfraSetting of other objects", () => {
  const gold = infraSetting({ seGroup: { name: "seg" }, network: { vipNetworks: [{ networkName: "net" }] } });

  it("places a Service without a change of its names", () => {
    const { objects, said } = translate(ako2, service("lb", { type: "LoadBalancer" }, named), gold);
    expect(objects.virtualservice).toMatchObject([{ name: "my-cluster--default-lb", se_group_ref: "/api/serviceenginegroup?name=seg" }]);
    expect(objects.vsvip).toMatchObject([{ vip: [{ ipam_network_subnet: { network_ref: "/api/network?name=net" } }] }]);
    expect(said("LB1310")).toEqual([]);
  });

  it("that is missing leaves a Service as it is, and says so", () => {
    const { objects, said } = translate(ako2, service("lb", { type: "LoadBalancer" }, named));
    expect(objects.virtualservice).toHaveLength(1);
    expect(said("LB1308")).toHaveLength(1);
  });

  it("of a namespace changes the shared virtual service itself", () => {
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "default", annotations: named } };
    const { one } = translate(ako2, avi(), ...secure, namespace, gold);
    expect(one("virtualservice", "my-cluster--Shared-L7-0")).toMatchObject({ se_group_ref: "/api/serviceenginegroup?name=seg" });
  });

  it("of a Route stands in its names, passthrough too", () => {
    const route = (name: string, tls?: object) => ({
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { name, namespace: "default", annotations: named },
      spec: { host: `${name}.avi.internal`, to: { kind: "Service", name: "web" }, ...(tls ? { tls } : {}) },
    });
    const { objects, said } = translate(ako2, service("web"), route("a"), route("b", { termination: "passthrough" }), gold);
    expect(objects.virtualservice?.map(({ name }) => name)).toEqual([
      "my-cluster--Shared-L7-gold-0",
      "my-cluster--Shared-Passthrough-gold-0",
    ]);
    expect(said("LB1310")).toEqual([]);
  });
});

describe("namespaces", () => {
  const namespace = (labels: object) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: "default", labels } });
  const selector = { ...ako2, namespaceSelector: { labelKey: "lb", labelValue: "yes" } };

  it("count by their label, and one that is not among the specs is not left out", () => {
    expect(translate(selector, avi(), ...secure, namespace({ lb: "yes" })).children).toHaveLength(1);
    expect(translate(selector, avi(), ...secure, namespace({ lb: "no" })).children).toHaveLength(0);
    const unknown = translate(selector, avi(), ...secure);
    expect([unknown.children.length, unknown.said("LB1411").length]).toEqual([1, 1]);
  });
});

describe("Routes of AKO 2", () => {
  it("have the certificate of the cluster where they bring none, and a host below its domain", () => {
    const route = {
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { name: "r", namespace: "default" },
      spec: { subdomain: "shop", to: { kind: "Service", name: "web" }, tls: { termination: "edge" } },
    };
    const below = { ...ako2, defaultDomain: "avi.internal" };
    const { objects, children } = translate(below, service("web"), route, secret("router-certs-default", "avi-system"));
    expect(objects.sslkeyandcertificate?.map(({ name }) => name)).toEqual(["my-cluster--router-certs-default"]);
    expect(children).toMatchObject([{ name: "my-cluster--shop.avi.internal" }]);
    expect(translate(below, service("web"), route).plan.facts.missing["shop.avi.internal"]).toBe("Secret avi-system/router-certs-default");
    // AKO takes no other domain for it
    expect(translate(ako2, service("web"), route).said("LB1202")).toHaveLength(1);
  });
});
