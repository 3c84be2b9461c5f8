import type { Json } from "../../kinds/json";
import { isObject, type JsonObject } from "./sanitize";
import { type FieldPath, fieldOf, isEmpty, keyed, type Shape } from "./shape";
import { isUnknown } from "./unknown";

/** How strictly two bodies are compared. */
export interface CompareOptions {
  /** Compare only what is wanted: the held side has fields nobody declared. Default false. */
  subset?: boolean;
  /** Accept what the server may rightly change. Default false. */
  tolerant?: boolean;
}

/** Bodies come from JSON and are finite; this only stops what a hostile caller builds. */
const MAX_DEPTH = 48;

/** Where `wanted` and `held` differ in meaning, as paths for people: `servers[10.0.0.1:80].ratio`. */
export function compare(shape: Shape, wanted: Json | undefined, held: Json | undefined, options: CompareOptions = {}): string[] {
  const found: string[] = [];
  visit({ shape, options, found }, [], "", wanted, held);
  return found;
}

interface Walk {
  shape: Shape;
  options: CompareOptions;
  found: string[];
}

function visit(walk: Walk, path: FieldPath, at: string, wanted: Json | undefined, held: Json | undefined): void {
  const { shape, options, found } = walk;
  if (shape.ignored(path) || path.length > MAX_DEPTH) return;
  if (isUnknown(wanted)) {
    found.push(at);
    return;
  }
  const nothingWanted = isEmpty(shape, path, wanted);
  if (nothingWanted && isEmpty(shape, path, held)) return;
  if (!nothingWanted && options.tolerant && shape.tolerated(path)) return;
  if (nothingWanted && options.subset && !(shape.owned(path, held) && Array.isArray(held))) return;
  if (Array.isArray(wanted) && Array.isArray(held)) {
    visitList(walk, path, at, wanted, held);
  } else if (isObject(wanted) && isObject(held)) {
    visitObject(walk, path, at, wanted, held);
  } else if (nothingWanted || isEmpty(shape, path, held) || !shape.same(path, wanted, held)) {
    found.push(at);
  }
}

function visitObject(walk: Walk, path: FieldPath, at: string, wanted: JsonObject, held: JsonObject): void {
  const { shape, options } = walk;
  const keys = new Map<string, string>();
  for (const key of Object.keys(wanted)) keys.set(shape.canonicalKey(key), key);
  for (const key of Object.keys(held)) {
    const canonical = shape.canonicalKey(key);
    if (keys.has(canonical)) continue;
    if (!options.subset || shape.owned([...path, key], held[key])) keys.set(canonical, key);
  }
  for (const [canonical, key] of keys) {
    visit(walk, [...path, canonical], at ? `${at}.${key}` : key, fieldOf(shape, wanted, key), fieldOf(shape, held, key));
  }
}

function visitList(walk: Walk, path: FieldPath, at: string, wanted: Json[], held: Json[]): void {
  const { shape, found } = walk;
  if (wanted.some(isUnknown)) {
    found.push(at);
    return;
  }
  const left = new Map(keyed(shape, path, wanted).map(({ key, element }) => [key, element]));
  const right = new Map(keyed(shape, path, held).map(({ key, element }) => [key, element]));
  for (const key of new Set([...left.keys(), ...right.keys()])) {
    const place = `${at}[${key}]`;
    const one = left.get(key);
    const other = right.get(key);
    // An element that only one side has is a difference even where its content would count as empty.
    if (one === undefined || other === undefined) found.push(place);
    else visit(walk, path, place, one, other);
  }
}
