import { type AviKind, bodiesIn } from "../../kinds/avi/kind";
import { CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS } from "../../kinds/avi/resources";
import type { Json } from "../../kinds/kind";
import { isObject, type JsonObject } from "../../provider/lifecycle/json";
import type { Objects } from "./changes";

const AVI_KINDS = new Map<string, AviKind>(
  [CERTIFICATE, DEDICATED_VS, L4_VS, PASSTHROUGH_VS, POOL, SHARED_VS, SNI_VS].map((kind) => [kind.type, kind]),
);

/** What components add to what a translation says: whose an object is, and where it lives. */
const ADDED = {
  avi: ["created_by", "markers", "vsvip_cloud_config_cksum", "cloud_ref", "tenant_ref", "vrf_ref", "vrf_context_ref"],
  octavia: ["tags", "description", "project_id"],
} as const;

const READERS = { avi: bodiesOfAvi, octavia: bodiesOfOctavia } as const;

/** The targets whose resources hold the bodies of a translation. */
export type StateTarget = keyof typeof READERS;

export const isStateTarget = (target: string): target is StateTarget => Object.hasOwn(READERS, target);

/** What the resources of this package declare in a state, in the form of a translation. */
export function objectsInState(deployment: unknown, target: StateTarget): Objects {
  const resources = isObject(deployment) && Array.isArray(deployment.resources) ? deployment.resources.filter(isObject) : [];
  const objects: { [type: string]: JsonObject[] } = {};
  for (const { type, inputs } of resources) {
    const [, kind] = new RegExp(`:dynamic/k8s-lb-${target}:(\\w+)$`).exec(String(type)) ?? [];
    if (!kind || !isObject(inputs)) continue;
    for (const [api, body] of READERS[target](kind, inputs)) {
      objects[api] = [...(objects[api] ?? []), body];
    }
  }
  return withoutAdded(objects, target);
}

/** Objects without what components add, which a translation knows nothing of, or only its default. */
export function withoutAdded(objects: Objects, target: StateTarget): Objects {
  const added: readonly string[] = ADDED[target];
  const plain = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(plain);
    return isObject(value) ? fieldsOf(value) : value;
  };
  const fieldsOf = (body: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(body).flatMap(([key, value]) => (added.includes(key) || value === undefined ? [] : [[key, plain(value)]])),
    );
  return Object.fromEntries(
    Object.entries(objects).map(([type, bodies = []]) => [type, Array.isArray(bodies) ? bodies.filter(isObject).map(fieldsOf) : bodies]),
  );
}

function bodiesOfAvi(kind: string, inputs: JsonObject): [string, JsonObject][] {
  const slots = AVI_KINDS.get(`avi:${kind}`)?.slots ?? [];
  return slots.flatMap((slot) => bodiesIn(slot, inputs).map((body): [string, JsonObject] => [slot.type, body]));
}

function bodiesOfOctavia(kind: string, { loadBalancer }: JsonObject): [string, JsonObject][] {
  return kind === "LoadBalancer" && isObject(loadBalancer) ? [["loadbalancers", loadBalancer]] : [];
}
