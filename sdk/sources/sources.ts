import * as pulumi from "@pulumi/pulumi";
import { type Diagnostic, describeFault } from "../../kinds/diagnostic";
import { LbError } from "../../kinds/errors";
import type { Family } from "../kubernetes/kinds";
import { LiveCluster } from "../kubernetes/live-cluster";
import { type RawObject, readManifestFiles, readSpecs, type SpecSet } from "../specs";
import { readLiveCluster } from "./live";
import { resolveKnown } from "./resolve-known";

/** A Kubernetes object as it stands in a manifest. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/**
 * Where specs come from: the path of a file or folder or a glob (relative to the program), a plain object, a resource of
 * `@pulumi/kubernetes` in the same program, an output of any of the objects, a live cluster (`liveCluster()` of
 * `pulumi-k8s-lb/cluster`), or a list of all these.
 */
export type SpecSource = string | KubernetesObject | LiveCluster | pulumi.Resource | pulumi.Output<unknown> | readonly SpecSource[];

/** Faults of text and shape, after which nothing may be changed: a half-read set of specs would look like a smaller cluster. */
const isFatal = ({ code, severity }: Diagnostic) => severity === "error" && code.startsWith("LB10");

/** The members of a `@pulumi/kubernetes` resource that make up its manifest. */
const MANIFEST = [
  "apiVersion",
  "kind",
  "metadata",
  "spec",
  "data",
  "stringData",
  "subsets",
  "addressType",
  "endpoints",
  "ports",
  "status",
] as const;

/**
 * Reads all sources. Faults in the text or shape of any object stop the run, all of them in one error.
 *
 * @throws LbError LB1001 to LB1004 or LB1008 to LB1013
 */
export async function toSpecs(sources: SpecSource): Promise<SpecSet> {
  const { objects, diagnostics } = await readSources(sources, "routing");
  const specs = readSpecs(objects, diagnostics);
  stopOnFaults(specs.diagnostics);
  return specs;
}

/**
 * The objects of all sources, unchecked, and what is to be said about files.
 *
 * @param family which kinds are read from a live cluster
 */
export async function readSources(sources: SpecSource, family: Family): Promise<{ objects: RawObject[]; diagnostics: Diagnostic[] }> {
  const flat = flattenSources(sources);
  const files = readManifestFiles(flat.filter((source) => typeof source === "string"));
  const given = flat.filter((source) => typeof source !== "string");
  const objects = await Promise.all(
    given.map(async (source): Promise<RawObject[]> => {
      if (source instanceof LiveCluster) return readLiveCluster(source, family);
      return [{ value: await resolveKnown(manifestOf(source)) }];
    }),
  );
  return { objects: [...files.objects, ...objects.flat()], diagnostics: files.diagnostics };
}

/** Throws when a fault means that specs were only half read; the others are said and lived with. */
export function stopOnFaults(diagnostics: readonly Diagnostic[]): void {
  const fatal = diagnostics.filter(isFatal);
  const first = fatal[0];
  if (!first) return;
  const lines = fatal.map((fault) => `${fault.code} ${describeFault(fault)}${fault.remedy ? `. ${fault.remedy}` : ""}`);
  throw new LbError({
    code: first.code,
    message: `the specs have ${fatal.length} fault${fatal.length > 1 ? "s" : ""}, nothing is changed:\n  ${lines.join("\n  ")}`,
  });
}

/** The sources one by one, whatever lists they stand in. */
export function flattenSources(sources: SpecSource): Exclude<SpecSource, readonly SpecSource[]>[] {
  return isList(sources) ? sources.flatMap(flattenSources) : [sources];
}

const isList = (source: SpecSource): source is readonly SpecSource[] => Array.isArray(source);

function manifestOf(source: Exclude<SpecSource, string | LiveCluster | readonly SpecSource[]>): unknown {
  if (!pulumi.Resource.isInstance(source)) return source;
  const members = MANIFEST.map((member): [string, unknown] => [member, Reflect.get(source, member)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
