// The statuses that objects should have now.

import { type StatusChange, statusPatch } from "../../../provider/kubernetes";
import type { KubernetesObject } from "../../../provider/kubernetes/types";
import type { Status } from "../../routing";
import { statusKey } from "../../routing/status";
import { SHARED_LISTS, staleEntriesFor } from "./stale-entries";

/** Fields of a status, plain JSON. */
type Fields = NonNullable<StatusChange["wanted"]>;

/** A status that differs from what the object has. */
export interface WantedStatus {
  /** As {@link statusKey} spells it. */
  key: string;
  object: KubernetesObject;
  change: StatusChange;
}

/** The fields that were wanted last, by {@link statusKey}. */
export type LastStatuses = ReadonlyMap<string, Fields>;

/**
 * Compares the statuses of a component with what its objects have.
 *
 * @param live the objects of its clusters, by {@link statusKey}
 * @param fieldsOf the fields of a status with the answer of its Gateway
 */
export function wantedStatuses(
  statuses: readonly Status[],
  live: ReadonlyMap<string, KubernetesObject>,
  last: LastStatuses,
  fieldsOf: (status: Status, object: KubernetesObject) => { [field: string]: unknown } | undefined,
): { wanted: WantedStatus[]; last: LastStatuses } {
  const now = new Map<string, Fields>();
  const changes: WantedStatus[] = [];
  const staleIn = staleEntriesFor(statuses, live);
  for (const status of statuses) {
    const key = statusKey(status.object);
    const object = live.get(key);
    const fields = object && fieldsOf(status, object);
    if (!object || !fields) continue;
    // what front ends give is JSON, but for fields that are undefined
    const next: Fields = JSON.parse(JSON.stringify(fields));
    now.set(key, next);
    changes.push({ key, object, change: { wanted: next, before: together(last.get(key), staleIn(object, next)) } });
  }
  for (const [key, object] of live) {
    if (now.has(key)) continue;
    // of an object that no longer refers to us our entries go
    const written = Object.entries(last.get(key) ?? {}).filter(([name]) => name in SHARED_LISTS);
    const lists = together(Object.fromEntries(written), staleIn(object, undefined)) ?? {};
    if (Object.keys(lists).length > 0) changes.push({ key, object, change: { before: lists } });
  }
  const differing = changes.filter(({ object, change }) => statusPatch(object, change, "") !== undefined);
  // an object keeps its entry until it no longer has ours
  for (const { key, change } of differing) if (!now.has(key) && change.before) now.set(key, change.before);
  return { wanted: differing, last: now };
}

/** The fields of both, lists joined. */
function together(fields: Fields | undefined, other: Fields | undefined): Fields | undefined {
  if (!fields || !other) return fields ?? other;
  const both = Object.entries(other).map(([name, list]) => {
    const value = fields[name];
    return [name, Array.isArray(value) && Array.isArray(list) ? [...value, ...list] : list] as const;
  });
  return { ...fields, ...Object.fromEntries(both) };
}
