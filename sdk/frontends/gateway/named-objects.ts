// Lists the Secrets and ConfigMaps that objects of Gateway API refer to.

import { isRecord } from "../../specs";

/** An object in a cluster, before validation. */
interface LiveObject {
  kind: string;
  metadata: { namespace?: string };
  spec?: unknown;
}

/** A Secret or ConfigMap that an object refers to. */
export interface NamedObject {
  kind: "Secret" | "ConfigMap";
  namespace: string;
  name: string;
}

/** Fields that refer to certificates, with their default kind. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["certificateRefs", "Secret"],
  ["clientCertificateRef", "Secret"],
  ["caCertificateRefs", "ConfigMap"],
]);

/** Kinds with such fields. */
const KINDS: readonly string[] = ["Gateway", "ListenerSet", "XListenerSet", "BackendTLSPolicy"];

/** Secrets and ConfigMaps named by Gateway API objects, without duplicates: only these are read from a cluster. */
export function namedObjects(objects: readonly LiveObject[]): NamedObject[] {
  const named = objects
    .filter(({ kind }) => KINDS.includes(kind))
    .flatMap(({ metadata, spec }) => referencesIn(spec, metadata.namespace ?? "default"));
  return [...new Map(named.map((one) => [`${one.kind} ${one.namespace}/${one.name}`, one])).values()];
}

function referencesIn(value: unknown, namespace: string): NamedObject[] {
  if (Array.isArray(value)) return value.flatMap((one) => referencesIn(one, namespace));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const usual = FIELDS.get(field);
    return usual === undefined ? referencesIn(inner, namespace) : [inner].flat().flatMap((ref) => namedBy(ref, usual, namespace));
  });
}

function namedBy(ref: unknown, usual: string, ownNamespace: string): NamedObject[] {
  if (!isRecord(ref)) return [];
  const { group, kind = usual, name, namespace = ownNamespace } = ref;
  if (group || typeof name !== "string" || typeof namespace !== "string") return [];
  return kind === "Secret" || kind === "ConfigMap" ? [{ kind, namespace, name }] : [];
}
