// Removes status entries of Gateways that no longer exist.

import { hasSharedLists, type StatusChange } from "../../../provider/kubernetes";
import type { KubernetesObject } from "../../../provider/kubernetes/types";
import type { Status } from "../../routing";
import { statusKey } from "../../routing/status";
import { isRecord, keyOf } from "../../specs";

type Fields = NonNullable<StatusChange["wanted"]>;
type Entry = Record<string, unknown>;

/** Lists with entries of several controllers, and the field of the parent in them. */
export const SHARED_LISTS: Readonly<Record<string, string>> = { parents: "parentRef", ancestors: "ancestorRef" };

const entriesIn = (value: unknown): Entry[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/**
 * Finds the entries that a process before this one wrote and that nothing wants any more: of a controller name of ours, at a Gateway or
 * ListenerSet of the component. Nobody else serves these.
 *
 * @param live the objects of its clusters, by {@link statusKey}
 */
export function staleEntriesFor(
  statuses: readonly Status[],
  live: ReadonlyMap<string, KubernetesObject>,
): (object: KubernetesObject, next: Fields | undefined) => Fields | undefined {
  const ownKeys = new Set(
    statuses
      .map(({ object }) => object)
      .filter(isParent)
      .map(entryKey),
  );
  const controllers = new Set(statuses.flatMap((status) => controllersOf(status, live)));
  return (object, next) => {
    if (ownKeys.size === 0 || !hasSharedLists(object.apiVersion) || !isRecord(object.status)) return undefined;
    const { status, metadata } = object;
    const staleLists = Object.entries(SHARED_LISTS).flatMap(([list, field]) => {
      const place = (entry: Entry) => entryKey(refOf(entry[field], metadata.namespace));
      const remaining = new Set(entriesIn(next?.[list]).map(place));
      const isStale = (entry: Entry) => controllers.has(entry.controllerName) && ownKeys.has(place(entry)) && !remaining.has(place(entry));
      const stale = entriesIn(status[list]).filter(isStale);
      return stale.length > 0 ? [[list, stale] as const] : [];
    });
    // what an API server has is JSON
    return staleLists.length > 0 ? (Object.fromEntries(staleLists) as Fields) : undefined;
  };
}

interface Place {
  kind: string;
  namespace: string;
  name: string;
}

const isParent = ({ apiVersion, kind }: Status["object"]): boolean => hasSharedLists(apiVersion) && /^(Gateway|X?ListenerSet)$/.test(kind);

const entryKey = ({ kind, namespace, name }: Place): string => `${kind} ${keyOf({ namespace, name })}`;

function refOf(ref: unknown, namespace: string | undefined): Place {
  const parentRef = isRecord(ref) ? ref : {};
  return {
    kind: String(parentRef.kind ?? "Gateway"),
    namespace: String(parentRef.namespace ?? namespace ?? ""),
    name: String(parentRef.name),
  };
}

/** Controller names that the component writes: those in its entries, and those of its classes. */
function controllersOf({ object, fields = {} }: Status, live: ReadonlyMap<string, KubernetesObject>): unknown[] {
  const written = Object.keys(SHARED_LISTS).flatMap((list) => entriesIn(fields[list]).map(({ controllerName }) => controllerName));
  const spec = object.kind === "GatewayClass" ? live.get(statusKey(object))?.spec : undefined;
  return isRecord(spec) ? [...written, spec.controllerName] : written;
}
