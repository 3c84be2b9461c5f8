import type { Json } from "../../../kinds/json";
import type { KubernetesObject } from "../../kubernetes";
import { compare } from "../../lifecycle/compare";
import { overlay } from "../../lifecycle/overlay";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { type FieldPath, keyed } from "../../lifecycle/shape";
import { fieldsOf } from "./inputs";
import { isNoise, isOurLabel } from "./ownership";
import { KUBERNETES_SHAPE } from "./shape";
import type { ObjectKind } from "./table";

/** What the server holds at the places that are declared, in the user's own spelling where it means the same. */
export function heldFields(kind: ObjectKind, declared: JsonObject, object: KubernetesObject): JsonObject {
  const live = fieldsOf(kind, object);
  return overlay(KUBERNETES_SHAPE, declared, kind.lenient ? (pruned([], declared, live) as JsonObject) : live);
}

/** Everything that the server holds, as somebody would have declared it. */
export function allFields(kind: ObjectKind, object: KubernetesObject): JsonObject {
  const fields = fieldsOf(kind, object);
  const { labels, annotations } = (fields.metadata ?? {}) as { labels?: JsonObject; annotations?: JsonObject };
  const without = (bag: JsonObject | undefined, drop: (name: string, value: Json) => boolean) =>
    Object.fromEntries(Object.entries(bag ?? {}).filter(([name, value]) => !drop(name, value)));
  const kept = { labels: without(labels, isOurLabel), annotations: without(annotations, isNoise) };
  return { ...fields, metadata: Object.fromEntries(Object.entries(kept).filter(([, bag]) => Object.keys(bag).length > 0)) };
}

/** Where what is wanted differs from what the server holds, as paths for people: `spec.prefix`. */
export function differences(kind: ObjectKind, wanted: JsonObject, object: KubernetesObject): string[] {
  return compare(KUBERNETES_SHAPE, wanted, heldFields(kind, wanted, object));
}

/** Without the list elements that nobody declared. */
function pruned(path: FieldPath, declared: Json | undefined, live: Json): Json {
  if (Array.isArray(declared) && Array.isArray(live)) {
    const known = new Map(keyed(KUBERNETES_SHAPE, path, declared).map(({ key, element }) => [key, element]));
    return keyed(KUBERNETES_SHAPE, path, live)
      .filter(({ key }) => known.has(key))
      .map(({ key, element }) => pruned(path, known.get(key), element));
  }
  if (!isObject(declared) || !isObject(live)) return live;
  return Object.fromEntries(Object.entries(live).map(([key, value]) => [key, pruned([...path, key], declared[key], value)]));
}
