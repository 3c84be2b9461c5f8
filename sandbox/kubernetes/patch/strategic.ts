import { asArray, isObject, type Json, type JsonObject, sameJson, text } from "../../shared/json";
import { fieldSchema } from "../schema/pruned";
import { resolved, type Schema } from "../schema/schema";
import { PatchError } from "./json-patch";

const DIRECTIVE = "$patch";
const KEEP = "$retainKeys";
const REMOVE = "$deleteFromPrimitiveList/";
const ORDER = "$setElementOrder/";

/** An entry of a list that does not say which one it is. */
export class KeyAbsent extends Error {}

/** As Go prints it: `map[name:a port:80]`. */
function goMap(value: Json): string {
  if (!isObject(value)) return text(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${key}:${goMap(value[key] as Json)}`);
  return `map[${entries.join(" ")}]`;
}

/** A strategic merge patch: as a merge patch, but lists of built-in kinds are merged by the keys of their entries. */
export function strategicPatch(schema: Schema, target: JsonObject, patch: JsonObject): JsonObject {
  return mergeObject(resolved(schema), target, patch);
}

function mergeObject(schema: Schema, target: JsonObject, patch: JsonObject): JsonObject {
  const { [DIRECTIVE]: directive, [KEEP]: keep, ...changes } = patch;
  if (directive === "replace") return changes;
  if (directive === "delete") return {};
  if (directive !== undefined && directive !== "merge") throw new PatchError(`Unknown patch type found: ${text(directive)}`);
  const result =
    keep === undefined ? { ...target } : Object.fromEntries(Object.entries(target).filter(([key]) => asArray(keep).includes(key)));
  for (const [key, value] of Object.entries(changes)) {
    if (key.startsWith(ORDER)) continue;
    if (key.startsWith(REMOVE)) removeItems(result, key.slice(REMOVE.length), asArray(value));
    else if (value === null) delete result[key];
    else result[key] = mergeValue(fieldSchema(schema, key), result[key], value);
  }
  reorder(schema, result, changes, target);
  return result;
}

function mergeValue(reference: Schema | undefined, target: Json | undefined, patch: Json): Json {
  const schema = reference ? resolved(reference) : {};
  if (isObject(patch)) return mergeObject(schema, isObject(target) ? target : {}, patch);
  if (!Array.isArray(patch) || !reference?.["x-kubernetes-patch-strategy"]?.includes("merge")) return patch;
  const key = reference["x-kubernetes-patch-merge-key"];
  const current = asArray(target);
  if (key === undefined) return [...current, ...patch.filter((item) => !current.some((each) => sameJson(each, item)))];
  return mergeList(schema.items ?? {}, key, current, patch);
}

function mergeList(items: Schema, key: string, current: Json[], patch: Json[]): Json[] {
  if (patch.some((item) => isObject(item) && item[DIRECTIVE] === "replace"))
    return patch.filter((item) => !(isObject(item) && DIRECTIVE in item));
  let result = [...current];
  for (const item of patch) {
    if (!isObject(item)) throw new PatchError(`expected an object with the key ${key}`);
    if (item[key] === undefined) throw new KeyAbsent(`map: ${goMap(item)} does not contain declared merge key: ${key}`);
    const same = (each: Json) => isObject(each) && each[key] === item[key];
    const found = result.find(same);
    if (item[DIRECTIVE] === "delete") result = result.filter((each) => !same(each));
    else if (found) result = result.map((each) => (same(each) ? mergeObject(resolved(items), each as JsonObject, item) : each));
    else result.push(mergeObject(resolved(items), {}, item));
  }
  return result;
}

function removeItems(target: JsonObject, field: string, items: Json[]): void {
  target[field] = asArray(target[field]).filter((each) => !items.some((item) => sameJson(each, item)));
}

/** Entries of the patch in its order, or in that of `$setElementOrder`; the others keep their places among themselves. */
function reorder(schema: Schema, target: JsonObject, changes: JsonObject, before: JsonObject): void {
  for (const [field, list] of Object.entries(target)) {
    const order = changes[ORDER + field] ?? changes[field];
    const known = fieldSchema(schema, field);
    if (!Array.isArray(list) || !Array.isArray(order) || !known?.["x-kubernetes-patch-strategy"]?.includes("merge")) continue;
    const key = known["x-kubernetes-patch-merge-key"];
    const identity = (item: Json): Json => (key !== undefined && isObject(item) ? (item[key] ?? null) : item);
    const placeIn = (places: Json[]) => (item: Json) => places.findIndex((each) => sameJson(identity(each), identity(item)));
    const [inPatch, inServer] = [placeIn(order), placeIn(asArray(before[field]))];
    const patched = list.filter((item) => inPatch(item) >= 0).sort((a, b) => inPatch(a) - inPatch(b));
    const others = list.filter((item) => inPatch(item) < 0).sort((a, b) => inServer(a) - inServer(b));
    target[field] = interleaved(others, patched, inServer);
  }
}

function interleaved(left: Json[], right: Json[], place: (item: Json) => number): Json[] {
  const merged: Json[] = [];
  const [a, b] = [[...left], [...right]];
  while (a.length > 0 && b.length > 0) {
    const [first, second] = [place(a[0]!), place(b[0]!)];
    merged.push(first >= 0 && second >= 0 && first < second ? a.shift()! : b.shift()!);
  }
  return [...merged, ...a, ...b];
}
