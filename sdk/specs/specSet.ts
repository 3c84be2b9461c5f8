import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Diagnostic, describeObject, type ObjectRef } from "../../contract/diagnostic";
import { readerOf } from "./kinds";
import { type EndpointSlice, endpointsOf } from "./kinds/endpointSlice";
import type { Endpoints } from "./kinds/endpoints";
import type { Ingress } from "./kinds/ingress";
import type { IngressClass } from "./kinds/ingressClass";
import type { Node } from "./kinds/node";
import type { OpenShiftRoute } from "./kinds/openshiftRoute";
import type { Secret } from "./kinds/secret";
import type { Service } from "./kinds/service";
import { compare, keyOf, metadataSchema, type Spec } from "./meta";
import { flattenList, isRecord, type RawObject } from "./raw";
import { diagnose, pointer } from "./report";

/** Everything that was read, checked and indexed: the snapshot that a translation works on. */
export interface SpecSet {
  services: ReadonlyMap<string, Service>;
  /** From Endpoints, or from all EndpointSlices of the Service. */
  endpoints: ReadonlyMap<string, Endpoints>;
  secrets: ReadonlyMap<string, Secret>;
  nodes: readonly Node[];
  ingresses: readonly Ingress[];
  ingressClasses: readonly IngressClass[];
  openShiftRoutes: readonly OpenShiftRoute[];
  /** Objects of a kind that we read but that are faulty: they contribute nothing. */
  faulty: readonly ObjectRef[];
  diagnostics: readonly Diagnostic[];
}

interface Read {
  value: Record<string, unknown>;
  spec: Spec;
  diagnostics: Diagnostic[];
}

/**
 * Checks and indexes objects. Never throws: faulty objects end in `faulty` with a diagnostic each, duplicates with equal
 * contents count once, and every list is sorted by namespace/name, so the order of the input never matters.
 */
export function readSpecs(raws: readonly RawObject[], before: readonly Diagnostic[] = []): SpecSet {
  const diagnostics = [...before];
  const faulty = new Map<string, ObjectRef>();
  const kept = new Map<string, Read>();
  for (const raw of raws.flatMap(flattenList)) {
    const ref = refOf(raw);
    if ("code" in ref) {
      diagnostics.push(ref);
      continue;
    }
    const reader = readerOf(ref.apiVersion, ref.kind);
    if (!reader) {
      diagnostics.push(diagnose("LB1005", ref, "", `${ref.apiVersion} ${ref.kind} is not read by this package`));
      continue;
    }
    const value = raw.value as Record<string, unknown>;
    const id = `${reader.qualifiedKind ?? reader.kind} ${keyOf(ref)}`;
    const twin = kept.get(id);
    if (twin && !isDeepStrictEqual(twin.value, value)) {
      const message = `${describeObject(ref)} stands twice with different contents: ${where(twin.spec.ref)} and ${where(ref)}`;
      diagnostics.push(diagnose("LB1004", ref, "", message, { remedy: "Keep one of them." }));
      faulty.set(id, ref);
      continue;
    }
    const meta = metadataSchema.safeParse(value.metadata);
    const body = reader.schema.safeParse(value);
    if (!meta.success || !body.success) {
      for (const issue of meta.error?.issues ?? []) diagnostics.push(wrongValue(ref, issue, "metadata"));
      for (const issue of body.error?.issues ?? []) diagnostics.push(wrongValue(ref, issue));
      faulty.set(id, ref);
      continue;
    }
    const { labels, annotations, creationTimestamp } = meta.data;
    const base: Spec = {
      ref,
      meta: { labels: labels ?? {}, annotations: annotations ?? {}, creationTimestamp: creationTimestamp ?? undefined },
    };
    const own: Diagnostic[] = [];
    const spec = reader.build(base, body.data, (diagnostic) => own.push(diagnostic));
    if (own.some((diagnostic) => diagnostic.severity === "error")) faulty.set(id, ref);
    kept.set(id, { value, spec, diagnostics: own });
  }
  const good = [...kept].filter(([id]) => !faulty.has(id)).map(([, read]) => read.spec);
  diagnostics.push(...[...kept.values()].flatMap((read) => read.diagnostics));
  return { ...index(good), faulty: [...faulty.values()], diagnostics };
}

function index(specs: Spec[]): Omit<SpecSet, "faulty" | "diagnostics"> {
  const byKind = new Map<string, { key: string; spec: Spec }[]>();
  for (const spec of specs) {
    const entry = { key: keyOf(spec.ref), spec };
    const list = byKind.get(spec.ref.kind);
    if (list) list.push(entry);
    else byKind.set(spec.ref.kind, [entry]);
  }
  for (const list of byKind.values()) list.sort((a, b) => compare(a.key, b.key));
  const of = <T extends Spec>(kind: string) => (byKind.get(kind) ?? []).map(({ spec }) => spec as T);
  const map = <T extends Spec>(kind: string) => new Map(of<T>(kind).map((spec) => [keyOf(spec.ref), spec]));
  return {
    services: map<Service>("Service"),
    endpoints: new Map([...map<Endpoints>("Endpoints"), ...endpointsOf(of<EndpointSlice>("EndpointSlice"))]),
    secrets: map<Secret>("Secret"),
    nodes: of<Node>("Node"),
    ingresses: of<Ingress>("Ingress"),
    ingressClasses: of<IngressClass>("IngressClass"),
    openShiftRoutes: of<OpenShiftRoute>("Route"),
  };
}

/** Who the object says it is, or a diagnostic that it does not say so. */
function refOf(raw: RawObject): ObjectRef | Diagnostic {
  const { value, source } = raw;
  const metadata = isRecord(value) && isRecord(value.metadata) ? value.metadata : {};
  const text = (field: unknown) => (typeof field === "string" && field ? field : undefined);
  const kind = isRecord(value) ? text(value.kind) : undefined;
  const apiVersion = isRecord(value) ? text(value.apiVersion) : undefined;
  const name = text(metadata.name);
  const clusterScoped = kind && apiVersion && readerOf(apiVersion, kind)?.clusterScoped;
  const ref: ObjectRef = {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "Object",
    namespace: clusterScoped ? "" : (text(metadata.namespace) ?? "default"),
    name: name ?? "",
    ...(source ? { source } : {}),
  };
  if (kind && apiVersion && name) return ref;
  const missing = [!apiVersion && "apiVersion", !kind && "kind", !name && "metadata.name"].filter(Boolean).join(", ");
  return diagnose("LB1002", ref, "", `an object in ${where(ref)} is not a Kubernetes object: ${missing} is missing`);
}

function where(ref: ObjectRef): string {
  return ref.source ? `${ref.source.file}, document ${ref.source.document + 1}` : "the program";
}

function wrongValue(ref: ObjectRef, issue: z.core.$ZodIssue, ...base: string[]): Diagnostic {
  return diagnose("LB1003", ref, pointer(...base, ...(issue.path as (string | number)[])), issue.message);
}
