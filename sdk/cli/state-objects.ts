import { type AviKind, bodiesIn } from "../../kinds/avi/kind";
import {
  CERTIFICATE,
  DEDICATED_VS,
  L4_VS,
  PASSTHROUGH_VS,
  POOL,
  SHARED_VS,
  SNI_VS,
  type StaticRoutesInputs,
} from "../../kinds/avi/resources";
import type { Json } from "../../kinds/kind";
import type { LoadBalancerInputs } from "../../kinds/octavia/types";
import type { JsonObject } from "../../provider/lifecycle/json";
import { vrfContext, withoutKey } from "../avi/plan";
import { besideLoadBalancers } from "../octavia/plan";
import { isRecord } from "../specs";
import { resourcesIn, type StateResource } from "../watch/stack-state";
import type { Objects } from "./changes";
import { UsageError } from "./grammar";

const AVI_KINDS = new Map<string, AviKind>(
  [CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS].map((kind) => [kind.type, kind]),
);

/** Fields that components add to a translation: owner and place of an object. A state does not show whose the routes are. */
const ADDED = {
  avi: ["created_by", "markers", "vsvip_cloud_config_cksum", "cloud_ref", "tenant_ref", "vrf_ref", "vrf_context_ref", "labels"],
  octavia: ["tags", "description", "project_id"],
} as const;

const READERS = { avi: bodiesOfAvi, octavia: bodiesOfOctavia } as const;

/** The targets whose resources hold the bodies of a translation. */
export type StateTarget = keyof typeof READERS;

export const isStateTarget = (target: string): target is StateTarget => Object.hasOwn(READERS, target);

/** Selection of the resources of a stack: those of one component, or of the components of one cluster. */
export interface Whose {
  cluster?: string;
  component?: string;
}

/**
 * Objects that the resources of this package declare in a state, in the form of a translation. Private keys are left out, as they are
 * there. If no component is of that cluster, only the name of the cluster differs, and all resources count.
 *
 * @throws UsageError if there is no such component
 */
export function objectsInState(deployment: unknown, target: StateTarget, whose: Whose = {}): Objects {
  const objects: { [type: string]: JsonObject[] } = {};
  for (const { type, inputs } of resourcesOf(deployment, target, whose)) {
    const [, kind = ""] = type.split(":");
    // the content of a state is JSON
    for (const [api, body] of READERS[target](kind, inputs as JsonObject)) objects[api] = [...(objects[api] ?? []), body];
  }
  return withoutAdded(objects, target);
}

/**
 * The resources of one target that are meant.
 *
 * @throws UsageError where there is no such component
 */
export function resourcesOf(deployment: unknown, target: StateTarget, { cluster, component }: Whose): readonly StateResource[] {
  const all = resourcesIn(deployment).filter(({ type }) => type.startsWith(`${target}:`));
  const isMeant = (whose: Whose) =>
    component === undefined ? whose.cluster === (cluster ?? whose.cluster) : whose.component === component;
  const meant = all.filter(({ inputs }) => isMeant(whoseIs(inputs.owner)));
  if (component !== undefined && meant.length === 0) throw noSuchComponent(component, all);
  return meant.length > 0 ? meant : all;
}

/** The last parts of `pulumi-k8s-lb:<project>/<stack>/<cluster>/<component>`; nothing of what belongs to no component. */
function whoseIs(owner: unknown): Whose {
  const [, , cluster, ...component] = String(owner).split("/");
  return component.length > 0 ? { cluster, component: component.join("/") } : {};
}

function noSuchComponent(component: string, resources: readonly StateResource[]): UsageError {
  const names = [...new Set(resources.flatMap(({ inputs }) => whoseIs(inputs.owner).component ?? []))];
  return new UsageError(`there is no component "${component}" in the stack; there are: ${names.join(", ") || "none"}`);
}

/** Objects without what components add, which a translation knows nothing of, or only its default. */
export function withoutAdded(objects: Objects, target: StateTarget): Objects {
  const added: readonly string[] = ADDED[target];
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    return isRecord(value) ? fieldsOf(value) : value;
  };
  const fieldsOf = (body: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(body).flatMap(([key, value]) => (added.includes(key) || value === undefined ? [] : [[key, plain(value)]])),
    );
  return Object.fromEntries(
    Object.entries(objects).map(([type, bodies = []]) => [type, Array.isArray(bodies) ? bodies.map(fieldsOf) : bodies]),
  );
}

function bodiesOfAvi(kind: string, inputs: JsonObject): [string, JsonObject][] {
  if (kind === "StaticRoutes" && isRoutes(inputs)) return [["vrfcontext", vrfContext(inputs, false)]];
  const slots = AVI_KINDS.get(`avi:${kind}`)?.slots ?? [];
  return slots.flatMap((slot) => bodiesIn(slot, inputs).map((body): [string, JsonObject] => [slot.type, withoutKey(body)]));
}

function bodiesOfOctavia(kind: string, inputs: JsonObject): [string, JsonObject][] {
  if (kind !== "LoadBalancer" || !isLoadBalancer(inputs)) return [];
  const lists: { [api: string]: readonly object[] } = { loadbalancers: [inputs.loadBalancer], ...besideLoadBalancers([inputs]) };
  return Object.entries(lists).flatMap(([api, bodies]) => bodies.map((body): [string, JsonObject] => [api, { ...body }]));
}

// what was declared was checked before it came into a state
const isRoutes = (inputs: object): inputs is StaticRoutesInputs => "routes" in inputs && Array.isArray(inputs.routes);
const isLoadBalancer = (inputs: object): inputs is LoadBalancerInputs => "loadBalancer" in inputs && isRecord(inputs.loadBalancer);
