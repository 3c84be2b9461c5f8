import { describe, expect, it } from "vitest";
import type { PoolBody } from "../../../../../../resources/octavia/types";
import { readSpecs } from "../../../../../../sdk/frontends";
import { sharingConflict } from "../../../../../../sdk/targets/octavia/lower/sharing";
import { ingressStatus } from "../../../../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../../../../sdk/targets/octavia/translate";
import { node, service } from "../../../../../support/manifests";
import { loadBalancers } from "../../../../../support/planned";

const PREFIX = "loadbalancer.openstack.org/";
const translate = (objects: unknown[], more: Record<string, unknown> = {}) =>
  translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: { naming: "occm", subnet_id: "sub-1", ...more } });
const inputs = (objects: unknown[], more?: Record<string, unknown>) => loadBalancers(translate(objects, more))[0]?.inputs;
const codes = (plan: ReturnType<typeof translate>) => plan.statuses.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code));

function balanced(annotations: Record<string, string> = {}, fields: Record<string, unknown> = {}, name = "web") {
  const base = service(name, [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const full = Object.fromEntries(Object.entries(annotations).map(([key, value]) => [key.includes("/") ? key : PREFIX + key, value]));
  return { ...base, metadata: { ...base.metadata, annotations: full }, spec: { ...base.spec, ...fields } };
}
const nodes = [node("a", "192.168.1.1"), node("b", "192.168.1.2")];
const labelled = (name: string, labels: object, ready = "True") => ({
  ...node(name, "192.168.1.9"),
  metadata: { name, labels },
  status: { addresses: [{ type: "InternalIP", address: "192.168.1.9" }], conditions: [{ type: "Ready", status: ready }] },
});
const listener = (objects: unknown[], more?: Record<string, unknown>) => inputs(objects, more)?.loadBalancer.listeners?.[0];

describe("members are nodes", () => {
  const members = (objects: unknown[], more?: Record<string, unknown>) =>
    (listener(objects, more)?.default_pool as PoolBody | undefined)?.members;

  it("leaves out nodes that are not ready, excluded, or not selected", () => {
    const excluded = labelled("out", { "node.kubernetes.io/exclude-from-external-load-balancers": "" });
    expect(members([balanced(), excluded, labelled("down", {}, "False"), labelled("up", {})])).toMatchObject([{ name: "up" }]);
    const pool = [labelled("one", { pool: "lb", zone: "x" }), labelled("two", { pool: "other" })];
    expect(members([balanced({ "node-selector": "pool=lb,zone" }), ...pool])).toMatchObject([{ name: "one" }]);
    expect(members([balanced(), ...pool], { node_selector: "pool=other" })).toMatchObject([{ name: "two" }]);
  });

  it("takes an address of the first IP family, InternalIP before ExternalIP", () => {
    const both = {
      ...node("a"),
      status: {
        addresses: [
          { type: "ExternalIP", address: "203.0.113.1" },
          { type: "InternalIP", address: "192.168.1.1" },
          { type: "ExternalIP", address: "fd00::1" },
        ],
      },
    };
    expect(members([balanced(), both])).toMatchObject([{ address: "192.168.1.1" }]);
    expect(members([balanced({}, { ipFamilies: ["IPv6"] }), both])).toMatchObject([{ address: "fd00::1" }]);
  });

  it("asks kube-proxy which nodes have Pods with externalTrafficPolicy Local", () => {
    const local = { externalTrafficPolicy: "Local", healthCheckNodePort: 32000 };
    const monitored = balanced({ "enable-health-monitor": "true" }, local);
    expect(listener([monitored, ...nodes])?.default_pool).toMatchObject({
      healthmonitor: { type: "HTTP", url_path: "/healthz", expected_codes: "200" },
      members: [{ monitor_port: 32000 }, { monitor_port: 32000 }],
    });
    const ovn = listener([monitored, ...nodes], { lb_provider: "ovn", lb_method: "SOURCE_IP_PORT" });
    expect(ovn?.default_pool).toMatchObject({ healthmonitor: { type: "TCP" } });
    expect(JSON.stringify(ovn)).not.toContain("monitor_port");
    expect(codes(translate([balanced({}, local), ...nodes]))).toContain("LB1302");
  });
});

describe("session persistence", () => {
  it("is by source IP where the Service asks for sessionAffinity ClientIP, and none otherwise", () => {
    const pool = (sessionAffinity: string) => listener([balanced({}, { sessionAffinity }), ...nodes])?.default_pool;
    expect(pool("ClientIP")).toMatchObject({ session_persistence: { type: "SOURCE_IP" } });
    expect(pool("None")).not.toHaveProperty("session_persistence");
  });
});

describe("protocols", () => {
  const of = (annotations: Record<string, string>, fields?: Record<string, unknown>, more?: Record<string, unknown>) => {
    const found = listener([balanced(annotations, fields), ...nodes], more);
    return [found?.protocol, (found?.default_pool as PoolBody | undefined)?.protocol];
  };

  it("follow the annotations", () => {
    expect(of({ "proxy-protocol": "true" })).toEqual(["TCP", "PROXY"]);
    expect(of({ "proxy-protocol": "v2" })).toEqual(["TCP", "PROXYV2"]);
    expect(of({ "x-forwarded-for": "true" })).toEqual(["HTTP", "HTTP"]);
    expect(of({ "default-tls-container-ref": "https://b/v1/containers/1" })).toEqual(["TERMINATED_HTTPS", "HTTP"]);
    expect(of({}, {}, { default_tls_container_ref: "https://b/v1/secrets/1" })).toEqual(["TERMINATED_HTTPS", "HTTP"]);
  });

  it("leave UDP alone, which has neither TLS nor headers", () => {
    const ports = [{ port: 53, protocol: "UDP", nodePort: 30053 }];
    expect(of({ "default-tls-container-ref": "https://b/v1/containers/1", "proxy-protocol": "v1" }, { ports })).toEqual(["UDP", "UDP"]);
  });

  it("cannot have both headers and PROXY", () => {
    const plan = translate([balanced({ "proxy-protocol": "true", "x-forwarded-for": "true" }), ...nodes]);
    expect(loadBalancers(plan)).toEqual([]);
    expect(plan.statuses[0]).toMatchObject({ state: "rejected", description: expect.stringContaining("cannot be used together") });
  });
});

describe("networks", () => {
  const classes = { gold: { "floating-network-id": "net-gold", subnet_id: "sub-gold", "floating-subnet": "*gold*" } };

  it("come from the class, the annotations or the settings", () => {
    const gold = inputs([balanced({ class: "gold" }), ...nodes], { load_balancer_classes: classes });
    expect(gold).toMatchObject({
      loadBalancer: { vip_subnet_id: "sub-gold" },
      floatingIp: { floating_network_id: "net-gold", subnet_name: "*gold*" },
    });
    const annotated = inputs([
      balanced({ "floating-network-id": "n", "floating-subnet-id": "s", "subnet-id": "v", "keep-floatingip": "true" }),
    ]);
    expect(annotated).toMatchObject({
      loadBalancer: { vip_subnet_id: "v" },
      floatingIp: { floating_network_id: "n", subnet_ids: ["s"], keep: true },
    });
    expect(translate([balanced({ class: "silver" })]).statuses[0]?.description).toBe('invalid loadbalancer class "silver"');
    expect(translate([balanced(), ...nodes], { subnet_id: "" }).statuses[0]?.diagnostics[0]?.code).toBe("LB1405");
  });

  it("come from the class first for a VIP with a floating IP, from the annotation first for the members and for an internal VIP", () => {
    const settings = {
      subnet_id: "",
      load_balancer_classes: { gold: { subnet_id: "sub-gold", network_id: "net-gold", floating_network_id: "f" } },
    };
    const placesOf = (more: Record<string, string>, fields?: Record<string, unknown>) => {
      const { loadBalancer } = inputs([balanced({ class: "gold", ...more }, fields), ...nodes], settings) ?? {};
      const [listener] = loadBalancer?.listeners ?? [];
      const members = JSON.stringify(listener?.default_pool).match(/"subnet_id":"([^"]*)"/)?.[1];
      return [loadBalancer?.vip_subnet_id, loadBalancer?.vip_network_id, members];
    };
    const own = { "subnet-id": "own", "network-id": "net" };
    expect(placesOf(own)).toEqual(["sub-gold", "net-gold", "own"]);
    expect(placesOf(own, { ipFamilies: ["IPv6"] }).slice(0, 2)).toEqual(["sub-gold", "net-gold"]);
    const internal = { "service.beta.kubernetes.io/openstack-internal-load-balancer": "true" };
    expect(placesOf({ ...own, ...internal })).toEqual(["own", "net", "own"]);
    expect(placesOf(internal)).toEqual(["sub-gold", "net-gold", "sub-gold"]);
    expect(placesOf({ "port-id": "port" })).toEqual([undefined, undefined, "sub-gold"]);
  });

  it("stay inside for internal Services, whose loadBalancerIP is the VIP", () => {
    const internal = { "service.beta.kubernetes.io/openstack-internal-load-balancer": "true" };
    const found = inputs([balanced(internal, { loadBalancerIP: "192.168.1.50" })], { floating_network_id: "net" });
    expect(found?.loadBalancer.vip_address).toBe("192.168.1.50");
    expect(found?.floatingIp).toBeUndefined();
    expect(inputs([balanced({}, { ipFamilies: ["IPv6"] })], { floating_network_id: "net" })?.floatingIp).toBeUndefined();
    expect(codes(translate([balanced()]))).toContain("LB1409");
  });
});

describe("annotations", () => {
  it("that cannot be used are reported, their defaults taken", () => {
    const plan = translate([balanced({ "connection-limit": "many", "x-forwarded-for": "yes", "lb-method": "BEST" }), ...nodes]);
    expect(codes(plan).filter((code) => code === "LB1403")).toHaveLength(3);
    expect(loadBalancers(plan)[0]?.inputs.loadBalancer.listeners?.[0]).toMatchObject({ connection_limit: -1, protocol: "TCP" });
  });

  it("that cannot be used are reported once, however many ports the Service has", () => {
    const ports = [80, 81].map((port) => ({ name: `p${port}`, port, nodePort: 30000 + port }));
    expect(
      codes(translate([balanced({ "timeout-client-data": "1 min" }, { ports }), ...nodes])).filter((code) => code === "LB1403"),
    ).toHaveLength(1);
  });

  it("with our prefix that nobody reads are warnings", () => {
    const [messages] =
      translate([balanced({ "proxy-protcol": "true" }), ...nodes], { floating_network_id: "n" }).statuses[0]?.diagnostics ?? [];
    expect(messages).toMatchObject({ code: "LB1007", severity: "warning" });
  });

  it("that nobody reads are named", () => {
    expect(codes(translate([balanced({ "something-else": "1" })]))).toContain("LB1007");
  });
});

describe("shared load balancers", () => {
  it("take as many Services as allowed, each with ports of its own", () => {
    const share = { "load-balancer-id": "6c1b" };
    const on = (name: string, port: number) => balanced(share, { ports: [{ port, nodePort: 30000 + port }] }, name);
    const plan = translate([on("a", 80), on("b", 80), on("c", 81), on("d", 82), ...nodes]);
    expect(loadBalancers(plan).map(({ name }) => name)).toEqual(["kube_service_kubernetes_default_a", "kube_service_kubernetes_default_c"]);
    expect(plan.statuses.map(({ description }) => description)).toEqual([
      "",
      "the listener port 80 already exists",
      "",
      "load balancer 6c1b already shared with 2 Services",
    ]);
    expect(loadBalancers(plan)[0]?.inputs.loadBalancer).not.toHaveProperty("vip_subnet_id");
  });

  it("let a Service keep the listeners that carry its tag, or that its own load balancer has without one", () => {
    const ports = [{ protocol: "TCP" as const, protocol_port: 80 }];
    const at = { id: "6c1b", service: "mine", shared: 1 };
    expect(sharingConflict(ports, { ...at, present: [{ ...ports[0]!, tags: ["mine"] }] })).toBeUndefined();
    expect(sharingConflict(ports, { ...at, owner: true, present: ports })).toBeUndefined();
    expect(sharingConflict(ports, { ...at, present: ports })).toBe("the listener port 80 already exists");
  });
});

describe("the address a Service shows", () => {
  it("is the annotated host, a name made of the address, or the address", () => {
    expect(ingressStatus("203.0.113.7", { hostname: "web.example.com", proxy: true })).toEqual({ hostname: "web.example.com" });
    expect(ingressStatus("203.0.113.7", { proxy: true, suffix: "nip.io" })).toEqual({ hostname: "203.0.113.7.nip.io" });
    expect(ingressStatus("203.0.113.7", { proxy: true })).toEqual({ ip: "203.0.113.7", ipMode: "Proxy" });
    expect(ingressStatus("203.0.113.7")).toEqual({ ip: "203.0.113.7", ipMode: "VIP" });
  });
});
