// Reads specs from files, objects, Pulumi resources and live clusters.

import * as pulumi from "@pulumi/pulumi";
import * as output from "@pulumi/pulumi/output";
import { type Diagnostic, describeFault, describeObject, LbError } from "../../resources/diagnostic";
import { isPlain } from "../../resources/hidden";
import type { Family } from "../frontends";
import { readSpecs } from "../frontends";
import type { ClusterSelection } from "../kubernetes/kinds";
import { LiveCluster } from "../kubernetes/resources";
import { isFatal, isRecord, isUnknown, type RawObject, readManifestFiles, type SpecSet, UNKNOWN, UNKNOWN_TEXT } from "../specs";
import { lastKnownGoodFrom, withLastKnownGood } from "./last-known-good";
import { WATCH_SOCKET } from "./watch-socket";

/** A Kubernetes object as it is in a manifest. */
export interface ManifestObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; [field: string]: unknown };
  [field: string]: unknown;
}

/**
 * Source of specs: the path of a file or folder or a glob (relative to the program), a plain object, a resource of `@pulumi/kubernetes` in
 * the same program, its files and charts, an output of any of these or of a list of them, a live cluster (`liveCluster()` of
 * `pulumi-k8s-lb/cluster`), or a list of all these.
 */
export type SpecSource = string | ManifestObject | LiveCluster | pulumi.Resource | pulumi.Output<unknown> | readonly SpecSource[];

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
 * @throws LbError LB1001 to LB1005 or LB1008 to LB1013
 */
export async function toSpecs(sources: SpecSource, family: Family = "routing", allowLoss: readonly string[] = []): Promise<SpecSet> {
  const [{ objects, diagnostics }, held] = await Promise.all([readSources(sources, family), lastKnownGoodFrom(process.env[WATCH_SOCKET])]);
  const used = withLastKnownGood(objects, held);
  const specs = readSpecs(used.objects, [...diagnostics, ...used.diagnostics]);
  const allowed = new Set(allowLoss);
  // what was read as an object can be left out as one
  const faultyNames = new Set(specs.faulty.map(describeObject));
  stopOnFaults(
    specs.diagnostics.filter(({ object }) => !faultyNames.has(describeObject(object)) || !allowed.has(describeObject(object))),
    faultyNames,
  );
  return specs;
}

/**
 * The objects of all sources, unchecked, and the diagnostics about files.
 *
 * @param family which kinds are read from a live cluster
 */
export async function readSources(sources: SpecSource, family: Family): Promise<{ objects: RawObject[]; diagnostics: Diagnostic[] }> {
  const flat = flattenSources(sources);
  const files = readManifestFiles(flat.filter((source) => typeof source === "string"));
  const otherSources = flat.filter((source) => typeof source !== "string");
  const objects = await Promise.all(
    otherSources.map(async (source): Promise<RawObject[]> => {
      if (source instanceof LiveCluster) return readLiveCluster(source, family);
      return (await manifestsOf(source)).map((value) => ({ value }));
    }),
  );
  return { objects: [...files.objects, ...objects.flat()], diagnostics: files.diagnostics };
}

/**
 * Throws when a fault means that specs were only half read; the others are reported and tolerated.
 *
 * @param leavable objects that `allowLoss` can leave out
 */
export function stopOnFaults(diagnostics: readonly Diagnostic[], leavable: ReadonlySet<string> = new Set()): void {
  const fatal = diagnostics.filter(isFatal);
  const first = fatal[0];
  if (!first) return;
  const faults = fatal.flatMap((fault) => [fault, ...diagnostics.filter((other) => other.code === "LB1006" && beside(fault, other))]);
  const lines = [...new Set(faults)].map((one) => `${one.code} ${describeFault(one)}${one.remedy ? `. ${one.remedy}` : ""}`);
  const objects = [...new Set(fatal.map(({ object }) => describeObject(object)))];
  const names = objects.map((name) => JSON.stringify(name)).join(", ");
  const remedy = objects.every((name) => leavable.has(name))
    ? `Correct them. To let go of what they serve, set \`allowLoss: [${names}]\` for one run.`
    : undefined;
  throw new LbError({
    code: first.code,
    message: `the specs have ${fatal.length} fault${fatal.length > 1 ? "s" : ""}, nothing is changed:\n  ${lines.join("\n  ")}`,
    ...(remedy ? { remedy } : {}),
  });
}

/** An unknown field beside one that is missing: often its name, misspelt. */
const beside = (unknown: Diagnostic, missing: Diagnostic): boolean =>
  unknown.object === missing.object && unknown.pointer.replace(/[^/]*$/, "") === missing.pointer.replace(/[^/]*$/, "");

/** The sources one by one, without nested lists. */
export function flattenSources(sources: SpecSource): Exclude<SpecSource, readonly SpecSource[]>[] {
  return isList(sources) ? sources.flatMap(flattenSources) : [sources];
}

const isList = (source: SpecSource): source is readonly SpecSource[] => Array.isArray(source);

/**
 * The manifests that a source is. An output may hold a list of them; a file or chart of `@pulumi/kubernetes` has what it made in
 * `resources`, as a list, or by name in its first version.
 */
export async function manifestsOf(source: unknown): Promise<unknown[]> {
  if (pulumi.Resource.isInstance(source)) {
    const children: unknown = Reflect.get(source, "resources");
    if (children !== undefined && Reflect.get(source, "kind") === undefined) return manifestsOf(children);
    const members = MANIFEST.map((member): [string, unknown] => [member, Reflect.get(source, member)]);
    return [await resolveKnown(Object.fromEntries(members.filter(([, value]) => value !== undefined)))];
  }
  const value: unknown = await resolveKnown(source);
  if (pulumi.Resource.isInstance(value)) return manifestsOf(value);
  if (Array.isArray(value)) return (await Promise.all(value.map(manifestsOf))).flat();
  if (isRecord(value) && Object.values(value).some((member) => pulumi.Resource.isInstance(member)))
    return manifestsOf(Object.values(value));
  return [value];
}

/**
 * Selection of a cluster, with missing fields from the configuration of the stack. A part that preview cannot know stops the run, because
 * an unread cluster would look like an empty one.
 */
export async function selectionOf(cluster: LiveCluster): Promise<ClusterSelection> {
  const [kubernetes, mizar] = [new pulumi.Config("kubernetes"), new pulumi.Config("mizar")];
  const tenancy = { tenant: mizar.get("tenant"), tenantPaths: mizar.getBoolean("tenantPaths") };
  const usual = { kubeconfig: kubernetes.get("kubeconfig"), context: kubernetes.get("context") };
  const selection = await resolveKnown<ClusterSelection>(cluster.selection);
  const unknown = Object.entries(selection).find(([, value]) => isUnknown(value) || (Array.isArray(value) && value.some(isUnknown)));
  if (unknown) {
    const [field] = unknown;
    const depends = field.endsWith("s") ? "depend" : "depends";
    const message = `the cluster's ${field} ${depends} on a value that is not known before \`up\``;
    throw new LbError({ code: "LB2121", message, remedy: LATER });
  }
  // A kubeconfig of the program's own has its own contexts.
  return { ...tenancy, ...(selection.kubeconfig === undefined ? usual : {}), ...selection };
}

async function readLiveCluster(cluster: LiveCluster, family: Family): Promise<RawObject[]> {
  const { source, objects } = await cluster.read(family, await selectionOf(cluster));
  return objects.map((value) => ({ value, source: { file: source } }));
}

const LATER = "A cluster that the same program is about to make can only be read by the next run.";

/**
 * The value of an input with everything in it resolved; what a preview does not know becomes {@link UNKNOWN} in its place
 * instead of making the whole value unknown, so that structure, hosts, paths and ports stay visible.
 */
export async function resolveKnown<T>(input: pulumi.Input<T> | { [F in keyof T]: pulumi.Input<T[F]> }): Promise<T> {
  // nothing to wait for: an output of all manifests of a cluster costs a promise for each value
  if (isPlain(input)) return replace(input, () => false, undefined);
  const asOutput: object = pulumi.output<unknown>(input);
  if (!isPromised(asOutput)) throw new TypeError("this version of @pulumi/pulumi does not tell what an output holds");
  return replace(await asOutput.promise(true), output.isUnknown, UNKNOWN);
}

/** Method of the SDK's outputs that their types do not show. */
interface Promised {
  promise(withUnknowns: boolean): Promise<unknown>;
}

function isPromised(output: object): output is Promised {
  return typeof Reflect.get(output, "promise") === "function";
}

/**
 * The way back: every {@link UNKNOWN} in the value, and every text with {@link UNKNOWN_TEXT} in it, becomes an unknown output, where the
 * type speaks of a plain value.
 */
export function withUnknownOutputs<T extends object>(value: T): T {
  const matches = (one: unknown) => isUnknown(one) || (typeof one === "string" && one.includes(UNKNOWN_TEXT));
  return replace(value, matches, pulumi.output<unknown>(output.unknown));
}

/** Replaces values, and keeps the type of the whole: unknown values are possible everywhere, and no type shows them. */
function replace<T>(value: unknown, matches: (value: unknown) => boolean, by: unknown): T {
  return replaced(value, matches, by) as T;
}

function replaced(value: unknown, matches: (value: unknown) => boolean, by: unknown): unknown {
  if (matches(value)) return by;
  if (Array.isArray(value)) return value.map((item) => replaced(item, matches, by));
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [key, replaced(member, matches, by)]),
  );
}
