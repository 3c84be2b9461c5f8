import { describe, expect, it } from "vitest";
import { aviObjects, readSpecs, translateToAvi } from "../../../../../sdk";

const meta = (name: string, more: object = {}) => ({ name, namespace: "default", ...more });
const service = (name: string, spec: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: meta(name),
  spec: { ports: [{ port: 80, name: "http" }], ...spec },
});
const endpoints = (name: string) => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: meta(name),
  subsets: [
    {
      addresses: [{ ip: "10.244.1.10" }],
      notReadyAddresses: [{ ip: "10.244.1.11" }],
      ports: [{ name: "http", port: 8080 }],
    },
  ],
});
const avi = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi-lb", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};
const ingress = (name: string, host: string, paths: string[], annotations: object = {}) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: meta(name, { annotations }),
  spec: {
    rules: [
      {
        host,
        http: { paths: paths.map((path) => ({ path, pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } })) },
      },
    ],
  },
});

function translate(settings: object, ...manifests: object[]) {
  const plan = translateToAvi(readSpecs(manifests.map((value) => ({ value }))), {
    settings: { clusterName: "my-cluster", subDomains: ["avi.internal"], ...settings },
  });
  const { objects } = aviObjects(plan);
  const names = (type: keyof typeof objects) => (objects[type] ?? []).map(({ name }) => name);
  return { plan, objects, names };
}

const web = [avi, service("web"), endpoints("web")];

describe("naming: ako-2-evh", () => {
  // the vectors of ako-2x.md 2
  it("hashes the plain name with its prefix", () => {
    const { names } = translate(
      { naming: "ako-2-evh" },
      ...web,
      ingress("web", "foo.avi.internal", ["/foo"]),
      service("lb", { type: "LoadBalancer" }),
    );
    expect(names("virtualservice")).toContain("my-cluster--946749f54c396c90011903f4f5f83da13edc7dd1");
    expect(names("virtualservice")).toContain("my-cluster--9b0b2133de2c25a87d700a2dec18cfd9956f1b20");
    expect(names("httppolicyset")).toEqual(["my-cluster--544444e02ccc3ba029cfb816a4affb70090706c8"]);
  });

  it("leaves names of passthrough hosts plain", () => {
    const through = { "passthrough.ako.vmware.com/enabled": "true" };
    const { names } = translate({ naming: "ako-2-evh" }, ...web, ingress("web", "pt.avi.internal", ["/"], through));
    expect(names("poolgroup")).toEqual(["my-cluster--pt.avi.internal"]);
    expect(names("virtualservice")).toEqual(["my-cluster--Shared-Passthrough-0", "my-cluster--Shared-Passthrough-0-insecure"]);
  });
});

describe("naming: ako-2", () => {
  it("keeps endpoints that are not ready, switched off", () => {
    const { objects } = translate({ naming: "ako-2" }, ...web, ingress("web", "foo.avi.internal", ["/"]));
    expect(objects.pool?.[0]?.servers).toMatchObject([{ enabled: true }, { enabled: false }]);
  });

  it("leads no route to a Service with an address of its own", () => {
    const { objects, plan } = translate(
      { naming: "ako-2" },
      avi,
      service("web", { type: "LoadBalancer" }),
      endpoints("web"),
      ingress("web", "foo.avi.internal", ["/"]),
    );
    expect(objects.pool?.find(({ name }) => name === "my-cluster--foo.avi.internal_-default-web")).not.toHaveProperty("servers");
    expect(plan.statuses.find(({ object }) => object.kind === "Ingress")).toMatchObject({ state: "partial" });
  });

  it("takes an Ingress without a class only where a class of ours is the default", () => {
    const { plan } = translate({ naming: "ako-2" }, service("web"), endpoints("web"), ingress("web", "foo.avi.internal", ["/"]));
    expect(plan.statuses).toEqual([]);
  });

  it("warns where a prefix of characters takes more than the kind promises", () => {
    const { plan } = translate({ naming: "ako-2", shardVSSize: "DEDICATED" }, ...web, ingress("web", "foo.avi.internal", ["/a"]));
    const [{ diagnostics = [], state } = {}] = plan.statuses;
    expect(state).toBe("ready");
    expect(diagnostics).toMatchObject([{ code: "LB1302", severity: "warning", message: expect.stringContaining("/ax") }]);
  });

  it("gives every host of size DEDICATED an address of its own", () => {
    const { names } = translate(
      { naming: "ako-2", shardVSSize: "DEDICATED" },
      ...web,
      ingress("a", "a.avi.internal", ["/"]),
      ingress("b", "b.avi.internal", ["/"]),
    );
    expect(names("vsvip")).toEqual(["my-cluster--a.avi.internal-L7-dedicated", "my-cluster--b.avi.internal-L7-dedicated"]);
    expect(names("vsdatascriptset")).toEqual([]);
  });

  it("balances SCTP, and names the network profile of each protocol of a mix", () => {
    const ports = [
      { name: "a", port: 80, protocol: "SCTP" },
      { name: "b", port: 81, protocol: "TCP" },
    ];
    const { objects } = translate({ naming: "ako-2" }, service("lb", { type: "LoadBalancer", ports }));
    expect(objects.virtualservice?.[0]).toMatchObject({
      network_profile_ref: "/api/networkprofile?name=System-TCP-Proxy",
      services: [{ port: 80, override_network_profile_ref: "/api/networkprofile?name=System-SCTP-Proxy" }, { port: 81 }],
    });
  });
});

describe("an edge Route without a policy for clear text", () => {
  const route = {
    apiVersion: "route.openshift.io/v1",
    kind: "Route",
    metadata: meta("r"),
    spec: {
      host: "r.avi.internal",
      to: { kind: "Service", name: "web" },
      tls: { termination: "edge", certificate: "-----BEGIN CERTIFICATE-----", key: "-----BEGIN PRIVATE KEY-----" },
    },
  };

  it.each([
    ["ako-2-evh", 1],
    ["ako-2", 0],
  ])("is told with %s that clear text is served, where it is", (naming, times) => {
    const { plan } = translate({ naming }, ...web, route);
    const messages = plan.statuses
      .flatMap(({ diagnostics }) => diagnostics)
      .filter(({ message }) => message.includes("http://r.avi.internal: served like TLS"));
    expect(messages).toHaveLength(times);
  });
});

describe("settings of a generation", () => {
  it.each([
    [{ naming: "ako-2", enableEVH: true }, "enableEVH"],
    [{ naming: "ako-2", vipPerNamespace: true }, "vipPerNamespace"],
    [{ naming: "ako-2", l7ShardingScheme: "namespace" }, "l7ShardingScheme"],
    [{ naming: "ako-3" }, "naming"],
  ])("%j contradicts", (settings, key) => {
    const { plan } = translate(settings);
    expect(plan.diagnostics).toMatchObject([{ code: "LB1305", pointer: `/${key}` }]);
  });

  it("are AKO's own names", () => {
    const { objects } = translate(
      { naming: "ako-2", tenantName: "blue", serviceEngineGroupName: "fast", vipNetworkList: '[{"networkName":"net-a"}]' },
      service("lb", { type: "LoadBalancer" }),
    );
    expect(objects.virtualservice?.[0]).toMatchObject({
      tenant_ref: "/api/tenant?name=blue",
      se_group_ref: "/api/serviceenginegroup?name=fast",
    });
    expect(objects.vsvip?.[0]).toMatchObject({ vip: [{ ipam_network_subnet: { network_ref: "/api/network?name=net-a" } }] });
  });
});
