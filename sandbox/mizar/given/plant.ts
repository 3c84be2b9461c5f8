import { asArray, asObject, text } from "../../shared/json";
import type { SeededRandom } from "../../shared/random";
import type { World } from "../api/world";
import type { Memory } from "../memory/memory";
import { hasRange, rangeOfSpec } from "../workflows/range";
import { entriesOf, type Given, metadataOf } from "./given";
import { mizarSeeds, otherSeeds, type Seed } from "./seeds";

const IN_EVERY_TENANT = ["default", "kube-system", "kube-public"];

/** Makes the objects of a state, and lets the operator remember them as its own work. */
export async function plant(given: Given, world: World, memory: Memory, random: SeededRandom): Promise<void> {
  const seeds = [...mizarSeeds(given, random), ...otherSeeds(given)];
  const tenants = world.tenants ? tenantsOf(given, seeds) : [];
  for (const name of tenants) await world.act({ create: { kind: "Tenant", metadata: { name } }, unlessThere: true });
  for (const { tenant, name } of namespacesOf(given, seeds, tenants, world.tenants)) {
    await world.act({ create: { kind: "Namespace", metadata: { name, tenant } }, unlessThere: true });
  }
  for (const seed of seeds) await plantOne(seed, world);
  remember(seeds, memory);
}

async function plantOne({ create, status, isDeleted }: Seed, world: World): Promise<void> {
  const { kind, metadata } = create;
  const reference = { kind, name: metadata.name, namespace: metadata.namespace, tenant: metadata.tenant };
  await world.act({ create });
  if (status) await world.act({ patch: reference, with: { status }, subresource: "status" });
  if (isDeleted) await world.act({ delete: reference });
}

function tenantsOf(given: Given, seeds: Seed[]): string[] {
  const all = { tenants: [...asArray(given.tenants), ...(given.tenant === undefined ? [] : [given.tenant])] };
  const named = entriesOf(all, "tenants").map((entry) => metadataOf(entry).name);
  const used = seeds.flatMap(({ create }) => create.metadata.tenant ?? []);
  return [...new Set([...named, ...used])].filter((tenant) => tenant !== "system");
}

function namespacesOf(given: Given, seeds: Seed[], tenants: string[], withTenants: boolean): { tenant?: string; name: string }[] {
  const named = entriesOf(given, "namespaces").map((entry) => {
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
