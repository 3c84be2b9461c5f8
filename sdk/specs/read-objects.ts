// Validates objects and builds their specs with the readers of their kinds.

import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { type Diagnostic, describeObject, type ObjectRef } from "../../resources/diagnostic";
import { groupBy } from "../../resources/lists";
import type { SpecCode } from "./codes";
import { diagnose } from "./diagnose";
import { type HostField, type HostName, hostNamesIn } from "./host-names";
import { ignoredFieldsIn, ignoredObject } from "./ignored";
import { flattenList, identityOf, isRecord, isTooDeep, MAX_DEPTH, metadataSchema, metaOf, type RawObject, type Spec } from "./object";
import { sourceOfOpenShift, sourceOfSops } from "./unrendered";
import { type NameRule, nameFaults, schemaFault } from "./validation";
import { booleanIn } from "./yaml/boolean-words";

/** Reader of one kind. */
export interface KindReader<T extends Spec = Spec> {
  kind: string;
  /** API versions of the kind. */
  apiVersions: readonly string[];
  clusterScoped?: boolean;
  /** Its objects request load balancing; others are only referenced. */
  asks?: true;
  /** Term of the kind for an object of which nothing is served. Default: its objects have no status. */
  rejected?: "rejected" | "invalid" | "Invalid" | "Rejected";
  /** Diagnostic of an object for targets that do not read the kind. Default: it is not read. */
  unread?(ref: ObjectRef): Diagnostic;
  /** Fields that name hosts: claims are checked for them, and for annotations with hosts. Default: none. */
  hosts?: readonly HostField[];
  /** Rule for object names. Default: a subdomain. */
  names?: NameRule;
  /** Names every field of the kind: others are reported as ignored. */
  schema: z.ZodType;
  /** Builds the spec from a valid object. */
  // biome-ignore lint/suspicious/noExplicitAny: each reader knows the type of its own schema
  build(base: Spec, value: any, report: (diagnostic: Diagnostic) => void): T;
}

/** Finds the reader of a kind. */
export function readerIn(table: readonly KindReader[]): (apiVersion: string, kind: string) => KindReader | undefined {
  const byKind = groupBy(table, ({ kind }) => kind);
  return (apiVersion, kind) => byKind.get(kind)?.findLast(({ apiVersions }) => apiVersions.includes(apiVersion));
}

interface ReadRules {
  /** Kinds to read. */
  kinds: readonly KindReader[];
  /** Name of the reader in the notice about other kinds. */
  by?: string;
  /** Objects have tenants: identity is tenant, namespace and name. Default: `metadata.tenant` is ignored. */
  tenants?: boolean;
}

/** A valid object, as its reader builds it. */
export interface ReadObject<T extends Spec = Spec> {
  reader: KindReader<T>;
  spec: T;
  /** Host names in it. */
  hosts: readonly HostName[];
}

/** True if this reader built the spec, which then has its type. */
export function isReadBy<T extends Spec>(object: ReadObject, reader: KindReader<T>): object is ReadObject<T> {
  return object.reader === reader;
}

export function specsOf<T extends Spec>(objects: readonly ReadObject[], reader: KindReader<T>): T[] {
  const specs: T[] = [];
  for (const object of objects) if (isReadBy(object, reader)) specs.push(object.spec);
  return specs;
}

/** Validates objects: returns valid ones in the given order, faulty ones, and diagnostics about both. Never throws. */
export function readObjects(
  raws: readonly RawObject[],
  before: readonly Diagnostic[],
  rules: ReadRules,
): { objects: ReadObject[]; faulty: ObjectRef[]; diagnostics: Diagnostic[] } {
  const readerOf = readerIn(rules.kinds);
  const diagnostics = [...before];
  const faulty = new Map<string, ObjectRef>();
  const validById = new Map<string, ReadObject & { value: unknown; lineText: string; diagnostics: Diagnostic[] }>();
  for (const raw of raws.flatMap(flattenList)) {
    const identity = identify(raw, readerOf, rules);
    if ("fault" in identity) {
      diagnostics.push(identity.fault);
      continue;
    }
    const { ref, reader, value } = identity;
    const id = identityOf(ref);
    const objectDiagnostics: Diagnostic[] = [];
    const spec = checked(identity, validById.get(id), (diagnostic) => objectDiagnostics.push(diagnostic));
    if (!spec || objectDiagnostics.some(({ severity }) => severity === "error")) faulty.set(id, ref);
    if (spec)
      validById.set(id, {
        reader,
        spec,
        hosts: reader.hosts ? hostNamesIn(reader.hosts, value) : [],
        value,
        lineText: identity.lineText,
        diagnostics: objectDiagnostics,
      });
    else diagnostics.push(...objectDiagnostics);
  }
  const objects: ReadObject[] = [];
  for (const [id, { reader, spec, hosts, diagnostics: objectDiagnostics }] of validById) {
    if (!faulty.has(id)) objects.push({ reader, spec, hosts });
    diagnostics.push(...objectDiagnostics);
  }
  return { objects, faulty: [...faulty.values()], diagnostics };
}

interface IdentifiedObject {
  ref: ObjectRef;
  reader: KindReader;
  value: Record<string, unknown>;
  metadata: Record<string, unknown>;
  /** `web.yaml:14`, for messages. */
  lineText: string;
}

/** Identity of an object and its reader, or the reason why it is not read. An invalid name is kept until its check. */
function identify(raw: RawObject, readerOf: ReturnType<typeof readerIn>, rules: ReadRules): IdentifiedObject | { fault: Diagnostic } {
  const value = isRecord(raw.value) ? raw.value : {};
  const metadata = isRecord(value.metadata) ? value.metadata : {};
  const [apiVersion, kind, generateName] = [nonEmptyText(value.apiVersion), nonEmptyText(value.kind), nonEmptyText(metadata.generateName)];
  const reader = apiVersion && kind ? readerOf(apiVersion, kind) : undefined;
  const tenant = rules.tenants ? nonEmptyText(metadata.tenant) : undefined;
  const ref: ObjectRef = {
    apiVersion: brief(apiVersion ?? ""),
    kind: brief(kind ?? "Object"),
    ...(tenant ? { tenant: brief(tenant) } : {}),
    namespace: reader?.clusterScoped ? "" : brief(nonEmptyText(metadata.namespace) ?? "default"),
    name: brief(objectNameIn(metadata)),
    ...(raw.source ? { source: raw.source } : {}),
  };
  const fault = (code: SpecCode, at: string, message: string, remedy: string) => ({ fault: diagnose(code, ref, at, message, { remedy }) });
  if (isTooDeep(raw.value)) {
    return fault("LB1013", "", `the object is nested deeper than ${MAX_DEPTH} levels and is not read`, "Make it flatter.");
  }
  if (!kind || !apiVersion || !(ref.name || generateName)) {
    const missing = [!apiVersion && "apiVersion", !kind && "kind", !ref.name && "metadata.name"].filter(Boolean).join(", ");
    return fault("LB1002", "", `an object in ${where(ref)} is not a Kubernetes object: ${missing} is missing`, `Set ${missing}.`);
  }
  if (!reader) return { fault: sourceOfOpenShift(ref) ?? ignoredObject(ref, rules.kinds, rules.by) };
  // the API server would generate the name, which all objects of a load balancer contain
  if (!ref.name && metadata.name === undefined) {
    const message = `the ${kind} ${generateName}... gets its name from the cluster, so it is left out`;
    return fault("LB1014", "/metadata/generateName", message, "Set metadata.name, or read the object from the cluster.");
  }
  if (nonEmptyText(metadata.deletionTimestamp) && endsAtOnce(reader)) {
    const message = `${describeObject(ref)} has been deleted at ${brief(String(metadata.deletionTimestamp))}: it counts as deleted, although finalizers hold it`;
    return { fault: diagnose("LB1016", ref, "/metadata/deletionTimestamp", message) };
  }
  return { ref, reader, value, metadata, lineText: documentText(ref, raw.line) };
}

/** True if a deletion ends the effect of an object at once: for kinds that request load balancing, as when they are read from a cluster. */
const endsAtOnce = ({ asks, kind }: KindReader): boolean => asks === true || kind === "Service";

const nonEmptyText = (field: unknown) => (typeof field === "string" && field ? field : undefined);

/** Longest name that API servers accept (validation.IsDNS1123Subdomain); longer ones are shortened in messages. */
const LONGEST = 253;

const brief = (word: string): string => (word.length > LONGEST ? `${word.slice(0, LONGEST)}... (${word.length} characters)` : word);

function objectNameIn({ name }: Record<string, unknown>): string {
  if (name === undefined || name === null) return "";
  return typeof name === "object" ? "?" : String(name);
}

/** The spec of the object, or undefined after an error. */
function checked(
  { ref, reader, value, metadata, lineText }: IdentifiedObject,
  twin: { lineText: string; value: unknown } | undefined,
  report: (diagnostic: Diagnostic) => void,
): Spec | undefined {
  const encrypted = sourceOfSops(ref, value);
  if (encrypted) {
    report(encrypted);
    return undefined;
  }
  const names = nameFaults(ref, metadata, reader.names);
  if (names.length > 0) {
    names.forEach(report);
    return undefined;
  }
  if (twin && !isDeepStrictEqual(twin.value, value)) {
    const message = `${describeObject(ref)} is defined twice, differently: ${twin.lineText} and ${lineText}`;
    report(diagnose("LB1004", ref, "", message));
    return undefined;
  }
  const meta = metadataSchema.safeParse(value.metadata);
  const body = parsed(reader.schema, value);
  const ignored = ignoredFieldsIn(ref, reader.schema, value);
  if (reader.clusterScoped && nonEmptyText(metadata.namespace))
    ignored.push(diagnose("LB1006", ref, "/metadata/namespace", `objects of kind ${ref.kind} have no namespace, this one is not used`));
  if (!meta.success || !body.success) {
    const issues = [
      ...(meta.error?.issues ?? []).map((issue) => ({ ...issue, path: ["metadata", ...issue.path] })),
      ...(body.error?.issues ?? []),
    ];
    for (const issue of issues) report(schemaFault(ref, issue, value, ref.kind === "Secret"));
    ignored.forEach(report);
    return undefined;
  }
  ignored.forEach(report);
  const base = { ref, meta: metaOf(meta.data) };
  return reader.build(base, body.data, report);
}

/** Validates a value, and once more with kubectl's boolean words in fields that accept only booleans. */
function parsed(schema: z.ZodType, value: Record<string, unknown>): z.ZodSafeParseResult<unknown> {
  const first = schema.safeParse(value);
  const places = (first.error?.issues ?? []).filter((issue) => issue.code === "invalid_type" && issue.expected === "boolean");
  const words = places.map(({ path }) => path).filter((path) => booleanAt(value, path) !== undefined);
  return words.length === 0 ? first : schema.safeParse(words.reduce<unknown>(withBoolean, value));
}

const memberOf = (value: unknown, step: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;

const booleanAt = (value: unknown, path: readonly PropertyKey[]): boolean | undefined =>
  booleanIn(path.slice(0, -1).reduce(memberOf, value), path.at(-1) ?? "");

function withBoolean(value: unknown, [step = "", ...rest]: readonly PropertyKey[]): unknown {
  const changed = rest.length === 0 ? booleanIn(value, step) : withBoolean(memberOf(value, step), rest);
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? changed : one));
  return isRecord(value) ? { ...value, [step]: changed } : value;
}

/** File with line, or with the number of the document. */
function documentText(ref: ObjectRef, line: number | undefined): string {
  return line === undefined || !ref.source ? where(ref) : `${ref.source.file}:${line}`;
}

function where(ref: ObjectRef): string {
  if (!ref.source) return "the program";
  const { file, document } = ref.source;
  return document === undefined ? file : `${file}, document ${document + 1}`;
}
