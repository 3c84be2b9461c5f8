import { SUBNET_ANNOTATION, VPC_ANNOTATION } from "../homes";
import type { KubernetesBody, PodPlacement, ServicePlacement } from "../plan";
import type { Manifest } from "./specs";

/** Metadata and spec of one object, as its resource takes them. */
export interface ObjectInputs {
  metadata: { name: string; namespace?: string; tenant?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

/** What only the operator writes. */
const COMPUTED = new Set(["status", "vni", "createtime", "provisiondelay"]);

/** A Network, Vpc or Subnet. What the manifest does not say is not declared: the operator chooses, and may change its mind. */
export function objectInputs({ metadata, spec }: KubernetesBody, manifest: Manifest): ObjectInputs {
  const declared = isRecord(manifest.body.spec) ? manifest.body.spec : {};
  const known = Object.entries(spec).filter(([field]) => !COMPUTED.has(field) && field in declared);
  return { metadata: metadata as ObjectInputs["metadata"], spec: Object.fromEntries(known) };
}

/** The Pod of the manifest in its place. */
export function podInputs({ name, namespace, tenant, annotations }: PodPlacement, { body, metadata }: Manifest): ObjectInputs {
  return { metadata: { ...identity(name, namespace, tenant), ...labelsOf(metadata), annotations }, spec: specOf(body) };
}

/**
 * The Service of the manifest in its place. Its clusterIP is set only in a cluster with tenants, Arktos, which takes any; a plain
 * Kubernetes gives one of its own range (DESIGN 3).
 */
export function serviceInputs(
  { name, namespace, tenant, clusterIP, endpoint }: ServicePlacement,
  { body, metadata }: Manifest,
): ObjectInputs {
  const annotations = isRecord(metadata.annotations) ? (metadata.annotations as Record<string, string>) : {};
  return {
    metadata: {
      ...identity(name, namespace, tenant),
      ...labelsOf(metadata),
      annotations: { ...annotations, [VPC_ANNOTATION]: endpoint.vpc, [SUBNET_ANNOTATION]: endpoint.net },
    },
    spec: { ...specOf(body), ...(tenant !== "" && clusterIP !== null ? { clusterIP } : {}) },
  };
}

function identity(name: string, namespace: string, tenant: string) {
  return { name, namespace, ...(tenant === "" ? {} : { tenant }) };
}

function labelsOf({ labels }: Record<string, unknown>): { labels?: Record<string, string> } {
  return isRecord(labels) && Object.keys(labels).length > 0 ? { labels: labels as Record<string, string> } : {};
}

function specOf({ spec }: Record<string, unknown>): Record<string, unknown> {
  return isRecord(spec) ? spec : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
