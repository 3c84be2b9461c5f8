// Certificates that listeners preserve when the specs lack their Secret.

import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { isVoid, listenerKey, textIn } from "./compare";
import type { NormalListener, NormalTree } from "./normal";

/** Fields of a listener with the certificates that it serves. */
const SERVED = ["default_tls_container_ref", "sni_container_refs"] as const;

/** True if a listener has a certificate to serve. */
const isServed = (listener: JsonObject) => SERVED.some((field) => !isVoid(listener[field]));

/**
 * A tree in which the listeners of these keys have the certificates that they have in `held`. One that is not there has its own; without any
 * it cannot be served and is left out, with its policies.
 */
export function withPreservedCertificates(tree: NormalTree, live: NormalTree | undefined, keep: ReadonlySet<string>): NormalTree {
  if (keep.size === 0) return tree;
  const liveByKey = new Map(live?.listeners.map((listener) => [listenerKey(listener), listener]));
  const listeners = tree.listeners.flatMap((listener): NormalListener[] => {
    const liveListener = liveByKey.get(listenerKey(listener));
    if (!keep.has(listenerKey(listener))) return [listener];
    if (liveListener?.protocol !== listener.protocol) return isServed(listener) ? [listener] : [];
    const kept = { ...listener };
    for (const field of SERVED) {
      delete kept[field];
      const value = liveListener[field];
      if (value !== undefined && !isVoid(value)) kept[field] = value;
    }
    return [kept];
  });
  return { ...tree, listeners };
}

/** Names of the certificates that the listeners of these keys serve. */
export function preservedCertificateNames(tree: NormalTree | undefined, keep: ReadonlySet<string>): ReadonlySet<string> {
  const on = tree?.listeners.filter((listener) => keep.has(listenerKey(listener))) ?? [];
  const refs = on.flatMap((listener) => SERVED.flatMap((field) => listener[field] ?? []));
  return new Set(refs.flatMap((ref) => (isObject(ref) ? [textIn(ref.name)] : [])));
}
