import { isObject, type Json, sameJson } from "../../shared/json";
import type { Schema } from "../schema/schema";
import { FieldSet } from "./field-set";
import { elementOf, isNamed, itemSchema, memberSchema, shapeOf, stepInto } from "./shape";

/** What is different between two states of an object. */
export interface Difference {
  added: FieldSet;
  modified: FieldSet;
  removed: FieldSet;
}

/** The paths of everything an object holds. */
export function fieldsOf(schema: Schema, value: Json): FieldSet {
  const set = new FieldSet();
  collect(schema, value, [], set);
  return set;
}

function collect(schema: Schema, value: Json, path: string[], set: FieldSet): void {
  const shape = shapeOf(schema, value);
  if (shape === "leaf") set.insert(path);
  else if (shape === "list") {
    for (const item of value as Json[]) {
      const at = [...path, elementOf(schema, item)];
      collect(itemSchema(schema), item, at, set);
      set.insert(at);
    }
  } else {
    for (const [field, inner] of Object.entries(value as object) as [string, Json][]) {
      const at = [...path, `f:${field}`];
      collect(memberSchema(schema, field), inner, at, set);
      if (inner === null || (isObject(inner) && Object.keys(inner).length === 0) || !isNamed(schema, field)) set.insert(at);
    }
  }
}

export function compare(schema: Schema, before: Json | undefined, after: Json | undefined): Difference {
  const difference = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() };
  walk(schema, before, after, [], difference);
  return difference;
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);

function walk(schema: Schema, before: Json | undefined, after: Json | undefined, path: string[], difference: Difference): void {
  if (before === undefined && after === undefined) return;
  const whole =
    shapeOf(schema, after ?? before) === "leaf" || shapeOf(schema, before ?? after) === "leaf" || (isEmpty(before) && isEmpty(after));
  if (before === undefined) difference.added.insert(path);
  else if (after === undefined) difference.removed.insert(path);
  else if (whole && !sameJson(before, after)) difference.modified.insert(path);
  if (whole) return;
  const [left, right] = [partsOf(schema, before), partsOf(schema, after)];
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    walk(stepInto(schema, element), left.get(element), right.get(element), [...path, element], difference);
  }
}

/** The members of a map or the entries of a list, by their path element. */
export function partsOf(schema: Schema, value: Json | undefined): Map<string, Json> {
  if (Array.isArray(value)) return new Map(value.map((item) => [elementOf(schema, item), item]));
  return new Map(isObject(value) ? Object.entries(value).map(([field, inner]) => [`f:${field}`, inner]) : []);
}

/** With the paths of all named fields on the way to a path of the set. */
export function withNamedFields(schema: Schema, set: FieldSet): FieldSet {
  const named = [...set.children.keys()].filter((element) => element.startsWith("f:") && isNamed(schema, element.slice(2)));
  return new FieldSet(
    [...set.members, ...named],
    [...set.children].map(([element, child]) => [element, withNamedFields(stepInto(schema, element), child)]),
  );
}
