import { asObject, isObject, type Json, type JsonObject } from "../../shared/json";
import type { Call } from "../request/call";
import { mapOf, metaOf, ownMeta } from "../resources/meta";
import { fieldsOf } from "./compare";
import { managerName } from "./record";
import { rootSchema } from "./shape";

/** Where kubectl keeps what it applied before there was server-side apply. */
const ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

const isKubectl = (call: Call): boolean => managerName(call) === "kubectl";

/** kubectl may take over what it applied itself in the old way. */
export function allowedByAnnotation(call: Call, live: JsonObject, path: string[]): boolean {
  const written = mapOf(live, "annotations")[ANNOTATION];
  if (!isKubectl(call) || written === undefined) return false;
  try {
    let set = fieldsOf(rootSchema(call.resource), JSON.parse(written) as Json);
    for (const element of path.slice(0, -1)) set = set.below(element);
    return set.members.has(path.at(-1) ?? "");
  } catch {
    return false; // whoever wrote it, it is no object of this kind
  }
}

/** Keeps the annotation true for those who go back to the old way. */
export function noteLastApplied(call: Call, object: JsonObject, config: JsonObject): void {
  if (!isKubectl(call) || mapOf(object, "annotations")[ANNOTATION] === undefined) return;
  const { managedFields: _, ...metadata } = metaOf(config);
  const text = `${JSON.stringify(sorted({ ...config, metadata }))}\n`;
  ownMeta(object).annotations = { ...asObject(metaOf(object).annotations), [ANNOTATION]: text };
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key] as Json)]),
  );
}
