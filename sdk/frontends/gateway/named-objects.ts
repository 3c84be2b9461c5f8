import { isRecord } from "../../specs";

/** An object as a cluster has it, before any check. */
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

/** Fields that refer to certificates, and the kind that they mean if they name none. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ["certificateRefs", "Secret"],
  ["clientCertificateRef", "Secret"],
  ["caCertificateRefs", "ConfigMap"],
]);

/** Kinds whose objects have such fields. */
const KINDS: readonly string[] = ["Gateway", "ListenerSet", "XListenerSet", "BackendTLSPolicy"];

/** Secrets and ConfigMaps that objects of the Gateway API name, each once. A cluster has many others that are not needed. */
export function namedObjects(objects: readonly LiveObject[]): NamedObject[] {
  const named = objects
    .filter(({ kind }) => KINDS.includes(kind))
    .flatMap(({ metadata, spec }) => referencesIn(spec, metadata.namespace ?? "default"));
  return [...new Map(named.map((one) => [`${one.kind} ${one.namespace}/${one.name}`, one])).values()];
}

function referencesIn(value: unknown, namespace: string): NamedObject[] {
  if (Array.isArray(value)) return value.flatMap((one) => referencesIn(one, namespace));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([field, one]) => {
    const usual = FIELDS.get(field);
    return usual === undefined ? referencesIn(one, namespace) : [one].flat().flatMap((ref) => namedBy(ref, usual, namespace));
  });
}

function namedBy(ref: unknown, usual: string, own: string): NamedObject[] {
  if (!isRecord(ref)) return [];
  const { group, kind = usual, name, namespace = own } = ref;
  if (group || typeof name !== "string" || typeof namespace !== "string") return [];
  return kind === "Secret" || kind === "ConfigMap" ? [{ kind, namespace, name }] : [];
}
