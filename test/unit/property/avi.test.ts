import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { faultless } from "../../support/faults";
import { draws } from "../../support/tier";
import { garbage, shuffled, unique } from "./arbitraries";

const settings = fc.record({
  clusterName: fc.constant("c"),
  l7ShardingScheme: fc.constantFrom("hostname", "namespace"),
  serviceType: fc.constantFrom("ClusterIP", "NodePort"),
  shardVSSize: fc.constantFrom("LARGE", "MEDIUM", "SMALL"),
  subDomains: fc.constantFrom([], [".com", "avi.internal"]),
});

const run = (objects: unknown[], given: Record<string, unknown>) => {
  const plan = faultless(translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: given }));
  return { ...aviObjects(plan, { showSecrets: true }), statuses: plan.statuses };
};
describe("translation to Avi", () => {
  it("gives the same result for the same objects in any order", () => {
    fc.assert(
      fc.property(unique, settings, fc.integer(), (objects, given, seed) => {
        expect(run(shuffled(objects, seed), given)).toEqual(run(objects, given));
      }),
      { numRuns: draws(300) },
    );
  });

  it("never refers to an object that it does not make, and makes no name twice", () => {
    fc.assert(
      fc.property(unique, settings, (objects, given) => {
        const result = run(objects, given);
        const made = new Set<string>();
        for (const [type, bodies] of Object.entries(result.objects)) {
          for (const { name: made_ } of bodies) {
            expect(made.has(`${type}/${made_}`)).toBe(false);
            made.add(`${type}/${made_}`);
          }
        }
        for (const [, type, target] of JSON.stringify(result.objects).matchAll(/"\/api\/([a-z]+)\?name=([^"]+)"/g)) {
          const own = ["pool", "poolgroup", "vsvip", "virtualservice", "httppolicyset", "vsdatascriptset", "sslkeyandcertificate"].includes(
            type!,
          );
          if (own) expect(made).toContain(`${type}/${decodeURIComponent(target!)}`);
        }
      }),
      { numRuns: draws(300) },
    );
  });

  it("never throws, whatever the objects look like", () => {
    fc.assert(
      fc.property(garbage, (values) => {
        const { statuses } = run(values, {});
        for (const status of statuses) expect(status.state === "rejected" ? status.diagnostics.length : 1).toBeGreaterThan(0);
      }),
      { numRuns: draws(500) },
    );
  });
});
