// Creates the objects of a test case as if the operator had made them.

import { SandboxError } from "../codes";
import { asArray, asObject, text } from "../shared/json";
import type { SeededRandom } from "../shared/random";
import type { OperatorObjects } from "./api/world";
import { hasRange, type Memory, rangeOfSpec } from "./memory";
import { entriesOf, LISTS, metadataOf, mizarSeeds, otherSeeds, type Seed, type SeedInput, SINGLES } from "./seeds";
import type { OperatorSettings } from "./settings";

const IN_EVERY_TENANT = ["default", "kube-system", "kube-public"];

/** Makes the objects of a state, and lets the operator remember them as its own work. */
export async function plant(seedInput: SeedInput, world: OperatorObjects, memory: Memory, random: SeededRandom): Promise<void> {
  const seeds = [...mizarSeeds(seedInput, random), ...otherSeeds(seedInput)];
  const tenants = world.tenants ? tenantsOf(seedInput, seeds) : [];
  for (const name of tenants) await world.act({ create: { kind: "Tenant", metadata: { name } }, unlessThere: true });
  for (const { tenant, name } of namespacesOf(seedInput, seeds, tenants, world.tenants)) {
    await world.act({ create: { kind: "Namespace", metadata: { name, tenant } }, unlessThere: true });
  }
  for (const seed of seeds) await plantOne(seed, world);
  remember(seeds, memory);
}

async function plantOne({ create, status, isDeleted }: Seed, world: OperatorObjects): Promise<void> {
  const { kind, metadata } = create;
  const reference = { kind, name: metadata.name, namespace: metadata.namespace, tenant: metadata.tenant };
  await world.act({ create });
  if (status) await world.act({ patch: reference, with: { status }, subresource: "status" });
  if (isDeleted) await world.act({ delete: reference });
}

function tenantsOf(seedInput: SeedInput, seeds: Seed[]): string[] {
  const all = { tenants: [...asArray(seedInput.tenants), ...(seedInput.tenant === undefined ? [] : [seedInput.tenant])] };
  const named = entriesOf(all, "tenants").map((entry) => metadataOf(entry).name);
  const used = seeds.flatMap(({ create }) => create.metadata.tenant ?? []);
  return [...new Set([...named, ...used])].filter((tenant) => tenant !== "system");
}

function namespacesOf(seedInput: SeedInput, seeds: Seed[], tenants: string[], withTenants: boolean): { tenant?: string; name: string }[] {
  const named = entriesOf(seedInput, "namespaces").map((entry) => {
    const { name, tenant } = metadataOf(entry);
    return { name, ...(tenant === undefined ? {} : { tenant: text(tenant) }) };
  });
  const used = seeds.flatMap(({ create: { metadata } }) =>
    metadata.namespace ? { name: metadata.namespace, tenant: metadata.tenant } : [],
  );
  const standard = tenants.flatMap((tenant) => IN_EVERY_TENANT.map((name) => ({ tenant, name })));
  const all = [...standard, ...named, ...used].map(({ name, tenant }) => (withTenants ? { name, tenant: tenant ?? "system" } : { name }));
  return all.filter((one, index) => all.findIndex((other) => other.name === one.name && tenantOf(other) === tenantOf(one)) === index);
}

const tenantOf = (where: { tenant?: string }): string | undefined => where.tenant;

function remember(seeds: Seed[], memory: Memory): void {
  const addresses = seeds.filter(({ create }) => create.kind === "Endpoint").map(({ create }) => ({ spec: asObject(create.spec) }));
  for (const { create } of seeds) {
    const spec = asObject(create.spec);
    if (spec.status !== "Provisioned") continue;
    if (create.kind === "Divider") memory.owns(text(spec.vpc), [create.metadata.name]);
    if (create.kind !== "Subnet" || !hasRange(spec)) continue;
    memory.know(create.metadata.name, { vpc: text(spec.vpc), range: rangeOfSpec(spec), gateway: true }, addresses);
  }
}

/** Settings that a state may carry, by key. */
const SETTINGS: readonly (keyof OperatorSettings)[] = [
  ...(["mode", "delayMs", "retryMs", "retryForMs", "provisionDelay", "stall", "defaultInterface", "kubelet"] as const),
  ...(["featureGates", "vpcRange", "networkTemplate", "dnsServiceClusterIP", "controllers"] as const),
];

const OTHERS = [
  ...Object.keys(SINGLES),
  ...["admissionPlugins", "droplets", "node", "tenant", "tenants", "namespaces", "objects", "computeProvider", "settings", "note"],
];

/** @throws SandboxError LB5050 for a key that is not known: a part of the state would be missing. */
export function checkSeedInput(seedInput: SeedInput): void {
  const allowedKeys = [...Object.keys(LISTS), ...SETTINGS, ...OTHERS];
  const strange = Object.keys(seedInput).find((key) => !allowedKeys.includes(key));
  if (strange === undefined) return;
  throw new SandboxError({
    code: "LB5050",
    message: `A state to begin with has no '${strange}'`,
    remedy: `It has ${allowedKeys.filter((key) => key !== "note").join(", ")}.`,
  });
}

/** Settings of the operator in this state; it begins with no objects of its own. */
export function seedSettings(seedInput: SeedInput): Partial<OperatorSettings> {
  const settings: Partial<OperatorSettings> = Object.fromEntries(
    SETTINGS.filter((key) => seedInput[key] !== undefined).map((key) => [key, seedInput[key]]),
  );
  return { defaults: false, droplets: [], ...settings };
}

/** Switches of the API server in this state: feature gates, and admission plugins that are off by default. */
export function seedFeatureGates(seedInput: SeedInput): { [gate: string]: boolean } {
  const gates = Object.entries(asObject(seedInput.featureGates)).map(([gate, on]): [string, boolean] => [gate, on === true]);
  const plugins = asArray(seedInput.admissionPlugins).map((plugin): [string, boolean] => [text(plugin), true]);
  return Object.fromEntries([...gates, ...plugins]);
}
