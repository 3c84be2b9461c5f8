// Indexes the manifests of Arktos objects.

import type { ObjectRef } from "../../../resources/diagnostic";
import { flattenList, isRecord, isTooDeep, type RawObject } from "../../specs";
import { asSent } from "../../specs/yaml/ambiguous-number";

/** An object as given: Pods are created from their manifest, with further annotations. */
export interface GivenManifest {
  body: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** The server already has it, or another resource of the program creates it: it is only read. */
  exists: boolean;
}

/** The manifests of objects by {@link manifestKey}. */
export function manifestsIn(raws: readonly RawObject[]): ReadonlyMap<string, GivenManifest> {
  const entries = raws.flatMap(flattenList).flatMap(({ value, exists = false }): [string, GivenManifest][] => {
    // nesting that is too deep is reported by the reader of the object
    const body = isTooDeep(value) ? undefined : asSent(value);
    if (!isRecord(body) || !isRecord(body.metadata)) return [];
    const { metadata, kind } = body;
    const text = (field: string) => (typeof metadata[field] === "string" ? String(metadata[field]) : undefined);
    const key = manifestKey({ kind: String(kind), tenant: text("tenant"), namespace: text("namespace"), name: text("name") ?? "" });
    // only servers write a uid
    return [[key, { body, metadata, exists: exists || metadata.uid !== undefined }]];
  });
  return new Map(entries);
}

/** Key of an object among those of all tenants. */
export function manifestKey({
  kind,
  tenant = "",
  namespace,
  name,
}: Pick<ObjectRef, "kind" | "tenant" | "name"> & { namespace?: string }): string {
  return [kind, tenant, manifestNamespace(kind, namespace), name].join("/");
}

/** Namespace of an object; Networks have none, even if their manifests set one. */
export const manifestNamespace = (kind: string, namespace: unknown = "default") => (kind === "Network" ? "" : namespace);
