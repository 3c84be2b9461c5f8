import type { ObjectRef } from "../../../resources/diagnostic";
import { flattenList, isRecord, isTooDeep, type RawObject } from "../../specs";
import { asSent } from "../../specs/yaml/ambiguous-number";

/** An object as it was given: a Pod is created as in its manifest, with more annotations. */
export interface GivenManifest {
  body: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** The server has it already, or another resource of the program makes it: then it is a fact and nothing to be made. */
  exists: boolean;
}

/** The manifests of objects by {@link manifestKey}. */
export function manifestsIn(raws: readonly RawObject[]): ReadonlyMap<string, GivenManifest> {
  const entries = raws.flatMap(flattenList).flatMap(({ value, exists = false }): [string, GivenManifest][] => {
    // whoever reads the objects reports those that are too deep
    const body = isTooDeep(value) ? undefined : asSent(value);
    if (!isRecord(body) || !isRecord(body.metadata)) return [];
    const { metadata, kind } = body;
    const text = (field: string) => (typeof metadata[field] === "string" ? String(metadata[field]) : undefined);
    const key = manifestKey({ kind: String(kind), tenant: text("tenant"), namespace: text("namespace"), name: text("name") ?? "" });
    // none but the server writes a uid
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

/** The namespace of an object; Networks have none, whatever their manifests say. */
export const manifestNamespace = (kind: string, namespace: unknown = "default") => (kind === "Network" ? "" : namespace);
