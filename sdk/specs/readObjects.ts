import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Diagnostic, describeObject, type ObjectRef } from "../../contract/diagnostic";
import type { KindReader } from "./kinds/kind";
import { keyOf, metadataSchema, type Spec } from "./meta";
import { flattenList, isRecord, type RawObject } from "./raw";
import { diagnose, pointer } from "./report";

interface ReadRules {
  /** The reader of a kind, if it is one that the caller wants. */
  readerOf(apiVersion: string, kind: string): KindReader | undefined;
  /** Who reads, as the notice about other kinds names it. */
  by?: string;
  /** Objects of several tenants: identity is tenant, namespace and name. Without, `metadata.tenant` means nothing. */
  tenants?: boolean;
}

interface Read {
  value: Record<string, unknown>;
  spec: Spec;
  diagnostics: Diagnostic[];
}

/** Checks objects one by one: the good ones in the order given, the faulty ones, and what is to be said about either. Never throws. */
export function readObjects(
  raws: readonly RawObject[],
  before: readonly Diagnostic[],
  rules: ReadRules,
): { specs: Spec[]; faulty: ObjectRef[]; diagnostics: Diagnostic[] } {
  const diagnostics = [...before];
  const faulty = new Map<string, ObjectRef>();
  const kept = new Map<string, Read>();
  for (const raw of raws.flatMap(flattenList)) {
    const ref = refOf(raw, rules);
    if ("code" in ref) {
      diagnostics.push(ref);
      continue;
    }
    const reader = rules.readerOf(ref.apiVersion, ref.kind);
    if (!reader) {
      diagnostics.push(
        diagnose("LB1005", ref, "", `${ref.apiVersion} ${ref.kind} is not read${rules.by ? ` by ${rules.by}` : " for load balancing"}`),
      );
      continue;
    }
    const value = raw.value as Record<string, unknown>;
    const id = `${reader.qualifiedKind ?? reader.kind} ${ref.tenant ? `${ref.tenant}/` : ""}${keyOf(ref)}`;
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
  const specs = [...kept].filter(([id]) => !faulty.has(id)).map(([, read]) => read.spec);
  diagnostics.push(...[...kept.values()].flatMap((read) => read.diagnostics));
  return { specs, faulty: [...faulty.values()], diagnostics };
}

/** Who the object says it is, or a diagnostic that it does not say so. */
function refOf(raw: RawObject, { readerOf, tenants }: ReadRules): ObjectRef | Diagnostic {
  const { value, source } = raw;
  const metadata = isRecord(value) && isRecord(value.metadata) ? value.metadata : {};
  const text = (field: unknown) => (typeof field === "string" && field ? field : undefined);
  const kind = isRecord(value) ? text(value.kind) : undefined;
  const apiVersion = isRecord(value) ? text(value.apiVersion) : undefined;
  const name = text(metadata.name);
  const tenant = tenants ? text(metadata.tenant) : undefined;
  const clusterScoped = kind && apiVersion && readerOf(apiVersion, kind)?.clusterScoped;
  const ref: ObjectRef = {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "Object",
    ...(tenant ? { tenant } : {}),
    namespace: clusterScoped ? "" : (text(metadata.namespace) ?? "default"),
    name: name ?? "",
    ...(source ? { source } : {}),
  };
  if (kind && apiVersion && name) return ref;
  const missing = [!apiVersion && "apiVersion", !kind && "kind", !name && "metadata.name"].filter(Boolean).join(", ");
  return diagnose("LB1002", ref, "", `an object in ${where(ref)} is not a Kubernetes object: ${missing} is missing`);
}

function where(ref: ObjectRef): string {
  if (!ref.source) return "the program";
  const { file, document } = ref.source;
  return document === undefined ? file : `${file}, document ${document + 1}`;
}

function wrongValue(ref: ObjectRef, issue: z.core.$ZodIssue, ...base: string[]): Diagnostic {
  return diagnose("LB1003", ref, pointer(...base, ...(issue.path as (string | number)[])), issue.message);
}
