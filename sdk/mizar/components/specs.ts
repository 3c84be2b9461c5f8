import * as pulumi from "@pulumi/pulumi";
import type { ObjectRef } from "../../../kinds/diagnostic";
import { readSources, type SpecSource, stopOnFaults } from "../../sources";
import { flattenList, isRecord, type MizarSpecs, type RawObject, readMizarSpecs } from "../../specs";
import { isThere, joined } from "./joined";

/** What the components of Mizar read. */
export interface Given {
  specs: MizarSpecs;
  /** The manifests as they were given: a Pod is created as it stands there, with more annotations. */
  manifests: ReadonlyMap<string, Manifest>;
}

/** One object as it was given. */
export interface Manifest {
  body: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** The server has it already, or another resource of the program makes it: then it is a fact and nothing to be made. */
  exists: boolean;
}

/** The manifest of an object; what has no namespace stands under the usual one. */
export function manifestOf(object: ObjectRef, { manifests }: Given): Manifest | undefined {
  return manifests.get(manifestKey(object)) ?? manifests.get(manifestKey({ ...object, namespace: undefined }));
}

/** What names an object among those of all tenants. */
function manifestKey({ kind, tenant = "", namespace, name }: { kind: string; tenant?: string; namespace?: string; name: string }): string {
  return [kind, tenant, namespace ?? "default", name].join("/");
}

/**
 * Reads all sources; objects that resources of the program stand for exist by themselves.
 *
 * @param tenant of objects that name none
 */
export async function readGiven(source: SpecSource, tenant: string): Promise<Given> {
  const flat = flatten(source);
  const made = flat.filter((one) => pulumi.Resource.isInstance(one));
  const plain = flat.filter((one) => !pulumi.Resource.isInstance(one));
  const [own, others] = await Promise.all([readSources(plain, "mizar"), readSources(made, "mizar")]);
  const objects = joined(own.objects, tenant);
  const specs = readMizarSpecs([...objects, ...others.objects], [...own.diagnostics, ...others.diagnostics]);
  stopOnFaults(specs.diagnostics);
  return { specs, manifests: new Map([...entries(objects, false), ...entries(others.objects, true)]) };
}

function entries(raws: readonly RawObject[], made: boolean): [string, Manifest][] {
  return raws.flatMap(flattenList).flatMap(({ value: body }): [string, Manifest][] => {
    if (!isRecord(body) || !isRecord(body.metadata)) return [];
    const { metadata, kind } = body;
    const text = (field: string) => (typeof metadata[field] === "string" ? String(metadata[field]) : undefined);
    const exists = made || isThere({ ...body, metadata });
    const key = manifestKey({ kind: String(kind), tenant: text("tenant"), namespace: text("namespace"), name: text("name") ?? "" });
    return [[key, { body, metadata, exists }]];
  });
}

function flatten(source: SpecSource): Exclude<SpecSource, readonly SpecSource[]>[] {
  return Array.isArray(source) ? source.flatMap(flatten) : [source as Exclude<SpecSource, readonly SpecSource[]>];
}
