import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { translateToRoutes } from "../../../sdk";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { faultless } from "../../support/faults";
import { onAvi } from "../../support/requests";
import { draws } from "../../support/tier";
import { shuffled } from "./arbitraries";
import { contourObjects, contourSettings, soundHost } from "./contour-arbitraries";

const schemes = fc.constantFrom("hostname", "namespace");

const run = (objects: unknown[], settings: Record<string, unknown>) => {
  const plan = faultless(translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: "c", ...settings } }));
  return { ...aviObjects(plan), statuses: plan.statuses };
};

describe("IngressRoute and the Contour Route CRD on Avi", () => {
  it("give the same objects for the same specs in any order", () => {
    fc.assert(
      fc.property(contourObjects, contourSettings, schemes, fc.integer(), (given, rules, l7ShardingScheme, seed) => {
        const settings = { ...rules, l7ShardingScheme };
        expect(run(shuffled(given, seed), settings)).toEqual(run(given, settings));
      }),
      { numRuns: draws(300) },
    );
  });

  it("make no name twice and refer to nothing they do not make", () => {
    fc.assert(
      fc.property(contourObjects, contourSettings, schemes, (given, rules, l7ShardingScheme) => {
        const { objects } = run(given, { ...rules, l7ShardingScheme });
        const made = Object.entries(objects).flatMap(([type, bodies]) => bodies.map(({ name }) => `${type}/${name}`));
        expect(new Set(made).size).toBe(made.length);
        for (const [, type, name] of JSON.stringify(objects).matchAll(/"\/api\/([a-z]+)\?name=(c--[^"]+)"/g))
          expect(made).toContain(`${type}/${decodeURIComponent(name!)}`);
      }),
      { numRuns: draws(300) },
    );
  });

  it("send every request where the longest path of its host leads", () => {
    fc.assert(
      fc.property(fc.oneof(soundHost, contourObjects), contourSettings, (given, rules) => {
        const result = run(given, rules);
        const { virtualHosts } = translateToRoutes(readSpecs(given.map((value) => ({ value }))), { settings: rules }).objects;
        const lower = virtualHosts.map(({ fqdn, port }) => `${fqdn.toLowerCase()}:${port}`);
        for (const { fqdn, port, routes } of virtualHosts) {
          // two spellings of one host cannot both be on Avi, and prefixes without a slash never match
          if (lower.filter((other) => other === `${fqdn.toLowerCase()}:${port}`).length > 1) continue;
          for (const path of ["/", "/x", "/x/", "/x/y", "/x/y/z", "/xy", "/other"]) {
            const route = routes.find(({ prefix = "" }) => path.startsWith(prefix));
            const found = onAvi(result.objects, port === 443 ? "tls" : "clear", fqdn.toLowerCase(), path);
            const expected = route?.redirectToHttps ? ["https"] : [...new Set(route?.clusters.map(({ service }) => service.split("/")[1]))];
            const seen = found.map(
              (pool) =>
                pool
                  .replace(/-(80|81)$/, "")
                  .split("-")
                  .at(-1) ?? "",
            );
            if (route) expect([...new Set(seen)].sort(), `${fqdn}:${port}${path}`).toEqual(expected.sort());
          }
        }
      }),
      { numRuns: draws(300) },
    );
  });
});
