import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMizarSpecs, readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { mizarObjects } from "../../../sdk/targets/mizar/objects";
import { translateToMizar } from "../../../sdk/targets/mizar/translate";
import { octaviaObjects } from "../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { faultless } from "../../support/faults";
import { dedicatedVs, hostCertificates, l4Vs, passthroughVs, pools, sharedVs, sniVs } from "../../support/planned";
import { draws } from "../../support/tier";
import { unique } from "./arbitraries";
import { contourObjects } from "./contour-arbitraries";
import { objects as residents, topology } from "./mizar-arbitraries";

type PartSettings = Record<string, unknown>;
type NamedResource = { name: string };

/** Everything that must be the same taken together, as texts that name one thing each. */
type ShownPart = string[];

const raws = (objects: readonly unknown[]) => objects.map((value) => ({ value }));
const texts = (kind: string, things: Iterable<unknown>): ShownPart => [...things].map((one) => `${kind} ${JSON.stringify(one)}`);

const AVI = fc.record({
  naming: fc.constantFrom("ako-1.2", "ako-2", "ako-2-evh"),
  l7ShardingScheme: fc.constantFrom("hostname", "namespace"),
  shardVSSize: fc.constantFrom("LARGE", "MEDIUM", "DEDICATED"),
  passthroughShardSize: fc.constantFrom("LARGE", "SMALL"),
});

function onAvi(objects: readonly unknown[], settings: PartSettings): ShownPart {
  const plan = faultless(translateToAvi(readSpecs(raws(objects)), { settings }));
  const { objects: bodies, owners } = aviObjects(plan, { showSecrets: true });
  const ofType = Object.entries(bodies).flatMap(([type, list]) => texts(type, list));
  const resources = [pools(plan), sharedVs(plan), sniVs(plan), dedicatedVs(plan), passthroughVs(plan), l4Vs(plan), hostCertificates(plan)];
  return [
    ...ofType,
    ...texts(
      "resource",
      resources.flatMap((list: readonly NamedResource[]) => list.map(({ name }) => name)),
    ),
    ...texts("owners", Object.entries(owners)),
    ...texts("served", Object.keys(plan.facts.served ?? {})),
    ...texts("status", plan.statuses),
  ];
}

function onOctavia(objects: readonly unknown[], settings: PartSettings): ShownPart {
  const plan = faultless(
    translateToOctavia(readSpecs(raws(objects)), { settings: { service_subnet_id: "s", subnet_id: "s", ...settings } }),
  );
  const { objects: bodies, owners } = octaviaObjects(plan, { showSecrets: true });
  return [
    ...Object.entries(bodies).flatMap(([type, list]) => texts(type, list)),
    ...texts("owners", Object.entries(owners)),
    ...texts("served", Object.entries(plan.facts.served ?? {})),
    ...texts("status", plan.statuses),
  ];
}

function onMizar(objects: readonly unknown[], settings: PartSettings): ShownPart {
  const plan = translateToMizar(readMizarSpecs(raws(objects)), { settings: { tenant: "customerA", ...settings } });
  const { stores, ...lists } = mizarObjects(plan).objects;
  const pairs = Object.entries(stores).flatMap(([store, sets]) =>
    Object.entries(sets as Record<string, string[]>).flatMap(([key, names]) => names.map((name) => [store, key, name])),
  );
  return [
    ...Object.entries(lists).flatMap(([type, list]) => texts(type, list)),
    ...texts("wish", Object.entries(plan.shown.wishes)),
    ...texts("taken", Object.entries(plan.shown.taken)),
    ...texts("range", plan.shown.addresses),
    // what two tenants have under one name, and in two VPCs, is one entry (plan.ts)
    ...new Set(texts("store", pairs)),
    ...texts("status", plan.statuses),
  ];
}

function expectWhole(
  show: (settings: PartSettings) => ShownPart,
  of: number,
  settings: PartSettings,
  isShared: (text: string) => boolean = () => false,
) {
  const whole = show(settings);
  const parts = Array.from({ length: of }, (_, index) => show({ ...settings, part: { index, of } }));
  const together = parts.flat();
  const shared = [...new Set(together.filter(isShared))];
  const own = together.filter((text) => !isShared(text));
  expect([...own, ...shared].sort()).toEqual(whole.sort());
}

const of = fc.integer({ min: 1, max: 5 });

describe("the parts of a cluster are together exactly the whole, and have nothing in common", () => {
  it("on Avi, where a host of two namespaces may be served in two", () => {
    fc.assert(
      fc.property(fc.oneof(unique, contourObjects), AVI, of, (objects, settings, parts) =>
        expectWhole(
          (given) => onAvi(objects, given),
          parts,
          settings,
          (text) => text.startsWith("served ") && settings.l7ShardingScheme === "namespace",
        ),
      ),
      { numRuns: draws(300) },
    );
  });

  it("on Octavia", () => {
    fc.assert(
      fc.property(fc.oneof(unique, contourObjects), fc.constantFrom("kuryr", "occm"), of, (objects, naming, parts) =>
        expectWhole((given) => onOctavia(objects, given), parts, { naming }),
      ),
      { numRuns: draws(200) },
    );
  });

  it("on Mizar, where only the associations of two tenants may be in two", () => {
    fc.assert(
      fc.property(residents, of, (objects, parts) =>
        expectWhole(
          (given) => onMizar([...topology, ...objects], given),
          parts,
          {},
          (text) => text.startsWith("store "),
        ),
      ),
      { numRuns: draws(200) },
    );
  });
});
