// Moves pools into the virtual service that uses them (setting `bundles`), and back out for display.

import { BUNDLING_KINDS, POOL, type PoolInputs } from "../../../resources/avi";
import { type AviBody, parseReference } from "../../../resources/avi/body";
import type { AviInputs } from "../../../resources/avi/kind";
import { STATIC_ROUTES } from "../../../resources/avi/static-routes";
import { addTo } from "../../../resources/lists";
import { type PlannedResource, resourceKey } from "../../plan";
import { compare, isRecord } from "../../specs";

/** Number of pools of one resource from which `bundles: auto` moves them into that resource. */
const BUNDLED_FROM = 300;

/** Form of the pools of a plan: inside their only user, or a resource each. */
export type Bundles = "auto" | "on" | "off";

const HOLDERS: ReadonlySet<string> = new Set(BUNDLING_KINDS.map(({ type }) => type));

/**
 * The plan with each pool in the one resource that uses it, together with its health monitor and PKI profile. A pool that several resources
 * use, or none, stays a resource. The objects on the controller are the same.
 */
export function bundled(resources: readonly PlannedResource[], bundles: Bundles): PlannedResource[] {
  const holders = holdersIn(resources);
  if (bundles === "off" || (bundles === "auto" && holders.size < BUNDLED_FROM)) return [...resources];
  const poolsByUser = new Map<string, PlannedResource<PoolInputs>[]>();
  const rest: PlannedResource[] = [];
  for (const resource of resources) {
    const holder = holders.get(resourceKey(resource));
    if (holder === undefined) rest.push(resource);
    // the kind says what its inputs are
    else addTo(poolsByUser, holder, resource as unknown as PlannedResource<PoolInputs>);
  }
  return rest.map((resource) => {
    const pools = poolsByUser.get(resourceKey(resource));
    return pools ? withPools(resource, pools) : resource;
  });
}

/** The only user of each pool, by the key of the pool. */
function holdersIn(resources: readonly PlannedResource[]): ReadonlyMap<string, string> {
  const users = new Map<string, PlannedResource[]>();
  for (const { kind, name } of resources) if (kind === POOL.type) users.set(resourceKey({ kind, name }), []);
  for (const resource of resources) for (const key of resource.after) users.get(key)?.push(resource);
  return new Map(
    [...users].flatMap(([key, [only, ...others]]) =>
      only && others.length === 0 && HOLDERS.has(only.kind) ? [[key, resourceKey(only)] as const] : [],
    ),
  );
}

function withPools(resource: PlannedResource, pools: readonly PlannedResource<PoolInputs>[]): PlannedResource {
  const keys = new Set(pools.map(resourceKey));
  const keepServers = pools.filter(({ inputs }) => inputs.keep?.includes("servers")).map(({ name }) => name);
  const lists = {
    pkiProfiles: pools.flatMap(({ inputs }) => inputs.pkiProfile ?? []),
    healthMonitors: pools.flatMap(({ inputs }) => inputs.healthMonitor ?? []),
    keepServers,
  };
  const nonEmptyLists = Object.entries(lists).filter(([, list]) => list.length > 0);
  return {
    ...resource,
    inputs: { ...resource.inputs, pools: pools.map(({ inputs }) => inputs.pool), ...Object.fromEntries(nonEmptyLists) },
    after: resource.after.filter((key) => !keys.has(key)),
    partOwners: Object.fromEntries(pools.map(({ name, owners }) => [name, owners])),
  };
}

/** The plan with each pool as a resource, whether the plan or state bundles pools or not. */
export function unbundled(resources: readonly PlannedResource[]): PlannedResource[] {
  const inside = resources.flatMap(poolsIn);
  if (inside.length === 0) return [...resources];
  const pools = [...resources.filter(({ kind }) => kind === POOL.type), ...inside].sort((a, b) => compare(a.name, b.name));
  // plans have pools after the routes to the nodes, and before everything that may refer to pools
  const first = resources.filter(({ kind }) => kind === STATIC_ROUTES.type);
  const rest = resources.filter(({ kind }) => kind !== STATIC_ROUTES.type && kind !== POOL.type);
  return [...first, ...pools, ...rest.map(withoutPools)];
}

/** The pools inside a resource as resources. */
export function poolsIn({ kind, inputs, owners, partOwners }: PlannedResource): PlannedResource[] {
  if (!HOLDERS.has(kind)) return [];
  const { owner, pools, healthMonitors, pkiProfiles, keepServers } = inputs;
  const monitors = byName(healthMonitors);
  const profiles = byName(pkiProfiles);
  const keeping = Array.isArray(keepServers) ? keepServers : [];
  return bodies(pools).map((pool) => {
    const { health_monitor_refs: refs, pki_profile_ref: profile } = pool;
    const healthMonitor = (Array.isArray(refs) ? refs : []).flatMap((ref) => monitors.get(parseReference(ref)?.name ?? "") ?? [])[0];
    const pkiProfile = profiles.get(parseReference(profile)?.name ?? "");
    const poolInputs: AviInputs = {
      owner: String(owner),
      ...(healthMonitor ? { healthMonitor } : {}),
      ...(pkiProfile ? { pkiProfile } : {}),
      pool,
      ...(keeping.includes(pool.name) ? { keep: ["servers"] } : {}),
    };
    return { kind: POOL.type, name: pool.name, inputs: poolInputs, owners: partOwners?.[pool.name] ?? owners, after: [] };
  });
}

/** The resource without the pools inside of it. */
export function withoutPools(bundle: PlannedResource): PlannedResource {
  const { partOwners: _owners, ...resource } = bundle;
  if (!HOLDERS.has(resource.kind)) return bundle;
  const { pools, healthMonitors: _monitors, pkiProfiles: _profiles, keepServers: _keep, ...inputs } = resource.inputs;
  const keys = bodies(pools).map(({ name }) => resourceKey({ kind: POOL.type, name }));
  return { ...resource, inputs, after: [...keys, ...resource.after] };
}

const byName = (list: unknown): ReadonlyMap<string, AviBody> => new Map(bodies(list).map((body) => [body.name, body]));

/** Lists of a state may lack anything that somebody cut out. */
const bodies = (list: unknown): AviBody[] =>
  Array.isArray(list) ? list.filter((one): one is AviBody => isRecord(one) && typeof one.name === "string") : [];
