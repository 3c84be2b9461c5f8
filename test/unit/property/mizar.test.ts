import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAddress } from "../../../resources/mizar/addresses";
import { cidrMap } from "../../../sdk/targets/mizar/cidr-map";
import { gatewayOf, holds, parseRange } from "../../../sdk/targets/mizar/lower/vpc-addresses";
import { planOf, translate } from "../../support/mizar";
import { draws } from "../../support/tier";
import { garbage } from "./arbitraries";
import { identity, objects, topology } from "./mizar-arbitraries";

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
    .map(({ metadata, spec }) => [metadata.name, parseRange(`${(spec as { ip: string }).ip}/${(spec as { prefix: number }).prefix}`)]),
);

describe("translation to Mizar", () => {
  it("is the same for the same input, and never throws", () => {
    fc.assert(
      fc.property(objects, (some) => {
        const first = translate([...topology, ...some]);
        expect(JSON.stringify(translate([...topology, ...some]).shown)).toBe(JSON.stringify(first.shown));
        expect(cidrMap(planOf(topology))).toBe(cidrMap(planOf(topology)));
      }),
      { numRuns: draws(200) },
    );
    fc.assert(
      fc.property(garbage, (values) => {
        for (const status of translate([...topology, ...values]).statuses)
          if (status.state === "rejected") expect(status.diagnostics.some(({ code }) => /^LB[A-Z]/.test(code))).toBe(true);
      }),
      { numRuns: draws(200) },
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
      { numRuns: draws(400) },
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
      { numRuns: draws(300) },
    );
  });
});
