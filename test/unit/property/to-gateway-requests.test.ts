import fc from "fast-check";
import { expect, it } from "vitest";
import { ingressV1, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { draws } from "../../support/tier";
import { converted, differenceLines } from "../../support/to-gateway";

const RUNS = draws(150);

// Clients get from Octavia the same answers with the written manifests as with the Ingresses.

const SERVICES = ["a", "b", "c"];
const EXACT = ["x.example.com", "y.example.com"];
const path = fc.record({
  host: fc.constantFrom(...EXACT, "*.example.com", undefined),
  path: fc.constantFrom("/", "/a", "/a/", "/a/b", "/ab", "/a/b/c", "/a/bc", "/a/b.c", "/a/b/cd"),
  type: fc.constantFrom("Exact" as const, "Prefix" as const, "ImplementationSpecific" as const),
  service: fc.constantFrom(...SERVICES),
});
const scene = fc
  .record({
    some: fc.array(path, { minLength: 1, maxLength: 6 }),
    others: fc.array(path, { maxLength: 3 }),
    isSecure: fc.boolean(),
    fallback: fc.constantFrom(undefined, "c"),
  })
  .map(({ some, others, isSecure, fallback }) => [
    ...SERVICES.flatMap((name, i) => served(name, i + 1)),
    secret("cert", CERTIFICATE, PRIVATE_KEY),
    ingressV1("some", some, { defaultService: fallback, ...(isSecure ? { tls: EXACT } : {}) }),
    ...(others.length > 0 ? [ingressV1("others", others)] : []),
  ]);

it("gives every request the answer of the Ingresses where nothing is lost", () => {
  let compared = 0;
  fc.assert(
    fc.property(scene, (objects) => {
      const { losses, differences } = converted("octavia", objects);
      if (losses.some(({ message }) => !message.includes("one label in the place"))) return;
      compared++;
      expect(differenceLines({ differences })).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect(compared).toBeGreaterThan(RUNS / 6);
});
