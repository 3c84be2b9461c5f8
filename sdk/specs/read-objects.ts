import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, describeObject, type ObjectRef } from "../../kinds/diagnostic";
import type { KindReader } from "./kinds/kind";
import { keyOf, metadataSchema, type Spec } from "./meta";
import { flattenList, isRecord, isTooDeep, MAX_DEPTH, type RawObject } from "./raw";
import { diagnose } from "./report";
import { type KnownKind, unread } from "./unread";
import { nameFaults, schemaFault } from "./validation";

interface ReadRules {
  /** The reader of a kind, if it is one that the caller wants. */
  readerOf(apiVersion: string, kind: string): KindReader | undefined;
  /** All kinds that it wants. */
  known: readonly KnownKind[];
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
    if (isTooDeep(raw.value)) {
      const message = `the object is nested deeper than ${MAX_DEPTH} levels and is not read`;
      diagnostics.push(diagnose("LB1013", "code" in ref ? ref.object : ref, "", message, { remedy: "Make it flatter." }));
      continue;
    }
    if ("code" in ref) {
      diagnostics.push(ref);
      continue;
    }
    const reader = rules.readerOf(ref.apiVersion, ref.kind);
    if (!reader) {
      diagnostics.push(unread(ref, rules.known, rules.by));
      continue;
    }
    const value = raw.value as Record<string, unknown>;
    const metadata = value.metadata as Record<string, unknown>;
    if (!ref.name && metadata.name === undefined) {
      diagnostics.push(unnamed(ref, String(metadata.generateName)));
      continue;
    }
    const id = `${reader.qualifiedKind ?? reader.kind} ${ref.tenant ? `${ref.tenant}/` : ""}${keyOf(ref)}`;
    const names = nameFaults(ref, metadata, reader.names);
    if (names.length > 0) {
      diagnostics.push(...names);
      faulty.set(id, ref);
      continue;
    }
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
      const secret = ref.kind === "Secret";
      const issues = [
        ...(meta.error?.issues ?? []).map((issue) => ({ ...issue, path: ["metadata", ...issue.path] })),
        ...(body.error?.issues ?? []),
      ];
      diagnostics.push(...issues.map((issue) => schemaFault(ref, issue, value, secret)));
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

/** Who the object says it is, or a diagnostic that it does not say so. A name of another type stands for itself until its check. */
function refOf(raw: RawObject, { readerOf, tenants }: ReadRules): ObjectRef | Diagnostic {
  const { value, source } = raw;
  const metadata = isRecord(value) && isRecord(value.metadata) ? value.metadata : {};
  const text = (field: unknown) => (typeof field === "string" && field ? field : undefined);
  const kind = isRecord(value) ? text(value.kind) : undefined;
  const apiVersion = isRecord(value) ? text(value.apiVersion) : undefined;
  const { name, generateName } = metadata;
  const tenant = tenants ? text(metadata.tenant) : undefined;
  const clusterScoped = kind && apiVersion && readerOf(apiVersion, kind)?.clusterScoped;
  const ref: ObjectRef = {
    apiVersion: apiVersion ?? "",
    kind: kind ?? "Object",
    ...(tenant ? { tenant } : {}),
    namespace: clusterScoped ? "" : (text(metadata.namespace) ?? "default"),
    name: text(name) ?? (name === undefined || name === null || name === "" ? "" : typeof name === "object" ? "?" : String(name)),
    ...(source ? { source } : {}),
  };
  if (kind && apiVersion && (ref.name || text(generateName))) return ref;
  const missing = [!apiVersion && "apiVersion", !kind && "kind", !ref.name && "metadata.name"].filter(Boolean).join(", ");
  const remedy = `Set ${missing}.`;
  return diagnose("LB1002", ref, "", `an object in ${where(ref)} is not a Kubernetes object: ${missing} is missing`, { remedy });
}

/** The API server gives such an object its name, which everything on a load balancer is named after. */
function unnamed(ref: ObjectRef, prefix: string): Diagnostic {
  const message = `the ${ref.kind} ${prefix}... gets its name from the cluster, so it is left out`;
  return diagnose("LB1014", ref, "/metadata/generateName", message, { remedy: "Set metadata.name, or read the object from the cluster." });
}

function where(ref: ObjectRef): string {
  if (!ref.source) return "the program";
  const { file, document } = ref.source;
  return document === undefined ? file : `${file}, document ${document + 1}`;
}
