// Reads the specs of Mizar components, including resources of the program.

import * as pulumi from "@pulumi/pulumi";
import { flattenSources, readSources, type SpecSource, stopOnFaults } from "../../../components/sources";
import { type MizarSpecs, manifestNamespace, readMizarSpecs } from "../../../frontends";
import { flattenList, isRecord, type RawObject } from "../../../specs";

/**
 * Reads all sources; objects of Pulumi resources of the program exist by themselves.
 *
 * @param tenant of objects that name none
 */
export async function readMizarSources(source: SpecSource, tenant: string): Promise<MizarSpecs> {
  const flat = flattenSources(source);
  const made = flat.filter((one) => pulumi.Resource.isInstance(one));
  const plain = flat.filter((one) => !pulumi.Resource.isInstance(one));
  const [declared, existing] = await Promise.all([readSources(plain, "mizar"), readSources(made, "mizar")]);
  const facts = existing.objects.map((raw): RawObject => ({ ...raw, exists: true }));
  const specs = readMizarSpecs([...joined(declared.objects, tenant), ...facts], [...declared.diagnostics, ...existing.diagnostics]);
  stopOnFaults(specs.diagnostics);
  return specs;
}

type ManifestBody = Record<string, unknown> & { metadata: Record<string, unknown> };

/** Mizar's own names are the same for all tenants. */
const SHARED = new Set(["Vpc", "Subnet", "Endpoint"]);

/**
 * A manifest beside the same object of a live cluster: the manifest has the wanted object, the cluster since when it is there and which
 * addresses it has. Two manifests of one object stay two, and are an error.
 *
 * @param tenant of objects that name none
 */
function joined(raws: readonly RawObject[], tenant: string): RawObject[] {
  const flat = raws.flatMap(flattenList);
  const key = (body: ManifestBody) => {
    const { kind, apiVersion, metadata } = body;
    const ownTenant = SHARED.has(String(kind)) ? "" : metadata.tenant || tenant;
    return [apiVersion, kind, ownTenant, manifestNamespace(String(kind), metadata.namespace), metadata.name].join("/");
  };
  const bodies = flat.map(({ value }) => value).filter(isBody);
  const existing = new Map(bodies.filter(isThere).map((body) => [key(body), body]));
  const declared = new Set(bodies.filter((body) => !isThere(body)).map(key));
  return flat.flatMap((raw): RawObject[] => {
    const { value } = raw;
    if (!isBody(value)) return [raw];
    if (isThere(value)) return declared.has(key(value)) ? [] : [raw];
    const live = existing.get(key(value));
    return [live ? { ...raw, value: withFacts(value, live) } : raw];
  });
}

function withFacts(manifest: ManifestBody, { metadata: { creationTimestamp }, status }: ManifestBody): ManifestBody {
  const facts = manifest.kind === "Pod" && status !== undefined ? { status } : {};
  return { ...manifest, metadata: { ...manifest.metadata, creationTimestamp }, ...facts };
}

/** None but the server writes a uid. */
function isThere({ metadata }: ManifestBody): boolean {
  return metadata.uid !== undefined;
}

function isBody(value: unknown): value is ManifestBody {
  return isRecord(value) && isRecord(value.metadata);
}
