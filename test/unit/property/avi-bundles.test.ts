import fc from "fast-check";
import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { resourceKey } from "../../../sdk/plan";
import { unbundled } from "../../../sdk/targets/avi/bundles";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { draws } from "../../support/tier";
import { shuffled, unique } from "./arbitraries";

const settings = fc.record({
  naming: fc.constantFrom("ako-1.2", "ako-1.2.1", "ako-2", "ako-2-evh"),
  shardVSSize: fc.constantFrom("LARGE", "SMALL"),
  subDomains: fc.constantFrom([], [".com", "avi.internal"]),
});

const run = (objects: readonly unknown[], given: object, bundles: string) =>
  translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { ...given, bundles } });

test("bundles mean the same objects, owners and facts, and taken apart they are the plan without bundles", () => {
  fc.assert(
    fc.property(unique, settings, (objects, given) => {
      const [off, on] = [run(objects, given, "off"), run(objects, given, "on")];
      expect(aviObjects(on, { showSecrets: true })).toEqual(aviObjects(off, { showSecrets: true }));
      expect({ ...on.facts, rules: on.facts.rules?.() }).toEqual({ ...off.facts, rules: off.facts.rules?.() });
      const plain = (plan: typeof on) =>
        unbundled(plan.resources)
          .map(({ after, ...one }) => ({ ...one, after: [...after].sort() }))
          .sort((a, b) => (resourceKey(a) < resourceKey(b) ? -1 : 1));
      expect(plain(on)).toEqual(plain(off));
    }),
    { numRuns: draws(200) },
  );
});

test("bundles are the same for the same objects in any order, and nothing waits for what is not there", () => {
  fc.assert(
    fc.property(unique, settings, fc.integer(), (objects, given, seed) => {
      const on = run(objects, given, "on");
      expect(run(shuffled(objects, seed), given, "on").resources).toEqual(on.resources);
      const seen = new Set<string>();
      for (const resource of on.resources) {
        for (const key of resource.after) expect(seen).toContain(key);
        seen.add(resourceKey(resource));
      }
      const names = on.resources.flatMap(({ inputs }) => (inputs.pools ?? []) as { name: string }[]).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: draws(200) },
  );
});
