// Keys and references of Kubernetes objects.

import type { KubernetesObject } from "../../../provider/kubernetes/types";
import type { ObjectRef } from "../../../resources/diagnostic";
import { isRecord, keyOf, type RawObject } from "../../specs";

export const metadataIn = ({ value }: RawObject): Record<string, unknown> =>
  isRecord(value) && isRecord(value.metadata) ? value.metadata : {};

export const kindIn = ({ value }: RawObject): string => (isRecord(value) ? String(value.kind) : "");

/** Text that identifies a member of a component. */
export function memberKey(raw: RawObject): string {
  const { namespace, name } = metadataIn(raw);
  return `${kindIn(raw)} ${keyOf({ namespace: String(namespace ?? ""), name: String(name) })} ${raw.source?.file ?? ""}`;
}

/** The Service that an Endpoints or EndpointSlice object is about. */
export function serviceOf(raw: RawObject | undefined): string | undefined {
  if (!raw) return undefined;
  const { namespace, name, labels } = metadataIn(raw);
  const inNamespace = String(namespace ?? "default");
  if (kindIn(raw) === "Endpoints") return keyOf({ namespace: inNamespace, name: String(name) });
  if (kindIn(raw) !== "EndpointSlice" || !isRecord(labels)) return undefined;
  const service = labels["kubernetes.io/service-name"];
  return typeof service === "string" ? keyOf({ namespace: inNamespace, name: service }) : undefined;
}

/** An object of a cluster, as translations read it. */
export const rawOf = (value: KubernetesObject, context: string): RawObject => ({ value, source: { file: `cluster ${context}` } });

/** Reference to an object, with its cluster. */
export function refIn(raw: RawObject): ObjectRef {
  const { namespace, name } = metadataIn(raw);
  const apiVersion = isRecord(raw.value) ? String(raw.value.apiVersion) : "";
  const { source } = raw;
  return { apiVersion, kind: kindIn(raw), namespace: String(namespace ?? ""), name: String(name), ...(source ? { source } : {}) };
}

/** Text that identifies an object among those of all clusters. */
export function keyIn(raw: RawObject): string {
  const { apiVersion, kind, ...id } = refIn(raw);
  return `${apiVersion} ${kind} ${keyOf(id)} ${raw.source?.file ?? ""}`;
}

/** True if the object is being deleted: it has no effect then. */
export function isEnding({ value }: RawObject): boolean {
  const { metadata } = value as KubernetesObject;
  return metadata.deletionTimestamp !== undefined;
}
