// The plan: resources, endpoints, statuses and facts that a translation results in.

import type { z } from "zod";
import type { Uses } from "../../requests/review/resource-usage";
import type { RoutingTable } from "../../requests/table/routing-table";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { type FieldPath, pathsWith } from "../../resources/field-table";
import type { InventoryInputs, Needs } from "../../resources/inventory";
import type { Kind } from "../../resources/kind";
import { groupBy } from "../../resources/lists";
import { type CertificateReview, type ReviewedRoutes, type Status, statusKey } from "../routing";
import { isRecord } from "../specs";
import type { PlannedPool } from "./planned-pool";

/** Inputs of a resource, by property. */
export interface PlannedInputs {
  readonly [property: string]: unknown;
}

/** Resource of a plan, as its component registers it. */
export interface PlannedResource<Inputs = PlannedInputs> {
  /** `avi:Pool`. */
  readonly kind: string;
  /** Its Pulumi name: it comes from the identity of the spec alone. */
  readonly name: string;
  readonly inputs: Inputs;
  /** The specs that it represents. */
  readonly owners: readonly ObjectRef[];
  /** Specs of parts that have their own, by the name of the part. */
  readonly partOwners?: { readonly [part: string]: readonly ObjectRef[] };
  /** Resources that exist before it, as {@link resourceKey} spells them. */
  readonly after: readonly string[];
  /** Resources that contain it: one that is deleted or replaced outlives it. */
  readonly within?: readonly string[];
  /** Another Pulumi name under which a state may have it. */
  readonly alias?: string;
  /** True for a resource of which each component has one: its name begins with that of the component. */
  readonly perComponent?: true;
}

/** Place that clients reach: a host at one address, or the Services that have an address for themselves. */
export interface Endpoint {
  /** Host name; absent for Services. */
  readonly host?: string;
  readonly owners: readonly ObjectRef[];
  /** The resource whose address serves it, as {@link resourceKey} spells it; absent where none does. */
  readonly at?: string;
  /** Objects behind the address, where the load balancer knows the place by its name. */
  readonly server?: EndpointServer;
}

/** Objects of a load balancer that answer for a place. */
export interface EndpointServer {
  /** Name of the object that answers. */
  readonly name: string;
  /** The resource that it is part of. */
  readonly in: string;
  /** Name of the object that has the address. */
  readonly holder: string;
  /** Id by which the specs name that object; it may be the one that the resource has anyway. */
  readonly id?: string;
  /** Name of its parent, if a host may belong to one child only. */
  readonly parent?: string;
}

/** Facts about a plan that an inventory and a summary compare with those of the last run. */
export interface Facts extends Pick<InventoryInputs, "identities" | "tenant" | "pools" | "unknownServers"> {
  /** `<api type>/<name>` of every object that is managed. */
  readonly names: string[];
  /** Missing input, by the object that would be planned with it, or by host (lower case). Existing objects of these names are kept. */
  readonly missing: Record<string, string>;
  /** Number of servers that answer each route, by its key. */
  readonly served?: Record<string, number | "kept">;
  /** The keys of the routes that each object asks for. */
  readonly asks?: Record<string, string[]>;
  /** Pools of routes whose servers are unknown because an input is missing; they are preserved. */
  readonly keeps?: NonNullable<InventoryInputs["keeps"]>;
  /** By the object that holds the certificate. */
  readonly certificates?: Record<string, CertificateReview>;
  /** Objects, sizes, references and addresses that the target must have left. */
  readonly needs?: Needs;
  /** Objects that cost money or come from a quota; absent where none of a plan does. */
  readonly uses?: Uses;
  /** Routes and servers as a reviewer reads them. */
  readonly review: ReviewedRoutes;
  /** Rules by which clients are answered, with the specs that ask for them; absent where nothing of the target answers requests. */
  readonly rules?: () => RoutingTable;
}

/**
 * Everything that specs mean on a target. `Shown` is what this target alone shows.
 *
 * @example
 * ```ts
 * import { parseManifests, readSpecs, translateToAvi } from "pulumi-k8s-lb";
 *
 * const { objects, diagnostics } = parseManifests("apiVersion: v1\nkind: Service\nmetadata: { name: web }", "web.yaml");
 * const { resources } = translateToAvi(readSpecs(objects, diagnostics), { settings: { clusterName: "c1" } });
 * console.log(resources.filter(({ kind }) => kind === "avi:L4VS").map(({ name }) => name));
 * ```
 */
export interface Plan<Shown = unknown> {
  /** `avi`, as the table of targets has it. */
  readonly target: string;
  /** In the order of registration: a resource comes after those that it refers to. */
  readonly resources: readonly PlannedResource[];
  /** Pools whose servers change without a change of structure; absent if every change is structure. */
  readonly moving?: readonly PlannedPool[];
  /** One entry for each address of a host, the senior one first. */
  readonly endpoints: readonly Endpoint[];
  readonly statuses: Status[];
  /** Diagnostics of objects without a status: Secrets, nodes, settings, files. */
  readonly diagnostics: Diagnostic[];
  /** Computed when they are first read. */
  readonly facts: Facts;
  readonly shown: Shown;
}

/**
 * A plan that computes its facts, and compares its requests with those of the specs, only when the facts or the statuses and diagnostics are
 * read: `watch` translates often and reads none.
 *
 * @param validate diagnostics about requests that are answered differently from the specs and not reported otherwise
 */
export function planOf<Shown>(
  plan: Omit<Plan<Shown>, "facts">,
  gather: () => Facts,
  validate: () => readonly Diagnostic[] = () => [],
): Plan<Shown> {
  let facts: Facts | undefined;
  let validated: Pick<Plan, "statuses" | "diagnostics"> | undefined;
  const checked = () => {
    validated ??= withDiagnostics(plan, validate());
    return validated;
  };
  return {
    ...plan,
    get statuses() {
      return checked().statuses;
    },
    get diagnostics() {
      return checked().diagnostics;
    },
    get facts() {
      facts ??= gather();
      return facts;
    },
  };
}

/** Adds diagnostics, each to the status of its object if there is one. */
function withDiagnostics({ statuses, diagnostics }: Pick<Plan, "statuses" | "diagnostics">, newDiagnostics: readonly Diagnostic[]) {
  if (newDiagnostics.length === 0) return { statuses, diagnostics };
  const byStatus = groupBy(newDiagnostics, ({ object }) => statusKey(object));
  const all = statuses.map((status) => {
    const key = statusKey(status.object);
    const added = byStatus.get(key);
    byStatus.delete(key);
    return added ? { ...status, diagnostics: [...status.diagnostics, ...added] } : status;
  });
  return { statuses: all, diagnostics: [...diagnostics, ...[...byStatus.values()].flat()] };
}

/** Objects that a plan manages, by the names that rules use for pools ({@link Part.pool}). */
export const poolsIn = ({ names, pools = [] }: Pick<Facts, "names" | "pools">): ReadonlySet<string> => new Set([...names, ...pools]);

/** Identifies a resource within its component: `avi:Pool web`. */
export const resourceKey = ({ kind, name }: Pick<PlannedResource, "kind" | "name">): string => `${kind} ${name}`;

/** The resources of one kind, in the order of the plan. */
export function ofKind<K extends Kind>({ resources }: Pick<Plan, "resources">, { type }: K): PlannedResource<z.output<K["schema"]>>[] {
  // the kind of a resource says what its inputs are, which the compiler cannot see
  return resources.filter(({ kind }) => kind === type) as unknown as PlannedResource<z.output<K["schema"]>>[];
}

/** The Pulumi name of a resource below a component. */
export const pulumiName = ({ name, perComponent }: PlannedResource, component: string): string =>
  perComponent ? `${component}-${name}` : name;

/** The resources without the fields that are secret in their kinds. */
export function withoutSecrets(resources: readonly PlannedResource[], kinds: readonly Kind[]): PlannedResource[] {
  const secrets = new Map(kinds.map(({ type, fields }) => [type as string, pathsWith(fields, "secret")]));
  return resources.map((resource) => {
    const inputs = (secrets.get(resource.kind) ?? []).reduce(without, resource.inputs);
    return inputs === resource.inputs ? resource : { ...resource, inputs };
  });
}

/** The resources of a plan as a server is asked for their objects: without secrets, owners and order. */
export const shownResources = (
  { resources }: Pick<Plan, "resources">,
  kinds: readonly Kind[],
): Pick<PlannedResource, "kind" | "name" | "inputs">[] =>
  withoutSecrets(resources, kinds).map(({ kind, name, inputs }) => ({ kind, name, inputs }));

/** Inputs without one field, however many bodies have it. A value without it stays the same: preview knows unknown values by identity. */
function without(inputs: PlannedInputs, [field = "", ...below]: FieldPath): PlannedInputs {
  if (inputs[field] === undefined) return inputs;
  const { [field]: value, ...rest } = inputs;
  if (below.length === 0) return rest;
  const inside = (one: unknown): unknown => (isRecord(one) ? without(one, below) : one);
  return { ...rest, [field]: Array.isArray(value) ? value.map(inside) : inside(value) };
}
