import { asObject, type Json, type JsonObject, text } from "../shared/json";
import type { Call } from "./call";
import { labelsOf, nameOf } from "./metadata";
import { ALL_TENANTS, type Resource } from "./registry";
import { badRequest } from "./status";

/** Whether an object is in what a list or watch asks for: its place and the selectors. */
export function filterOf(call: Call): (key: string, object: JsonObject) => boolean {
  const { query, resource, target } = call;
  const labels = labelSelector(query.get("labelSelector") ?? "");
  const fields = fieldSelector(query.get("fieldSelector") ?? "", resource);
  const isInPlace = placeOf(call);
  return (key, object) =>
    isInPlace(key) && (target.name === undefined || nameOf(object) === target.name) && labels(labelsOf(object)) && fields(object);
}

function placeOf({ cluster, tenant, namespace }: Call): (key: string) => boolean {
  if (cluster.arktos && tenant === ALL_TENANTS) return (key) => namespace === "" || key.split("/")[1] === namespace;
  const prefix = namespace ? `${tenant}/${namespace}/` : `${tenant}/`;
  return (key) => key.startsWith(prefix);
}

type Requirement = (labels: JsonObject) => boolean;

const NAME = "[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?";
const KEY = `(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?${NAME}`;
const LIST = "\\(([^()]*)\\)";
const VALUE = `((?:${NAME})?)`;
const FORMS: [form: string, meets: (value: string | undefined, wanted: string) => boolean][] = [
  [`(${KEY})\\s+in\\s+${LIST}`, (value, list) => value !== undefined && listed(list).includes(value)],
  [`(${KEY})\\s+notin\\s+${LIST}`, (value, list) => value === undefined || !listed(list).includes(value)],
  [`(${KEY})\\s*(?:==|=)\\s*${VALUE}`, (value, wanted) => value === wanted],
  [`(${KEY})\\s*!=\\s*${VALUE}`, (value, wanted) => value !== wanted],
  [`!\\s*(${KEY})`, (value) => value === undefined],
  [`(${KEY})`, (value) => value !== undefined],
];

const listed = (values: string): string[] => values.split(",").map((value) => value.trim());

/** A `labelSelector`: equality, sets, presence. */
function labelSelector(written: string): Requirement {
  if (written.trim() === "") return () => true;
  // at commas outside of parentheses
  const requirements = written.split(/,(?![^(]*\))/).map((part) => requirement(part.trim(), written));
  return (labels) => requirements.every((meets) => meets(labels));
}

function requirement(part: string, written: string): Requirement {
  for (const [form, meets] of FORMS) {
    const [, key, wanted = ""] = new RegExp(`^${form}$`).exec(part) ?? [];
    if (key !== undefined) return (labels) => meets(Object.hasOwn(labels, key) ? text(labels[key]) : undefined, wanted);
  }
  throw badRequest(`unable to parse requirement: found '${written.trim().charAt(0)}', expected: identifier`);
}

/** Fields that may be selected by besides name and namespace: those that we send, of a Secret and an Event. */
const SELECTABLE: { [kind: string]: string[] } = {
  Secret: ["type"],
  Event: ["involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid", "reason", "type"],
};

/** A `fieldSelector` over objects of a kind. */
function fieldSelector(written: string, resource: Resource): (object: JsonObject) => boolean {
  const terms = written
    .split(",")
    .filter((term) => term !== "")
    .map((term) => termOf(term, written, resource));
  return (object) => terms.every(([path, same, wanted]) => (valueAt(object, path) === wanted) === same);
}

function termOf(term: string, written: string, resource: Resource): [path: string[], same: boolean, value: string] {
  const [, field, sign, value = ""] = /^(.*?)(==|!=|=)(.*)$/.exec(term) ?? [];
  if (field === undefined) throw badRequest(`invalid selector: '${written}'; can't understand '${term}'`);
  checkSelectable(field, resource);
  return [field.split("."), sign !== "!=", value];
}

function checkSelectable(field: string, { kind, custom, scope }: Resource): void {
  if (field === "metadata.name" || (field === "metadata.namespace" && (scope === "Namespaced" || !custom))) return;
  const own = custom ? undefined : SELECTABLE[kind];
  if (own?.includes(field)) return;
  const known = `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
  throw badRequest(custom || own ? `field label not supported: ${field}` : known);
}

/** Absent fields count as empty. */
const valueAt = (object: JsonObject, path: string[]): string =>
  text(path.reduce<Json | undefined>((value, part) => asObject(value)[part], object));
