import { describe, expect, it } from "vitest";
import { TemporaryFailure } from "../../../sandbox/mizar/engine/kopf";
import { AddressPool, rangeOf } from "../../../sandbox/mizar/memory";
import { endpointWorkflows } from "../../../sandbox/mizar/workflows/endpoint";
import {
  endpointsUpdate,
  podCreate,
  podDelete,
  runPod,
  serviceCreate,
  serviceDelete,
} from "../../../sandbox/mizar/workflows/pods-and-services";
import { contextOf, created, deleted, droplet, network, object, provisioned, written } from "./mizar-world";

const cluster = () => [
  droplet,
  ...network("vpc0", "1", { net0: ["10.20.0.0", "16"] }),
  ...network("vpc1", "9", { net1: ["12.2.0.0", "16"], net2: ["12.3.0.0", "29"] }),
];

const pod = (
  name: string,
  annotations: { [name: string]: string } = {},
  status: object = { hostIP: "172.18.0.3", phase: "Pending" },
  spec = {},
) => object("Pod", name, spec, { metadata: { annotations }, status: status as never });
const service = (name: string, spec: { [field: string]: unknown }, annotations: { [name: string]: string } = {}) =>
  object("Service", name, spec, { metadata: { annotations } });
const endpointOf = (step: { actions: Parameters<typeof created>[0] }) => created(step.actions, "Endpoint")[0];

describe("addresses of a subnet", () => {
  it("are given out upwards, the last one too, and never a second time", () => {
    const pool = new AddressPool(rangeOf("10.0.0.0", "29"));
    pool.mark("10.0.0.4");
    expect([1, 2, 3, 4, 5].map(() => pool.allocate())).toEqual(["10.0.0.2", "10.0.0.3", "10.0.0.5", "10.0.0.6", "10.0.0.7"]);
    expect(() => pool.allocate()).toThrow(new Error(""));
  });
});

describe("a Pod", () => {
  it("without annotations goes to the default subnet", () => {
    expect(endpointOf(podCreate(pod("p0"), contextOf(cluster())))).toEqual({
      kind: "Endpoint",
      metadata: { name: "p0-default--eth0" },
      spec: expect.objectContaining({
        ...{ type: "simple", status: "Init", vpc: "vpc0", net: "net0", ip: "10.20.0.2", vni: "1", droplet: "worker", hostip: "172.18.0.3" },
        ...{ pod: "p0", itf: "eth-1ded448e", veth: "veth-1ded448e" },
      }),
    });
  });

  it.each([
    [{ "mizar.com/vpc": "vpc1" }, { vpc: "vpc1", net: "net1", ip: "12.2.0.2", vni: "9" }],
    [
      { "mizar.com/vpc": "vpc1", "mizar.com/subnet": "net2" },
      { vpc: "vpc1", net: "net2", ip: "12.3.0.2" },
    ],
    [{ "mizar.com/subnet": "net2" }, { vpc: "vpc0", net: "net0" }],
  ])("with %j goes to %j", (annotations, place) => {
    expect(endpointOf(podCreate(pod("p", annotations), contextOf(cluster())))?.spec).toMatchObject(place);
  });

  it.each([
    [{ "mizar.com/vpc": "no" }, "VPC no of pod p does not exist!"],
    [{ "mizar.com/vpc": "vpc1", "mizar.com/subnet": "no" }, "Subnet no of pod p does not exist!"],
    [{ "mizar.com/vpc": "vpc1", "mizar.com/subnet": "net0" }, "Subnet net0 of pod p does not belong to VPC vpc1"],
    [{ "mizar.com/vpc": "bare" }, "VPC bare has no subnets to allocate pod p!"],
  ])("with %j waits: %s", (annotations, message) => {
    const context = contextOf([...cluster(), ...network("bare", "5", {})]);
    expect(() => podCreate(pod("p", annotations), context)).toThrow(new TemporaryFailure(message));
  });

  it("waits for a node and for its droplet", () => {
    expect(() => podCreate(pod("p", {}, {}), contextOf(cluster()))).toThrow(new TemporaryFailure("Pod spec not ready."));
    const elsewhere = pod("p", {}, { hostIP: "1.2.3.4", phase: "Pending" });
    expect(() => podCreate(elsewhere, contextOf(cluster()))).toThrow(new TemporaryFailure("Droplet not yet created."));
  });

  it("that runs, has an endpoint, or lives on the node's network is left alone", () => {
    const existing = contextOf([...cluster(), provisioned("Endpoint", "p-default--eth0", { net: "net0" })]);
    expect(podCreate(pod("p"), existing).actions).toEqual([]);
    expect(podCreate(pod("p", {}, { hostIP: "172.18.0.3", phase: "Running" }), contextOf(cluster())).actions).toEqual([]);
    expect(podCreate(pod("p", {}, {}, { hostNetwork: true }), contextOf(cluster())).actions).toEqual([]);
    expect(deleted(podDelete(pod("p"), existing).actions)).toEqual(["p-default--eth0"]);
    expect(podDelete(pod("q"), existing).actions).toEqual([]);
  });

  it("fails for good when the subnet is full", () => {
    const context = contextOf(cluster());
    const place = { "mizar.com/vpc": "vpc1", "mizar.com/subnet": "net2" };
    const ips = [1, 2, 3, 4, 5, 6].map((n) => endpointOf(podCreate(pod(`p${n}`, place), context))?.spec);
    expect(ips.at(-1)).toMatchObject({ ip: "12.3.0.7" });
    expect(() => podCreate(pod("p7", place), context)).toThrow(new Error(""));
  });
});

describe("an Endpoint in Init", () => {
  const simple = (spec = {}) =>
    object("Endpoint", "e", { type: "simple", status: "Init", droplet: "worker", net: "net1", ip: "12.2.0.9", ...spec });

  it("gets gateway and prefix, and an address where it has none", () => {
    const { actions } = endpointWorkflows.init(simple({ ip: "" }), contextOf(cluster()), []);
    expect(written(actions, "Endpoint", "e")).toEqual([{ spec: { ip: "12.2.0.2", gw: "12.2.0.1", prefix: "16", status: "Provisioned" } }]);
    expect(written(endpointWorkflows.init(simple({ type: "host" }), contextOf(cluster()), []).actions, "Endpoint", "e")).toEqual([
      { spec: expect.objectContaining({ prefix: "32", ip: "12.2.0.9" }) },
    ]);
  });

  it("waits for a bouncer; a scaled one needs no droplet", () => {
    const bare = cluster().filter(({ kind }) => kind !== "Bouncer");
    expect(() => endpointWorkflows.init(simple(), contextOf(bare), [])).toThrow(
      new TemporaryFailure("EP create e: bouncers not yet ready for net net1"),
    );
    expect(() => endpointWorkflows.init(simple({ droplet: "no" }), contextOf(cluster()), [])).toThrow(TemporaryFailure);
    expect(endpointWorkflows.init(simple({ type: "scaled", droplet: "" }), contextOf(cluster()), []).actions).toHaveLength(1);
  });
});

describe("a Service", () => {
  it("gets a scaled endpoint with its address, in its VPC or not", () => {
    const step = serviceCreate(service("s", { clusterIP: "10.96.0.7" }, { "mizar.com/vpc": "vpc1" }), contextOf(cluster()));
    expect(endpointOf(step)).toMatchObject({
      metadata: { name: "s-default" },
      spec: {
        type: "scaled",
        vpc: "vpc1",
        net: "net1",
        ip: "10.96.0.7",
        mac: expect.stringMatching(/^a5:5b:00(:[0-9a-f]{2}){3}$/),
        droplet: "",
      },
    });
  });

  it("without address gets one of the subnet", () => {
    expect(endpointOf(serviceCreate(service("s", {}), contextOf(cluster())))?.spec).toMatchObject({ ip: "10.20.0.2", net: "net0" });
  });

  it("that has none by its nature fails for good", () => {
    expect(() => serviceCreate(service("s", { clusterIP: "None" }), contextOf(cluster()))).toThrow("'None' does not appear");
    expect(() => serviceCreate(service("s", { type: "ExternalName" }), contextOf(cluster()))).toThrow("'clusterIP'");
  });

  it("takes its endpoint along, but not on Arktos as it is", () => {
    const tenant = { metadata: { tenant: "t" } };
    const existing = [provisioned("Endpoint", "s-default", {}), object("Endpoint", "s-default-t", {}, { metadata: { tenant: "system" } })];
    expect(deleted(serviceDelete(service("s", {}), contextOf(existing)).actions)).toEqual(["s-default"]);
    expect(deleted(serviceDelete(object("Service", "s", {}, tenant), contextOf(existing, { tenants: true })).actions)).toEqual([
      "s-default-t",
    ]);
    expect(serviceDelete(object("Service", "s", {}, tenant), contextOf(existing, { tenants: true, mode: "head" })).actions).toEqual([]);
  });

  it("has the ready addresses behind its endpoint, once there is a bouncer", () => {
    const scaled = provisioned("Endpoint", "s-default", { type: "scaled", net: "net1" });
    const ports = [
      { port: 80, targetPort: 8080 },
      { port: 53, protocol: "UDP" },
    ];
    const endpoints = object("Endpoints", "s", {}, { subsets: [{ addresses: [{ ip: "12.2.0.4" }, { ip: "12.2.0.5" }] }] });
    const context = contextOf([...cluster(), scaled, service("s", { ports })]);
    endpointsUpdate(endpoints, context);
    expect(context.memory.backends.get("s-default")).toEqual({
      addresses: ["12.2.0.4", "12.2.0.5"],
      ports: ["80,6 -> 8080", "53,17 -> 53"],
    });
    const bare = contextOf([...cluster().filter(({ kind }) => kind !== "Bouncer"), scaled]);
    expect(() => endpointsUpdate(endpoints, bare)).toThrow(
      new TemporaryFailure("Task: k8sEndpointsUpdate Endpoint: s-default bouncers not yet provisioned."),
    );
  });
});

describe("the node of a Pod", () => {
  it("takes it, and runs it once its endpoint is provisioned", () => {
    expect(runPod(pod("p", {}, {}), contextOf(cluster())).actions).toEqual([
      expect.objectContaining({ with: { status: { phase: "Pending", hostIP: "172.18.0.3" } }, subresource: "status" }),
    ]);
    expect(runPod(pod("p"), contextOf(cluster()))).toEqual({ actions: [], again: 100 });
    const ready = contextOf([...cluster(), provisioned("Endpoint", "p-default--eth0", { ip: "10.20.0.2" })]);
    expect(runPod(pod("p"), ready).actions).toEqual([
      expect.objectContaining({ with: { status: expect.objectContaining({ phase: "Running", podIP: "10.20.0.2" }) } }),
    ]);
    expect(runPod(pod("p", { "arktos.futurewei.com/network-readiness": "false" }), ready).actions).toEqual([]);
    expect(runPod(pod("p", {}, {}), contextOf(cluster(), { kubelet: false })).actions).toEqual([]);
  });
});
