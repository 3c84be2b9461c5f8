import fc from "fast-check";
import { expect, it } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import { UNKNOWN } from "../../../../sdk/specs";
import { TARGETS } from "../../../../sdk/targets";
import { COMMON, worldOf } from "../../../campaigns/traffic/world";
import { faultsOf } from "../../../support/faults";
import { byTier } from "../../../support/tier";
import { gatewayWorld } from "./gateway-world";
import { serviceWorld } from "./service-world";

// Whatever the specs ask for, each difference to what a plan serves has a reason.

const RUNS = byTier({ pr: 9, nightly: 25, release: 1_000 });
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

const FORMS = [
  ["avi", { naming: "ako-1.2" }],
  ["avi", { naming: "ako-1.2", l7ShardingScheme: "namespace" }],
  ["avi", { naming: "ako-2" }],
  ["avi", { naming: "ako-2-evh" }],
  ["avi", { naming: "ako-2", shardVSSize: "DEDICATED" }],
  ["avi", { naming: "ako-2-evh", shardVSSize: "DEDICATED" }],
  ["octavia", { service_subnet_id: "s" }],
  ["octavia", { service_subnet_id: "s", responders: { notFound: "default/s1:80", failed: "default/s2:80" } }],
] as const;

it.each(FORMS)("of the kinds that name hosts, on %s with %o", (target, settings) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const specs = readSpecs([...COMMON, ...worldOf(seed)].map((value) => ({ value })));
      expect(faultsOf(TARGETS[target].translate(specs, { settings: { ...settings } })), `seed ${seed}`).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

it.each(FORMS)("of Gateways, on %s with %o", (target, settings) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const specs = readSpecs(gatewayWorld(seed, `k8s-lb.io/${target}`).map((value) => ({ value })));
      expect(faultsOf(TARGETS[target].translate(specs, { settings: { ...settings } })), `seed ${seed}`).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

it.each(FORMS)("of Services, L4Rules, IngressRoutes and HostRules, on %s with %o", (target, settings) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const specs = readSpecs(serviceWorld(seed, `k8s-lb.io/${target}`).map((value) => ({ value })));
      expect(faultsOf(TARGETS[target].translate(specs, { settings: { ...settings } })), `seed ${seed}`).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

/** The object with values that a preview does not know in the place of some texts. */
function withUnknown(value: unknown, key: string, seed: number): unknown {
  if (Array.isArray(value)) return value.map((one) => withUnknown(one, key, seed));
  if (typeof value !== "object" || value === null)
    return /^(tls\.crt|tls\.key|ip|targetPort)$/.test(key) && (String(value).length + seed) % 2 === 0 ? UNKNOWN : value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withUnknown(one, name, seed)]));
}

it.each(FORMS)("where a preview does not know all values, on %s with %o", (target, settings) => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const objects = [...COMMON, ...worldOf(seed)].map((one) => ({ value: withUnknown(one, "", seed) }));
      expect(faultsOf(TARGETS[target].translate(readSpecs(objects), { settings: { ...settings } })), `seed ${seed}`).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
