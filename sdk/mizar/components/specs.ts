import * as pulumi from "@pulumi/pulumi";
import { LbError, type ObjectRef } from "../../../kinds/diagnostic";
import { flattenSources, readSources, type SpecSource, stopOnFaults } from "../../components/sources";
import { type MizarSpecs, readMizarSpecs } from "../../frontends";
import { flattenList, isRecord, type RawObject } from "../../specs";
import { asSent } from "../../specs/ambiguous-number";

/** Input of the components of Mizar. */
export interface Given {
  specs: MizarSpecs;
  /** The manifests as they were given: a Pod is created as in its manifest, with more annotations. */
  manifests: ReadonlyMap<string, Manifest>;
}

/** One object as it was given. */
export interface Manifest {
  body: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** The server has it already, or another resource of the program makes it: then it is a fact and nothing to be made. */
  exists: boolean;
}

/** The manifest of an object. */
export function manifestOf(object: ObjectRef, { manifests }: Given): Manifest | undefined {
  return manifests.get(manifestKey(object));
}

/** Key of an object among those of all tenants. */
function manifestKey({ kind, tenant = "", namespace, name }: { kind: string; tenant?: string; namespace?: string; name: string }): string {
  return [kind, tenant, namespaceOf(kind, namespace), name].join("/");
}

/** Networks have none, whatever their manifests say. */
const namespaceOf = (kind: unknown, namespace: unknown = "default") => (kind === "Network" ? "" : namespace);

/**
 * Reads all sources; objects that resources of the program stand for exist by themselves.
 *
 * @param tenant of objects that name none
 */
export async function readGiven(source: SpecSource, tenant: string): Promise<Given> {
  const flat = flattenSources(source);
  const made = flat.filter((one) => pulumi.Resource.isInstance(one));
  const plain = flat.filter((one) => !pulumi.Resource.isInstance(one));
  const [own, others] = await Promise.all([readSources(plain, "mizar"), readSources(made, "mizar")]);
  const objects = joined(own.objects, tenant);
  const specs = readMizarSpecs([...objects, ...others.objects], [...own.diagnostics, ...others.diagnostics]);
  stopOnFaults(specs.diagnostics);
  return { specs, manifests: new Map([...entries(objects, false), ...entries(others.objects, true)]) };
}

function entries(raws: readonly RawObject[], made: boolean): [string, Manifest][] {
  return raws.flatMap(flattenList).flatMap(({ value }): [string, Manifest][] => {
    const body = asSent(value);
    if (!isRecord(body) || !isRecord(body.metadata)) return [];
    const { metadata, kind } = body;
    const text = (field: string) => (typeof metadata[field] === "string" ? String(metadata[field]) : undefined);
    const exists = made || isThere({ ...body, metadata });
    const key = manifestKey({ kind: String(kind), tenant: text("tenant"), namespace: text("namespace"), name: text("name") ?? "" });
    return [[key, { body, metadata, exists }]];
  });
}

type Body = Record<string, unknown> & { metadata: Record<string, unknown> };

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
  const key = (body: Body) => {
    const { kind, apiVersion, metadata } = body;
    const own = SHARED.has(String(kind)) ? "" : metadata.tenant || tenant;
    return [apiVersion, kind, own, namespaceOf(kind, metadata.namespace), metadata.name].join("/");
  };
  const bodies = flat.map(({ value }) => value).filter(isBody);
  const there = new Map(bodies.filter(isThere).map((body) => [key(body), body]));
  const declared = new Set(bodies.filter((body) => !isThere(body)).map(key));
  return flat.flatMap((raw): RawObject[] => {
    const { value } = raw;
    if (!isBody(value)) return [raw];
    if (isThere(value)) return declared.has(key(value)) ? [] : [raw];
    const live = there.get(key(value));
    return [live ? { ...raw, value: withFacts(value, live) } : raw];
  });
}

function withFacts(manifest: Body, { metadata: { creationTimestamp }, status }: Body): Body {
  const facts = manifest.kind === "Pod" && status !== undefined ? { status } : {};
  return { ...manifest, metadata: { ...manifest.metadata, creationTimestamp }, ...facts };
}

/** None but the server writes a uid. */
function isThere({ metadata }: Body): boolean {
  return metadata.uid !== undefined;
}

function isBody(value: unknown): value is Body {
  return isRecord(value) && isRecord(value.metadata);
}

/** Objects that a component makes. The others among its specs are facts. */
export interface Scope {
  kinds: ReadonlySet<string>;
  /** Refuses specs that the component is not for. */
  check?(given: Given): void;
}

/** Everything the specs hold. */
export const WHOLE: Scope = { kinds: new Set(["Vpc", "Subnet", "Network", "Pod", "Service"]) };

/** One object of a kind; what it is in comes with it as a fact. */
export function one(kind: "Network" | "Pod" | "Service"): Scope {
  return {
    kinds: new Set([kind]),
    check(given) {
      const { specs } = given;
      const all = kind === "Network" ? specs.networks : specs.workloads.filter(({ ref }) => ref.kind === kind);
      const own = all.filter(({ ref }) => !manifestOf(ref, given)?.exists);
      if (own.length === 1) return;
      throw new LbError({
        code: "LB1110",
        message: `the component is for one ${kind}, the specs hold ${own.length}`,
        remedy: "Use KubernetesCluster for many.",
      });
    },
  };
}
