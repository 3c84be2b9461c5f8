import { describe, expect, it } from "vitest";
import { POOL as POOL_KIND } from "../../../../../resources/avi";
import { ofKind } from "../../../../../sdk/plan";
import { avi, ingress, service, translate } from "./ako-world";

// AKO's PopulateServersForNPL and GetPodsFromService: which ports of nodes are servers, and which of them are on.

const NPL = { naming: "ako-2", serviceType: "NodePortLocal" };
const selector = { app: "web" };

interface PodLooks {
  ports?: { podPort: number; nodePort: number; nodeIP?: string; protocol?: string; protocols?: string[] }[];
  annotation?: string;
  ready?: "True" | "False" | "Unknown";
  named?: { name: string; containerPort: number };
  labels?: Record<string, string>;
  namespace?: string;
  deleted?: boolean;
}

/** A Pod as Antrea annotates it, on the node 10.0.0.1. */
function pod(name: string, { ports, annotation, ready = "True", named, labels = selector, namespace = "default", deleted }: PodLooks = {}) {
  const text = annotation ?? (ports && JSON.stringify(ports.map((one) => ({ nodeIP: "10.0.0.1", ...one }))));
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...{ name, namespace, labels, annotations: text === undefined ? {} : { "nodeportlocal.antrea.io": text } },
      ...(deleted ? { deletionTimestamp: "2026-01-01T00:00:00Z" } : {}),
    },
    spec: { nodeName: "n1", containers: [{ name: "c", image: "i", ports: named ? [named] : [] }] },
    status: { phase: "Running", conditions: [{ type: "Ready", status: ready }] },
  };
}

/** One EndpointSlice of the Service `web`: the Pods that are in it, and whether they are ready. */
const slice = (pods: Readonly<Record<string, boolean>>) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web-1", namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: Object.entries(pods).map(([name, ready], index) => ({
    addresses: [`10.244.0.${index + 1}`],
    conditions: { ready },
    targetRef: { kind: "Pod", name, namespace: "default" },
  })),
  ports: [{ name: "http", port: 8080, protocol: "TCP" }],
});

interface LocalPool {
  servers?: { ip: { addr: string }; port: number; enabled?: boolean }[];
}
const http = (more: object = {}) => ({ selector, ports: [{ port: 80, name: "http", targetPort: 8080 }], ...more });
const balanced = (more: object = {}) => service("web", http({ type: "LoadBalancer", ...more }));
const at = (nodePort: number, podPort = 8080) => ({ ports: [{ podPort, nodePort, protocol: "tcp" }] });

function world(...objects: object[]) {
  const translated = translate(NPL, ...objects);
  const pools = (translated.objects.pool ?? []) as (LocalPool & { name: string })[];
  const servers = Object.fromEntries(
    pools.map(({ name, servers = [] }) => [
      name.replace("my-cluster--", ""),
      servers.map(({ ip, port, enabled }) => `${ip.addr}:${port}${enabled ? "" : " off"}`),
    ]),
  );
  const kept = ofKind(translated.plan, POOL_KIND)
    .filter(({ inputs }) => inputs.keep?.includes("servers"))
    .map(({ name }) => name);
  return { ...translated, servers, kept };
}
const POOL = "default-web-TCP-80";

describe("servers", () => {
  it("are the ports of nodes that lead to the target port, of a Service and behind an Ingress", () => {
    const pods = [pod("a", at(61000)), pod("b", at(61001)), pod("c", at(61002, 9090))];
    expect(world(balanced(), ...pods.slice(0, 2)).servers[POOL]).toEqual(["10.0.0.1:61000", "10.0.0.1:61001"]);
    const behind = world(avi(), service("web", http()), ingress("shop", "shop.avi.internal"), ...pods.slice(0, 2));
    expect(behind.servers["shop.avi.internal_-default-shop"]).toEqual(["10.0.0.1:61000", "10.0.0.1:61001"]);
    expect(behind.said("LB1416")).toEqual([]);
  });

  it("are those of the Pods that the Service selects in its namespace", () => {
    const others = [pod("b", { ...at(61001), labels: { app: "other" } }), pod("c", { ...at(61002), namespace: "other" })];
    expect(world(balanced(), pod("a", at(61000)), ...others).servers[POOL]).toEqual(["10.0.0.1:61000"]);
  });

  it("are found by the name of the port in each Pod", () => {
    const named = balanced({ ports: [{ port: 80, name: "http", targetPort: "web" }] });
    const pods = [
      pod("a", { ...at(61000, 8080), named: { name: "web", containerPort: 8080 } }),
      pod("b", { ...at(61001, 9090), named: { name: "web", containerPort: 9090 } }),
    ];
    expect(world(named, ...pods).servers[POOL]).toEqual(["10.0.0.1:61000", "10.0.0.1:61001"]);
  });

  it("are of the protocol of the port; what names none is of any", () => {
    const dns = balanced({
      ports: [
        { port: 53, name: "dns", protocol: "UDP" },
        { port: 53, name: "dns-tcp", protocol: "TCP" },
      ],
    });
    const both = [
      { podPort: 53, nodePort: 61000, protocol: "tcp", protocols: ["tcp"] },
      { podPort: 53, nodePort: 61001, protocols: ["udp"] },
      { podPort: 53, nodePort: 61002 },
    ];
    const { servers } = world(dns, pod("a", { ports: both }));
    expect(servers["default-web-TCP-53"]).toEqual(["10.0.0.1:61000", "10.0.0.1:61002"]);
    expect(servers["default-web-UDP-53"]).toEqual(["10.0.0.1:61001", "10.0.0.1:61002"]);
  });

  it("are of the family of the Service", () => {
    const dual = { ports: [at(61000).ports[0], { podPort: 8080, nodePort: 61001, nodeIP: "fd00::1" }] as PodLooks["ports"] };
    expect(world(balanced({ ipFamilies: ["IPv4"] }), pod("a", dual)).servers[POOL]).toEqual(["10.0.0.1:61000"]);
    expect(world(balanced({ ipFamilies: ["IPv6"] }), pod("a", dual)).servers[POOL]).toEqual(["fd00::1:61001"]);
  });

  it("are off while the endpoints say that the Pod is not ready, or it is being deleted; a Pod that is not ready, or that they do not name, is none", () => {
    const pods = [pod("a", at(61000)), pod("b", at(61001)), pod("c", { ...at(61002), ready: "False" }), pod("d", at(61003))];
    const ending = pod("e", { ...at(61004), deleted: true });
    const { servers, said } = world(balanced(), ...pods, ending, slice({ a: true, b: false, c: false, e: true }));
    expect(servers[POOL]).toEqual(["10.0.0.1:61000", "10.0.0.1:61001 off", "10.0.0.1:61004 off"]);
    expect(said("LB1416")).toEqual([]);
  });

  it("can be drained by the name of their Pod", () => {
    const drained = service("web", http({ type: "LoadBalancer" }), { "k8s-lb.io/drained": "a" });
    expect(world(drained, pod("a", at(61000)), pod("b", at(61001))).servers[POOL]).toEqual(["10.0.0.1:61000 off", "10.0.0.1:61001"]);
  });
});

describe("what Antrea has not written", () => {
  it("empties no pool where no Pod has a port, and the Service says so", () => {
    for (const silent of [pod("a"), pod("a", { annotation: "[]" }), pod("a", at(61000, 9090)), pod("a", { annotation: "{" })]) {
      const { kept, said, verdict } = world(balanced(), silent);
      expect([kept.length, verdict("Service", "web")[0]]).toEqual([1, "partial"]);
      expect(said("LB1416")[0]?.message).toContain("the Pods a of it have no port of their node for port 80/TCP");
    }
    expect(world(balanced(), pod("a", { annotation: "{" })).said("LB1403")).toHaveLength(1);
  });

  it("leaves the others, with a warning that names the Pods", () => {
    const { servers, kept, said } = world(balanced(), pod("a", at(61000)), ...["b", "c", "d", "e"].map((name) => pod(name)));
    expect([servers[POOL], kept]).toEqual([["10.0.0.1:61000"], []]);
    expect(said("LB1416")).toMatchObject([{ severity: "warning", message: expect.stringContaining("the Pods b, c, d and 1 more") }]);
  });

  it("says what to do: annotate the Service, look at Antrea, or use another type", () => {
    const remedyOf = (one: object) => world(avi(), one, ingress("shop", "shop.avi.internal"), pod("a")).said("LB1416")[0]?.remedy;
    expect(remedyOf(service("web", http()))).toMatch(/^Annotate the Service with nodeportlocal.antrea.io\/enabled: "true"/);
    const enabled = service("web", http(), { "nodeportlocal.antrea.io/enabled": "true" });
    expect(remedyOf(enabled)).toMatch(/^Look whether NodePortLocal is enabled/);
    expect(remedyOf(service("web", http({ type: "NodePort" })))).toMatch(/^Antrea opens none for a Service of type NodePort/);
  });
});

describe("a Service without Pods", () => {
  it("has no servers while its endpoints are empty, and keeps them while its Pods are not known", () => {
    const empty = world(balanced(), slice({}));
    expect([empty.kept, empty.said("LB1104").length, empty.said("LB1416")]).toEqual([[], 1, []]);
    for (const unknown of [world(balanced()), world(balanced(), slice({ a: true }))]) {
      expect(unknown.kept).toHaveLength(1);
      expect(unknown.said("LB1416")[0]?.message).toContain("its Pods are not among the specs");
    }
    const ill = world(balanced(), pod("a", { ...at(61000), ready: "False" }));
    expect([ill.kept, ill.said("LB1104").length]).toEqual([[], 1]);
  });

  it("is told where it has no selector, or speaks SCTP", () => {
    const manual = world(balanced({ selector: undefined }), pod("a", at(61000)));
    expect(manual.said("LB1415")).toMatchObject([{ pointer: "/spec/selector", message: expect.stringContaining("no selector") }]);
    const sctp = world(balanced({ ports: [{ port: 80, protocol: "SCTP" }] }), pod("a", at(61000, 80)));
    expect(sctp.said("LB1415")).toMatchObject([{ pointer: "/spec/ports", message: expect.stringContaining("SCTP") }]);
    expect([manual.servers, manual.kept, sctp.kept]).toEqual([
      { [POOL]: [] },
      [`my-cluster--${POOL}`],
      ["my-cluster--default-web-SCTP-80"],
    ]);
  });
});

it("no route leads to Pods, and none is missing", () => {
  const node = {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "n1" },
    spec: { podCIDR: "10.244.0.0/24" },
    status: { addresses: [{ type: "InternalIP", address: "10.0.0.1" }] },
  };
  const { objects, plan } = world(balanced(), pod("a", at(61000)), node);
  expect([objects.vrfcontext ?? [], plan.facts.missing]).toEqual([[], {}]);
});
