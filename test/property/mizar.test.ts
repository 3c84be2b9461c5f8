import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAddress } from "../../kinds/mizar/addresses";
import { gatewayOf, holds, parseBlock } from "../../sdk/mizar/addresses";
import { cidrMap } from "../../sdk/mizar/cidr-map";
import { endpoint, network, pod, service, subnet, translate, vpc } from "../support/mizar";
import { garbage } from "./arbitraries";

const topology = [
  vpc("v", "10.0.0.0", 16),
  vpc("w", "10.0.0.0", 16),
  subnet("a", "v", "10.0.0.0", 29),
  subnet("b", "v", "10.0.1.0", 28),
  subnet("c", "w", "10.0.0.0", 28),
  subnet("off", "w", "11.0.0.0", 24),
  network("n1", "v"),
  network("n2", "v"),
  network("n3", "w"),
  network("default", "w", { service: { ipam: "External" } }),
  network("flat", undefined, { type: "flat" }),
  network("n1", "w", {}, "customerB"),
];

const ip = fc
  .tuple(fc.constantFrom("10.0.0", "10.0.1", "11.0.0", "10.0.9"), fc.integer({ min: 0, max: 17 }))
  .map(([net, host]) => `${net}.${host}`);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const nic = fc.record({ subnet: maybe(fc.constantFrom("a", "b", "c", "off", "x", "10.0.1.0/28")), ip: maybe(ip) });
const name = fc.constantFrom("p", "q", "r", "s", "t", "p-q");
const net = fc.constantFrom("n1", "n2", "n3", "flat", "lost", null);
const tenant = fc.constantFrom("customerA", "customerB");
const created = maybe(fc.constantFrom("2020-01-01T00:00:00Z", "2021-01-01T00:00:00Z"));
/** Annotations of today's Mizar. */
const hints = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.record({ "mizar.com/vpc": fc.constantFrom("v", "w", "x"), "mizar.com/subnet": fc.constantFrom("a", "b", "c") }),
);
const somePod = fc
  .record({
    name,
    net,
    tenant,
    created,
    namespace: fc.constantFrom("default", "q"),
    nic: maybe(fc.oneof(nic, fc.array(nic, { maxLength: 3 }), fc.constant("{"))),
    podIP: maybe(ip),
    annotations: hints,
  })
  .map(({ name: own, ...shape }) => pod(own, shape));
const someService = fc
  .tuple(hints, name, fc.constantFrom("n1", "n3", undefined), tenant, maybe(fc.oneof(ip, fc.constant("None"))))
  .map(([annotations, own, label, of, clusterIP]) => {
    const given = service(own, clusterIP ? { clusterIP } : {}, { net: label, tenant: of });
    return { ...given, metadata: { ...given.metadata, annotations } };
  });
const someEndpoint = fc
  .tuple(name, ip, maybe(fc.constantFrom("v", "w")))
  .map(([own, address, of]) => endpoint(`${own}-default-customerA-eth0`, { ip: address, vpc: of }));
const identity = ({ kind, metadata }: { kind: string; metadata: { name: string; namespace?: string; tenant?: string } }) =>
  `${kind} ${metadata.tenant}/${metadata.namespace}/${metadata.name}`;
const objects = fc.uniqueArray(fc.oneof(somePod, somePod, someService, someEndpoint), { maxLength: 24, selector: identity });

/** Every address that was given, with where it is. */
function given({ shown }: ReturnType<typeof translate>) {
  const pods = shown.pods.flatMap((one) =>
    (one.interfaces ?? [one]).map(({ subnet: of, ip: address, gateway }) => ({ who: one.podName, vpc: one.vpc, of, address, gateway })),
  );
  const services = shown.services.map(({ endpoint: e }) => ({ who: e.name, vpc: e.vpc, of: e.net, address: e.ip, gateway: undefined }));
  return { pods, services };
}

const blocks = new Map(
  topology
    .filter(({ kind }) => kind === "Subnet")
    .map(({ metadata, spec }) => [
      metadata.name,
      parseBlock(String((spec as { ip: string }).ip), String((spec as { prefix: number }).prefix)),
    ]),
);

describe("translation to Mizar", () => {
  it("is the same for the same input, and never throws", () => {
    fc.assert(
      fc.property(objects, (some) => {
        const first = translate([...topology, ...some]);
        expect(JSON.stringify(translate([...topology, ...some]).shown)).toBe(JSON.stringify(first.shown));
        expect(cidrMap(first)).toBe(cidrMap(first));
      }),
      { numRuns: 200 },
    );
    fc.assert(
      fc.property(garbage, (values) => {
        for (const status of translate([...topology, ...values]).statuses)
          if (status.state === "rejected") expect(status.diagnostics.some(({ code }) => /^LB[A-Z]/.test(code))).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it("gives no address twice, each in its subnet, and never that of the network or the gateway", () => {
    fc.assert(
      fc.property(objects, (some) => {
        const { pods, services } = given(translate([...topology, ...some]));
        for (const { of, address, gateway } of pods) {
          const block = blocks.get(of);
          const number = parseAddress(address ?? "");
          if (typeof block !== "object" || number === undefined) throw new Error(`${of} ${address}`);
          expect(holds(block, number)).toBe(true);
          expect(number).toBeGreaterThan(gatewayOf(block));
          expect(parseAddress(gateway)).toBe(gatewayOf(block));
        }
        const all = [...pods, ...services].filter(({ of, address }) => {
          const block = blocks.get(of);
          return typeof block === "object" && holds(block, parseAddress(address ?? "") ?? -1);
        });
        expect(new Set(all.map(({ vpc: of, address }) => `${of} ${address}`)).size).toBe(all.length);
      }),
      { numRuns: 400 },
    );
  });

  it("moves no Pod whose address is settled when others come", () => {
    fc.assert(
      fc.property(objects, objects, (old, fresh) => {
        const before = translate([...topology, ...old]);
        const settled = old.map((object) => {
          const placed = before.shown.pods.find(({ name: n, namespace, tenant: t }) => identity(object) === `Pod ${t}/${namespace}/${n}`);
          return placed?.ip ? { ...object, metadata: { ...object.metadata, annotations: placed.annotations } } : object;
        });
        const newer = fresh.filter((object) => object.kind !== "Endpoint" && !old.some((known) => identity(known) === identity(object)));
        const after = translate([...topology, ...newer, ...settled]);
        for (const { podName, ip: address, subnet: of } of before.shown.pods) {
          const now = after.shown.pods.find((each) => each.podName === podName);
          if (now) expect([now.ip, now.subnet]).toEqual([address, of]);
          else expect(newer.some(({ kind }) => kind === "Service" || kind === "Pod")).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
