// The fields of an object of Mizar that are compared and written.

import { type FieldPath, type FieldTable, factAbove, factAt } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import type { KubernetesObject } from "../kubernetes/types";
import { compare, overlay } from "../lifecycle/bodies/compare";
import { isObject, type JsonObject, type Properties } from "../lifecycle/bodies/json";
import { fieldRules, keyed, type Shape, stable } from "../lifecycle/bodies/shape";
import { isOurAnnotation, isOurLabel } from "./marks";
import type { ObjectKind } from "./object-kind";

/** Parts of an object that are compared and written: labels, annotations, and the spec without the fields of the operator. */
export function fieldsOf(kind: ObjectKind, { metadata, spec }: { metadata?: unknown; spec?: unknown }): JsonObject {
  const { labels, annotations } = isObject(metadata) ? metadata : {};
  const declared = isObject(spec)
    ? Object.fromEntries(Object.entries(spec).filter(([field]) => !factAt(kind.kind.fields, ["spec", field], "computed")))
    : undefined;
  return present({ metadata: present({ labels, annotations }), spec: declared });
}

/** The way back: inputs with other labels, annotations and spec. */
export function withFields(inputs: Properties, fields: JsonObject): Properties {
  const { labels: _labels, annotations: _annotations, ...identity } = isObject(inputs.metadata) ? inputs.metadata : {};
  return { ...inputs, metadata: { ...identity, ...(isObject(fields.metadata) ? fields.metadata : {}) }, spec: fields.spec };
}

function present(fields: { [field: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined && entry[1] !== null));
}

/** Values of the server at the declared places, in the user's own spelling if it means the same. */
export function liveFields(kind: ObjectKind, declared: JsonObject, object: KubernetesObject): JsonObject {
  const live = fieldsOf(kind, object);
  const compared = kind.lenient ? pruned(shapeOf(kind), [], declared, live) : live;
  return overlay(shapeOf(kind), declared, isObject(compared) ? compared : {});
}

/** Everything that the server holds, as somebody would have declared it. */
export function allFields(kind: ObjectKind, object: KubernetesObject): JsonObject {
  const { labels = {}, annotations = {} } = object.metadata;
  const kept = {
    labels: Object.fromEntries(Object.entries(labels).filter(([name, value]) => !isOurLabel(name, value))),
    annotations: Object.fromEntries(Object.entries(annotations).filter(([name]) => !isOurAnnotation(name))),
  };
  return {
    ...fieldsOf(kind, object),
    metadata: Object.fromEntries(Object.entries(kept).filter(([, part]) => Object.keys(part).length > 0)),
  };
}

/** Places where the desired fields differ from those of the server, as paths for people: `spec.prefix`. */
export function differences(kind: ObjectKind, desired: JsonObject, object: KubernetesObject): string[] {
  return compare(shapeOf(kind), desired, liveFields(kind, desired, object));
}

/** The fields below `spec` that are written at create and never again. */
export const initialOf = ({ kind: { fields } }: ObjectKind): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, { initial }]) => (initial === undefined ? [] : [[field.slice("spec.".length), initial]])),
  );

/** True for a field that only a new object can change. */
export function isFixed({ kind }: ObjectKind, path: string): boolean {
  return factAbove(kind.fields, path.replaceAll(/\[[^\]]*\]/g, ""), "fixed") === true;
}

/** Without the list elements that no one declared. */
function pruned(shape: Shape, path: FieldPath, declared: Json | undefined, live: Json): Json {
  if (Array.isArray(declared) && Array.isArray(live)) {
    const declaredByKey = new Map(keyed(shape, path, declared).map(({ key, element }) => [key, element]));
    return keyed(shape, path, live)
      .filter(({ key }) => declaredByKey.has(key))
      .map(({ key, element }) => pruned(shape, path, declaredByKey.get(key), element));
  }
  if (!isObject(declared) || !isObject(live)) return live;
  return Object.fromEntries(Object.entries(live).map(([key, value]) => [key, pruned(shape, [...path, key], declared[key], value)]));
}

/**
 * Comparison of labels, annotations and specs. A field that is false, empty or null means the same as none: the server drops it. With a
 * guarded field its content counts as declared, such as a further label in a selector.
 */
export function shapeOf({ kind: { fields } }: Pick<ObjectKind, "kind">): Shape {
  const rules = fieldRules(fields);
  return {
    ...rules,
    identity: (path, element) => identity(path, element, fields),
    same: (path, a, b) => same(path, a, b, fields),
    empty: (_path, value) => isNothing(value),
    guarded: (path, held) =>
      factAt(fields, path, "guarded") ? rules.guarded(path, held) : factAt(fields, path.slice(0, -1), "guarded") === true,
    canonicalKey: (key) => key,
    presentable: (value) => value,
  };
}

/** True for a value that the server drops. */
export const isNothing = (value: Json): boolean =>
  value === "" || value === false || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

function identity(path: FieldPath, element: Json, fields: FieldTable): string | undefined {
  const keys = factAt(fields, path, "key");
  if (keys?.length === 0) return stable(element);
  if (!keys || !isObject(element)) return undefined;
  const parts = keys.map((key) => (key === "protocol" ? (element[key] ?? "TCP") : element[key])).filter((part) => part !== undefined);
  return parts.length > 0 ? parts.map(String).join("/") : undefined;
}

function same(path: FieldPath, a: Json, b: Json, fields: FieldTable): boolean {
  if (a === b) return true;
  const form = factAt(fields, path, "form") ?? factAt(fields, path.slice(0, -1), "form");
  if (form === "number" || form === "count") return String(a).trim() === String(b).trim();
  if (form !== "amount") return false;
  const amount = quantityOf(a);
  return amount !== undefined && amount === quantityOf(b);
}

const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const DECIMAL: { readonly [suffix: string]: number } = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };

/** Number that an amount of the Kubernetes API means, so that `1000m` is `1`; undefined for any other text. */
export function quantityOf(value: Json): number | undefined {
  const [, digits = "", suffix = ""] = /^([+-]?\d*\.?\d+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(String(value)) ?? [];
  if (digits === "") return undefined;
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return Number(digits) * 1024 ** binary;
  const power = DECIMAL[suffix];
  // one division or multiplication by a whole power of ten: 0.5 and 500m come to the same number
  return power === undefined ? undefined : power < 0 ? Number(digits) / 10 ** -power : Number(digits) * 10 ** power;
}
