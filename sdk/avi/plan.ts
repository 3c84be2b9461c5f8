import type { AviBody, AviType } from "../../kinds/avi/body";
import { type AviInputs, type AviKind, bodiesIn } from "../../kinds/avi/kind";
import {
  CERTIFICATE,
  type CertificateInputs,
  DEDICATED_VS,
  type DedicatedVSInputs,
  L4_VS,
  type L4VSInputs,
  PASSTHROUGH_VS,
  type PassthroughVSInputs,
  POOL,
  type PoolInputs,
  SHARED_VS,
  type SharedVSInputs,
  SNI_VS,
  type SniVSInputs,
  STATIC_ROUTES,
  type StaticRoutesInputs,
} from "../../kinds/avi/resources";
import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import type { CertificateFacts, InventoryInputs } from "../../kinds/inventory";
import type { Json } from "../../kinds/kind";
import type { ReviewedRoutes, Status } from "../routing";
import { compare, ownerNames } from "../specs";
import { lowerSubnet } from "./lower/addresses";

/** One planned resource: its inputs, and the specs it represents. */
export interface Planned<I> {
  /** The Avi name of its main object, which is also its Pulumi name: it comes from the identity of the spec alone. */
  name: string;
  inputs: I;
  owners: ObjectRef[];
  /** `namespace/name` of the Service whose servers it holds; pools alone. */
  service?: string;
  /** Place of the requests, `shop.example.com/cart`; only for pools of hosts. */
  at?: string;
}

/** A shared virtual service and its number, where shards have numbers. */
export interface PlannedShard<I = SharedVSInputs> extends Planned<I> {
  shard?: number;
}

/** A child, SNI or EVH, and the parent it hangs below. */
export interface PlannedChild extends Planned<SniVSInputs> {
  parent: string;
}

/** The routes to the nodes; labelled where AKO of the generation labels them. */
export interface PlannedRoutes extends Planned<StaticRoutesInputs> {
  labelled: boolean;
}

/** A host at one address. */
export interface PlannedHost {
  fqdn: string;
  /** Tells it from the same host at another address. */
  scope: string;
  /** The virtual service whose address serves it: that of its TLS, where clear text has another; absent where none serves it. */
  vs?: string;
  owners: ObjectRef[];
}

/** Everything one cluster means on Avi, in the order of creation. */
export interface AviPlan {
  staticRoutes?: PlannedRoutes;
  /** Missing input, by the name of the object that would be planned with it, or by the host. Existing objects of these names are kept. */
  missing: Record<string, string>;
  /** Number of servers that answer at each place. */
  served: Record<string, number | "kept">;
  /** The pools that places depend on whose Service is missing. */
  keeps: NonNullable<InventoryInputs["keeps"]>;
  /** Facts about certificates, by the object that holds them. */
  certificates: Record<string, CertificateFacts>;
  /** Routes and servers as a reviewer reads them. */
  review: ReviewedRoutes;
  pools: Planned<PoolInputs>[];
  hostCertificates: Planned<CertificateInputs>[];
  sharedVs: PlannedShard[];
  sniVs: PlannedChild[];
  dedicatedVs: Planned<DedicatedVSInputs>[];
  passthroughVs: PlannedShard<PassthroughVSInputs>[];
  l4Vs: Planned<L4VSInputs>[];
  /** Every host name that is served and the objects that say something of it, once for each of its addresses, the senior one first. */
  hosts: PlannedHost[];
  /** Ingresses of a cluster in parts of which other parts have something, too. */
  split: ObjectRef[];
  statuses: Status[];
  /** Diagnostics of objects without a status: Services, Secrets, nodes, settings, files. */
  diagnostics: Diagnostic[];
}

export interface AviObjects {
  /** REST bodies by API type, sorted by name. */
  objects: Partial<Record<AviType, AviBody[]>>;
  /** `<api type>/<name>` -> the specs it represents. */
  owners: Record<string, string[]>;
}

/** The kinds of several objects, with what a plan has of each, in the order of creation. */
export const byKind = (plan: AviPlan): [AviKind, readonly Planned<AviInputs>[]][] => [
  [POOL, plan.pools],
  [CERTIFICATE, plan.hostCertificates],
  [SHARED_VS, plan.sharedVs],
  [SNI_VS, plan.sniVs],
  [DEDICATED_VS, plan.dedicatedVs],
  [PASSTHROUGH_VS, plan.passthroughVs],
  [L4_VS, plan.l4Vs],
];

/** A resource of any kind, as the provider is asked about it. */
export interface PlannedResource {
  /** As in the state: `avi:Pool`. */
  kind: string;
  name: string;
  inputs: { readonly [property: string]: unknown };
}

/** Every resource of the plan with its inputs. Private keys only when asked for. */
export function plannedResources(plan: AviPlan, { showSecrets = false } = {}): PlannedResource[] {
  const routes = plan.staticRoutes ? [{ kind: STATIC_ROUTES.type, name: plan.staticRoutes.name, inputs: plan.staticRoutes.inputs }] : [];
  const others = byKind(plan).flatMap(([kind, planned]) =>
    planned.map(({ name, inputs }) => ({ kind: kind.type, name, inputs: showSecrets ? inputs : withoutKeys(kind, inputs) })),
  );
  return [...routes, ...others];
}

function withoutKeys({ slots }: AviKind, inputs: AviInputs): AviInputs {
  const shown = slots.flatMap((slot) => {
    const bodies = bodiesIn(slot, inputs).map(withoutKey);
    return bodies.length > 0 ? [[slot.name, slot.many ? bodies : bodies[0]]] : [];
  });
  return { ...inputs, ...Object.fromEntries(shown) };
}

/** The plan as the flat list of objects that would be posted. Private keys only when asked for. */
export function aviObjects(plan: AviPlan, { showSecrets = false } = {}): AviObjects {
  const found: { type: AviType; body: AviBody; owners: ObjectRef[] }[] = [];
  for (const [{ slots }, planned] of byKind(plan)) {
    for (const { inputs, owners } of planned) {
      found.push(...slots.flatMap((slot) => bodiesIn(slot, inputs).map((body) => ({ type: slot.type, body, owners }))));
    }
  }
  const { staticRoutes } = plan;
  if (staticRoutes)
    found.push({ type: "vrfcontext", body: vrfContext(staticRoutes.inputs, staticRoutes.labelled), owners: staticRoutes.owners });

  const objects: AviObjects["objects"] = {};
  for (const { type, body } of found) {
    const bodies = objects[type] ?? [];
    bodies.push(showSecrets ? body : withoutKey(body));
    objects[type] = bodies;
  }
  for (const bodies of Object.values(objects)) bodies.sort((a, b) => compare(a.name, b.name));
  const owners = found.map(({ type, body, owners: refs }) => [`${type}/${body.name}`, ownerNames(refs)] as const);
  return { objects, owners: Object.fromEntries(owners.sort(([a], [b]) => compare(a, b))) };
}

/** Hides a private key from those who have not asked for it. */
export function withoutKey(body: AviBody): AviBody {
  if (!body.key) return body;
  const { key: _key, ...rest } = body;
  return rest;
}

/** Only our part of the VRF context, numbered as AKO does. */
export function vrfContext(inputs: StaticRoutesInputs, labelled: boolean): AviBody {
  const routes: Json[] = inputs.routes.map(({ prefix, nextHop }, i) => ({
    route_id: String(i + 1),
    prefix: lowerSubnet(prefix),
    next_hop: { addr: nextHop, type: lowerSubnet(nextHop).ip_addr.type },
    ...(labelled ? { labels: [{ key: "clustername", value: inputs.clusterName }] } : {}),
  }));
  return { name: inputs.vrfContext, static_routes: routes };
}

/**
 * Shared virtual services in the order in which a run writes them. The shard of a host is its hash masked with `count - 1`: with twice as
 * many shards a host stays where it is or goes to a number that was not there, with half as many to one that stays. So what only the
 * larger size has is written before what the smaller size has as well: a host is served by its new shard before its old one lets go of it.
 * Shards that go are deleted by the engine when all else is done.
 *
 * @returns 4 to 7, then 2 and 3, then 1, then 0 and whatever has no number; without empty groups
 */
export function inOrderOfMoves<S extends { shard?: number }>(shards: readonly S[]): S[][] {
  const groups = new Map<number, S[]>();
  for (const one of shards) {
    const size = Math.ceil(Math.log2((one.shard ?? 0) + 1));
    groups.set(size, [...(groups.get(size) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => b - a).map(([, group]) => group);
}
