import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownerNames } from "../../../sdk/specs/object";
import { TARGETS, type TargetName } from "../../../sdk/targets";
import { endpoints, ingress, service } from "../../support/manifests";
import { network, pod, subnet, vpc } from "../../support/mizar";
import { translateTo } from "../../support/planned";
import { draws } from "../../support/tier";
import { unique } from "../../unit/property/arbitraries";
import { contourObjects } from "../../unit/property/contour-arbitraries";

const run = (to: TargetName, objects: unknown[], settings: Record<string, unknown> = {}) =>
  translateTo(to, { objects: objects.map((value) => ({ value })), diagnostics: [] }, settings);

const only = (to: TargetName, objects: unknown[], settings?: Record<string, unknown>) => {
  const { statuses } = run(to, objects, settings);
  return statuses.map(({ object, state, description }) => [object.kind, object.name, state, description !== ""]);
};

describe("the state of an object", () => {
  const sctp = { port: 132, protocol: "SCTP" };

  it("is rejected when Avi can balance none of its ports, partial when it can balance some", () => {
    expect(only("avi", [service("s", [sctp], "LoadBalancer")])).toEqual([["Service", "s", "rejected", true]]);
    const mixed = [
      service(
        "s",
        [
          { name: "a", port: 80 },
          { name: "b", ...sctp },
        ],
        "LoadBalancer",
      ),
      endpoints("s", ["10.0.0.1"], 80),
    ];
    expect(only("avi", mixed)).toEqual([["Service", "s", "partial", true]]);
  });

  it("is rejected when the only port of a Service is left out on Octavia, and no load balancer without listeners is made", () => {
    const settings = { service_subnet_id: "s", octavia_version: "2.15" };
    const objects = [service("s", [sctp])];
    expect(only("octavia", objects, settings)).toEqual([["Service", "s", "rejected", true]]);
    expect(run("octavia", objects, settings).owners).toEqual({});
  });

  it("is rejected when the only thing left of its host would be a redirect to nobody", () => {
    const reencrypt = {
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { name: "r" },
      spec: {
        host: "a.com",
        to: { kind: "Service", name: "web" },
        tls: { termination: "reencrypt", insecureEdgeTerminationPolicy: "Redirect", certificate: "CERT", key: "KEY" },
      },
    };
    const settings = { service_subnet_id: "s", octavia_version: "2.7" };
    const { statuses, owners } = run(
      "octavia",
      [reencrypt, service("web", [80], "ExternalName"), endpoints("web", ["10.0.0.1"], 80)],
      settings,
    );
    expect(statuses.find(({ object }) => object.kind === "Route")).toMatchObject({
      state: "rejected",
      description: expect.stringMatching(/TLS/),
    });
    expect(owners).toEqual({});
  });

  it("says why nothing came of an object though nobody had a complaint", () => {
    const { statuses } = run("routes", [ingress({ name: "i", rules: [] })]);
    expect(statuses).toMatchObject([{ state: "rejected", diagnostics: [{ code: "LB1110" }] }]);
  });
});

const port = fc.record({ port: fc.constantFrom(80, 81, 132), protocol: fc.constantFrom("TCP", "UDP", "SCTP") });
const services = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("s", "t", "u"),
    ports: fc.uniqueArray(port, { maxLength: 2, selector: (one) => `${one.port} ${one.protocol}` }),
    type: fc.constantFrom("ClusterIP", "LoadBalancer", "ExternalName"),
    annotations: fc.constantFrom(
      {},
      { "loadbalancer.openstack.org/proxy-protocol": "true", "loadbalancer.openstack.org/x-forwarded-for": "true" },
    ),
    ranges: fc.constantFrom([], ["10.0.0.0/8"], ["anything"]),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);
const others = services.map((list) =>
  list.map(({ name, ports, type, annotations, ranges }) => {
    const named = ports.map((one) => ({ ...one, name: `${one.protocol.toLowerCase()}-${one.port}` }));
    const given = service(name, named, type);
    return { ...given, metadata: { ...given.metadata, annotations }, spec: { ...given.spec, loadBalancerSourceRanges: ranges } };
  }),
);
const topology = [vpc("v", "10.0.0.0", 16), vpc("w", "10.0.0.1", 16), subnet("n", "v", "10.0.0.0", 28), subnet("o", "w", "10.0.0.0", 28)];
const nets = ["v", "w", "none"].map((of) => network(of, of));
const pods = fc
  .uniqueArray(fc.record({ name: fc.constantFrom("p", "q"), net: fc.constantFrom("v", "w", "none", null) }), {
    selector: ({ name }) => name,
  })
  .map((list) => list.map(({ name, net }) => pod(name, { net, nic: net === "v" ? { ip: "10.0.0.5" } : undefined })));
const settings = fc.record({
  naming: fc.constantFrom("kuryr", "occm"),
  octavia_version: fc.constantFrom("2.30", "2.7", "2.4"),
  provider: fc.constantFrom("amphora", "ovn"),
  controllerVersion: fc.constantFrom("18.2.2", "22.1.2"),
  subnet_id: fc.constantFrom("s", ""),
  subDomains: fc.constantFrom([], [".com"]),
});
/** Types whose objects serve somebody by themselves; a shared virtual service is there for others too. */
const SERVING = /^(pool|loadbalancers|virtualHosts|networks|vpcs|subnets|pods|services)\//;

describe.each(Object.keys(TARGETS) as TargetName[])("--to %s", (to) => {
  it("calls nothing ready of which nothing came or that has an error, and gives a reason for all else", () => {
    const objects = fc.tuple(unique, contourObjects, others, pods).map((parts) => [...parts.flat(), ...topology, ...nets]);
    fc.assert(
      fc.property(objects, settings, (given, chosen) => {
        const keys = to === "octavia" ? ["naming", "octavia_version", "provider", "subnet_id"] : ["controllerVersion", "subDomains"];
        const own = Object.fromEntries(Object.entries(chosen).filter(([key]) => keys.includes(key)));
        const { statuses, owners } = run(to, given, to === "mizar" || to === "routes" ? {} : own);
        const served = new Set(Object.entries(owners).flatMap(([id, names]) => (SERVING.test(id) ? names : [])));
        for (const { object, state, description, diagnostics } of statuses) {
          if (/valid|orphaned/i.test(state)) continue;
          const faulty = diagnostics.some(({ severity }) => severity === "error");
          if (state === "ready") expect([object, served.has(ownerNames([object])[0]!), faulty]).toEqual([object, true, false]);
          if (state === "partial") expect([object, served.has(ownerNames([object])[0]!)]).toEqual([object, true]);
          if (state !== "ready") expect([object, description]).not.toEqual([object, ""]);
        }
      }),
      { numRuns: draws(300) },
    );
  });
});
