// Reads and writes the metadata of objects.
import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../shared/json";
import { type FieldError, invalid, required } from "./status";

/** The metadata of an object; empty where there is none. */
export const metaOf = (object: JsonObject): JsonObject => asObject(object.metadata);

export const nameOf = (object: JsonObject): string => text(metaOf(object).name);
export const namespaceOf = (object: JsonObject): string => text(metaOf(object).namespace);
export const uidOf = (object: JsonObject): string => text(metaOf(object).uid);
export const versionOf = (object: JsonObject): string => text(metaOf(object).resourceVersion);
export const finalizersOf = (object: JsonObject): string[] => asArray(metaOf(object).finalizers).map(text);
export const isEnding = (object: JsonObject): boolean => metaOf(object).deletionTimestamp !== undefined;
export const labelsOf = (object: JsonObject): JsonObject => asObject(metaOf(object).labels);
export const annotationOf = (object: JsonObject, name: string): string | undefined => {
  const value = asObject(metaOf(object).annotations)[name];
  return value === undefined ? undefined : text(value);
};

/** A member of an object that is being made, to write into: its metadata, its spec. */
export function partOf(object: JsonObject, field: string): JsonObject {
  const part = object[field];
  if (isObject(part)) return part;
  const made: JsonObject = {};
  object[field] = made;
  return made;
}

export const ownMeta = (object: JsonObject): JsonObject => partOf(object, "metadata");

/** Members of a list that are objects. */
export const listOf = (object: JsonObject, field: string): JsonObject[] => asArray(object[field]).filter(isObject);

/** Key of an object within its resource. */
export const keyOf = (tenant: string, namespace: string, name: string): string => `${tenant}/${namespace}/${name}`;

export const keyOfObject = (object: JsonObject): string => keyOf(text(metaOf(object).tenant), namespaceOf(object), nameOf(object));

/** Seconds, as the API writes times. */
export const timestamp = (ms = Date.now()): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns the faults of a name; empty for a valid one. */
type NameFormat = (name: string) => string[];

const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const NAME = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const LABEL_VALUE = new RegExp(`^(${NAME})?$`);

function rule(expression: string, most: number, why: string): NameFormat {
  const form = new RegExp(`^${expression}$`);
  return (name) => [...(name.length > most ? [`must be no more than ${most} characters`] : []), ...(form.test(name) ? [] : [why])];
}

export const subdomain = rule(
  SUBDOMAIN,
  253,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${SUBDOMAIN}')`,
);
export const dnsLabel = rule(
  LABEL,
  63,
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${LABEL}')`,
);
/** Names of namespaces and Services. */
export const undotted: NameFormat = (name) => (name.includes(".") ? ["must not contain dots"] : dnsLabel(name));
/** Names of roles and tenants: they fit into a path. */
export const segment: NameFormat = (name) =>
  name === "." || name === ".."
    ? [`may not be '${name}'`]
    : ["/", "%"].filter((sign) => name.includes(sign)).map((sign) => `may not contain '${sign}'`);

/** Returns the faults of a text as value of a label; empty for a valid one. */
function labelValue(value: string): string[] {
  if (value.length > 63) return ["must be no more than 63 bytes"];
  if (LABEL_VALUE.test(value)) return [];
  return [
    `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${NAME})?')`,
  ];
}

const NAME_PART = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${NAME}')`;

/** Keys of labels and annotations: `prefix/name`. */
function qualifiedName(key: string, called = "a qualified name"): string[] {
  const [first = "", second, ...others] = key.split("/");
  if (others.length > 0) return [`${called} ${NAME_PART} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = second ?? first;
  const prefix = second === undefined ? [] : first === "" ? ["must be non-empty"] : subdomain(first);
  const length = name === "" ? ["name part must be non-empty"] : name.length > 63 ? ["name part must be no more than 63 bytes"] : [];
  const form = name !== "" && LABEL_VALUE.test(name) ? [] : [`name part ${NAME_PART}`];
  return [...prefix.map((why) => `prefix part ${why}`), ...length, ...form];
}

const FIXED = ["name", "namespace", "uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"];

/** Returns the faults in the metadata of an object. */
export function metadataFaults(
  { names = subdomain }: { names?: NameFormat },
  object: JsonObject,
  old: JsonObject | undefined,
): FieldError[] {
  const meta = metaOf(object);
  const changed = old ? FIXED.filter((field) => !sameJson(meta[field], metaOf(old)[field])) : [];
  const changes = changed.map((field) => invalid(`metadata.${field}`, meta[field], "field is immutable"));
  return [...(old ? changes : nameFaults(names, meta)), ...mapFaults(meta)];
}

function nameFaults(names: NameFormat, meta: JsonObject): FieldError[] {
  const name = text(meta.name);
  if (name === "") return [required("metadata.name", "name or generateName is required")];
  return names(name).map((why) => invalid("metadata.name", name, why));
}

function mapFaults(meta: JsonObject): FieldError[] {
  const labels = Object.entries(asObject(meta.labels)).flatMap(([key, value]) => [
    ...qualifiedName(key, "a valid label key").map((why) => invalid("metadata.labels", key, why)),
    ...labelValue(text(value)).map((why) => invalid("metadata.labels", text(value), why)),
  ]);
  const keys = Object.keys(asObject(meta.annotations));
  return [...labels, ...keys.flatMap((key) => qualifiedName(key.toLowerCase()).map((why) => invalid("metadata.annotations", key, why)))];
}
