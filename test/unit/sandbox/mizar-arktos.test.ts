import { describe, expect, it } from "vitest";
import { anyRange, makeVpc, NetworkMemory, reconcileNetwork, VpcRanges } from "../../../sandbox/mizar/arktos/networks";
import { admitted, furnish, placePod, placeService, refusalOf } from "../../../sandbox/mizar/arktos/placement";
import { PermanentFailure, TemporaryFailure } from "../../../sandbox/mizar/engine/kopf";
import type { OperatorSettings } from "../../../sandbox/mizar/settings";
import { SeededRandom } from "../../../sandbox/shared/random";
import { contextOf, created, droplet, network, object, provisioned, written } from "./mizar-world";

const inTenant = (metadata = {}) => ({ metadata: { tenant: "te1", namespace: undefined, ...metadata } });
const net = (spec: { [field: string]: unknown }, status = {}, metadata = {}) =>
  object("Network", "default", spec, { ...inTenant(metadata), status });
const arktos = (objects: Parameters<typeof contextOf>[0], settings: Partial<OperatorSettings> = {}) =>
  contextOf(objects, { tenants: true, ...settings });
const statusOf = (step: { actions: Parameters<typeof written>[0] }) => written(step.actions, "Network", "default")[0];

describe("the phase of a Network", () => {
  const dns = (clusterIP?: string) =>
    object("Service", "kube-dns-default", { clusterIP }, { metadata: { tenant: "te1", namespace: "kube-system" } });

  it("begins with a DNS Service and a way to the API server", () => {
    const { actions, again } = reconcileNetwork(net({ type: "mizar" }), arktos([]));
    expect(created(actions, "Service").map(({ metadata: { name, namespace, labels }, spec }) => [name, namespace, labels, spec])).toEqual([
      [
        "kube-dns-default",
        "kube-system",
        { "arktos.futurewei.com/network": "default", "k8s-app": "kube-dns-default" },
        expect.objectContaining({ selector: { "k8s-app": "kube-dns-default" } }),
      ],
      [
        "kubernetes-default",
        "default",
        expect.anything(),
        expect.objectContaining({ ports: [expect.objectContaining({ targetPort: 6443 })] }),
      ],
    ]);
    expect(created(actions, "Deployment").map(({ metadata }) => metadata.name)).toEqual(["coredns-default"]);
    expect(again).toBeGreaterThan(0);
  });

  it.each([
    ["mizar", {}, undefined, { phase: "Pending", message: "waiting for DNS service IP assigned" }],
    ["mizar", { phase: "Pending" }, undefined, undefined],
    ["mizar", {}, "6.7.8.9", { phase: "Ready", message: "DNS service IP allocated", dnsServiceIP: "6.7.8.9" }],
    ["mizar", { phase: "Pending" }, "6.7.8.9", { phase: "Ready", message: "DNS service IP allocated", dnsServiceIP: "6.7.8.9" }],
    ["vpc", { phase: "Pending", dnsServiceIP: "1.2.3.4" }, undefined, { phase: "Ready", message: "DNS service IP allocated" }],
    ["mizar", { dnsServiceIP: "1.2.3.4" }, undefined, { phase: "Ready", message: "DNS service IP allocated" }],
    ["mizar", { phase: "Ready", dnsServiceIP: "1.2.3.4" }, "6.7.8.9", undefined],
    ["mizar", { phase: "Failed", dnsServiceIP: "1.2.3.4" }, undefined, undefined],
    ["flat", {}, "6.7.8.9", { phase: "Ready", message: "DNS service ready; network ready", dnsServiceIP: "6.7.8.9" }],
    ["flat", { dnsServiceIP: "1.2.3.4" }, undefined, undefined],
  ])("of type %s with status %j and DNS address %s becomes %j", (type, status, ip, expected) => {
    const step = reconcileNetwork(net({ type }, status), arktos([dns(ip)]));
    expect(statusOf(step)).toEqual(expected && { status: expected });
    expect(statusOf(reconcileNetwork(net({ type }, status), arktos([dns()], { dnsServiceClusterIP: ip })))).toEqual(statusOf(step));
  });

  it("is Terminating while something holds it", () => {
    const going = (status = {}) => net({ type: "mizar" }, status, { deletionTimestamp: "2026-01-01T00:00:00Z" });
    expect(statusOf(reconcileNetwork(going(), arktos([])))).toEqual({
      status: { phase: "Terminating", message: "waiting for resource cleanup" },
    });
    expect(reconcileNetwork(going({ phase: "Terminating" }), arktos([])).actions).toEqual([]);
  });
});

describe("the Vpc and Subnet of a mizar Network", () => {
  const gate = { featureGates: { MizarVPCRangeNoOverlap: true }, vpcRange: [11, 12] as const };

  it("are made once, with the number of bouncers under the wrong key", () => {
    const [context, memory] = [arktos([], gate), new NetworkMemory()];
    const one = net({ type: "mizar", vpcID: "v" });
    const step = makeVpc(one, context, memory);
    expect(created(step.actions, "Vpc")[0]).toEqual({
      ...{ kind: "Vpc", metadata: { name: "v" } },
      spec: { ip: "11.0.0.0", prefix: "16", dividers: 1, status: "Init" },
    });
    expect(created(step.actions, "Subnet")[0]).toEqual({
      ...{ kind: "Subnet", metadata: { name: "v-subnet" } },
      spec: { ip: "11.0.0.0", prefix: "18", dividers: 1, vpc: "v", status: "Init" },
    });
    step.remember?.();
    expect(makeVpc(one, context, memory).actions).toEqual([]);
    expect(created(makeVpc(net({ type: "mizar", vpcID: "w" }), context, memory).actions, "Vpc")[0]?.spec).toMatchObject({ ip: "11.1.0.0" });
  });

  it("are not made for other types, nor when there is no range left", () => {
    expect(makeVpc(net({ type: "flat", vpcID: "v" }), arktos([], gate), new NetworkMemory()).actions).toEqual([]);
    const full = arktos([provisioned("Vpc", "last", { ip: "12.255.0.0" })], gate);
    const memory = new NetworkMemory();
    const one = net({ type: "mizar", vpcID: "v" });
    expect(() => makeVpc(one, full, memory)).toThrow(PermanentFailure);
    expect(makeVpc(one, full, memory).actions).toEqual([]);
  });

  it("have ranges after the highest used, and never Mizar's own", () => {
    const ranges = new VpcRanges(19, 21, ["19.254.0.0", "20.3.0.0", "99.0.0.0"]);
    expect([ranges.take(), ranges.take()]).toEqual(["19.255.0.0", "21.0.0.0"]);
    const random = new SeededRandom(7);
    const any = Array.from({ length: 500 }, () => Number(anyRange(random).split(".")[0]));
    expect([Math.min(...any) >= 11, Math.max(...any) <= 99, any.includes(20)]).toEqual([true, true, false]);
  });
});

describe("a new tenant", () => {
  const tenant = object("Tenant", "t1", {}, { metadata: { namespace: undefined } });
  const template = '{"metadata":{"name":"default","tenant":"other"},"spec":{"type":"mizar","vpcID":"{{.}}-12345"}}';

  it("gets namespaces, an administrator, and a Network from the template", () => {
    const seen = new Set<string>();
    const step = furnish(tenant, arktos([], { networkTemplate: template }), seen);
    expect(created(step.actions, "Namespace").map(({ metadata }) => metadata)).toEqual(
      ["default", "kube-system", "kube-public"].map((name) => ({ name, tenant: "t1" })),
    );
    expect(created(step.actions, "ClusterRole")[0]?.metadata).toEqual({ name: "admin-role", tenant: "t1" });
    expect(created(step.actions, "Network")).toEqual([
      { kind: "Network", metadata: { name: "default", tenant: "t1" }, spec: { type: "mizar", vpcID: "t1-12345" } },
    ]);
    step.remember?.();
    expect(furnish(tenant, arktos([], { networkTemplate: template }), seen).actions).toEqual([]);
  });

  it("gets no Network without a template, and nothing when it is going", () => {
    expect(created(furnish(tenant, arktos([]), new Set()).actions, "Network")).toEqual([]);
    const going = object("Tenant", "t2", {}, { status: { phase: "Terminating" } });
    expect(furnish(going, arktos([], { networkTemplate: template }), new Set()).actions).toEqual([]);
    expect(() => furnish(tenant, arktos([], { networkTemplate: "{" }), new Set())).toThrow(PermanentFailure);
  });
});

describe("placement by the tenant's default Network", () => {
  const ready = (spec = {}) => net({ type: "mizar", vpcID: "v", ...spec }, { phase: "Ready" });
  const pod = (annotations = {}, status = {}, spec = {}) => object("Pod", "p", spec, { metadata: { tenant: "te1", annotations }, status });
  const service = (spec = {}, annotations = {}) => object("Service", "s", spec, { metadata: { tenant: "te1", annotations } });
  const both = { "mizar.com/vpc": "v", "mizar.com/subnet": "v-subnet" };
  const cluster = () => {
    const moved = [droplet, ...network("v", "5", { "v-subnet": ["11.0.0.0", "18"] })];
    for (const each of moved) each.metadata.tenant = "system";
    return moved;
  };

  it("writes both annotations where there is none", () => {
    const annotations = (step: { actions: Parameters<typeof written>[0] }, kind: "Pod" | "Service", name: string) =>
      written(step.actions, kind, name);
    expect(annotations(placePod(pod(), arktos([ready()])), "Pod", "p")).toEqual([{ metadata: { annotations: both } }]);
    expect(annotations(placeService(service(), arktos([ready()])), "Service", "s")).toEqual([{ metadata: { annotations: both } }]);
    expect(annotations(placePod(pod(), arktos([ready({ vpcID: "" })])), "Pod", "p")).toEqual([
      { metadata: { annotations: { "mizar.com/vpc": "te1-default-network", "mizar.com/subnet": "-subnet" } } },
    ]);
  });

  it("waits for the Network, and leaves other types and nodes' own Pods alone", () => {
    expect(() => placePod(pod(), arktos([]))).toThrow(new TemporaryFailure('network.arktos.futurewei.com "default" not found'));
    expect(() => placePod(pod(), arktos([net({ type: "mizar" })]))).toThrow(
      new TemporaryFailure("The arktos network default is not Ready."),
    );
    expect(placePod(pod(), arktos([net({ type: "flat" })])).actions).toEqual([]);
    expect(placePod(pod({}, {}, { hostNetwork: true }), arktos([])).actions).toEqual([]);
  });

  it("does not finish what somebody began", () => {
    const node = { hostIP: "172.18.0.3", phase: "Pending" };
    expect(() => placePod(pod({ "mizar.com/vpc": "v" }, node), arktos([ready()]))).toThrow(
      new PermanentFailure("Missing Subnet annotation"),
    );
    expect(() => placePod(pod({ "mizar.com/subnet": "s" }, node), arktos([ready()]))).toThrow(
      new PermanentFailure("Missing VPC annotation"),
    );
    expect(() => placePod(pod(both), arktos([ready()]))).toThrow(new TemporaryFailure("Missing hostIP during pod create or update"));
    expect(placeService(service({}, { "mizar.com/vpc": "v" }), arktos([ready()])).actions).toEqual([]);
  });

  it("makes endpoints with the tenant in their names; a Service without address gets that of its endpoint", () => {
    const context = arktos([...cluster(), ready()]);
    const [simple] = created(placePod(pod(both, { hostIP: "172.18.0.3", phase: "Pending" }), context).actions, "Endpoint");
    expect(simple).toMatchObject({ metadata: { name: "p-default-te1-eth0" }, spec: { vpc: "v", net: "v-subnet", ip: "11.0.0.2" } });
    const [scaled] = created(placeService(service({}, both), context).actions, "Endpoint");
    expect(scaled).toMatchObject({ metadata: { name: "s-default-te1" }, spec: { type: "scaled", ip: "11.0.0.3" } });
    const existing = object("Endpoint", "s-default-te1", { ip: "11.0.0.3" }, { metadata: { tenant: "system" } });
    const served = arktos([...cluster(), ready(), existing]);
    expect(written(placeService(service({}, both), served).actions, "Service", "s")).toEqual([{ spec: { clusterIP: "11.0.0.3" } }]);
    expect(placeService(service({ clusterIP: "10.0.0.9" }, both), served).actions).toEqual([]);
  });
});

describe("admission on Arktos", () => {
  const label = (value: string) => ({ metadata: { labels: { "arktos.futurewei.com/network": value } } });

  it("refuses a Deployment whose Pods name another Network", () => {
    expect(refusalOf("Deployment", { ...label("a"), spec: { template: label("b") } })).toBe(
      "invalid deployment with conflicting network label",
    );
    expect(refusalOf("Deployment", { ...label("a"), spec: { template: {} } })).toBeDefined();
    expect(refusalOf("Deployment", { ...label("a"), spec: { template: label("a") } })).toBeUndefined();
    expect(refusalOf("Pod", label("a"))).toBeUndefined();
  });

  it("marks Pods as not ready where that is asked for", () => {
    const marked = { metadata: { name: "p", annotations: { "arktos.futurewei.com/network-readiness": "false" } } };
    expect(admitted("Pod", { metadata: { name: "p" } }, true)).toEqual(marked);
    expect(admitted("Pod", { metadata: { name: "p" } }, false)).toEqual({ metadata: { name: "p" } });
    expect(admitted("Pod", { metadata: {}, spec: { hostNetwork: true } }, true)).toEqual({ metadata: {}, spec: { hostNetwork: true } });
    const set = { metadata: { annotations: { "arktos.futurewei.com/network-readiness": "true" } } };
    expect(admitted("Pod", set, true)).toEqual(set);
  });
});
