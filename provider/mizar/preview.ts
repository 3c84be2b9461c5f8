// Checks the inputs of Mizar's kinds and compares them with the state (`check` and `diff`).

import { factAt, fieldsWith } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import { compare } from "../lifecycle/bodies/compare";
import { isObject, isUnknown, type Properties } from "../lifecycle/bodies/json";
import { isEmpty } from "../lifecycle/bodies/shape";
import { checkFailures, declaredIn, type InputFault, knownInputs, schemaFaults } from "../lifecycle/check";
import type { CheckFailure, Difference } from "../lifecycle/handler";
import { fieldsOf, isFixed, shapeOf } from "./fields";
import type { ObjectKind } from "./object-kind";

/** Finds all faults of the inputs at once. */
export function check(table: ObjectKind, olds: Properties, news: Properties, notice: (text: string) => void): CheckFailure[] {
  const faults = schemaFaults(table.kind, news);
  // Mizar and Arktos take any text there, and then the wait has no result.
  const isWait = ({ path }: InputFault) => path[0] === "waitFor";
  const failures = checkFailures(
    faults.filter((fault) => !isWait(fault)),
    "LB2016",
  );
  if (failures.length > 0) return failures;
  const { known, unknownAt } = knownInputs(table.kind, news);
  tellShrinking(table, known.metadata?.name, olds, news, notice);
  return checkFailures([...faults, ...(table.rules?.(known, unknownAt) ?? [])], "LB2060");
}

function tellShrinking(
  table: ObjectKind,
  name: string | undefined,
  olds: Properties,
  news: Properties,
  notice: (text: string) => void,
): void {
  const field = countField(table);
  if (!field || !onlyGrows(table, field)) return;
  const [before, after] = [countIn(field, olds), countIn(field, news)];
  if (before === undefined || after === undefined || after >= before) return;
  notice(
    `${table.type.kind} ${name}: ${field} goes from ${before} to ${after}. Mizar's operator never takes any away, so the object is replaced`,
  );
}

/** Inputs that `delete` uses: it knows only the state. */
const FOR_DELETE = ["deleteTimeout", "forceFinalizerRemoval"] as const;

/** Compares the declaration with the state. */
export function diff(table: ObjectKind, olds: Properties, news: Properties): Difference {
  const changes: string[] = [];
  if (news.owner !== olds.owner || olds.foreign !== undefined || olds.__unlabelled === true) changes.push("owner");
  for (const key of FOR_DELETE) if ((news[key] || undefined) !== (olds[key] || undefined)) changes.push(key);
  const moved = identityChanges(olds, news);
  changes.push(...moved.map((field) => `metadata.${field}`), ...fieldChanges(table, olds, news));

  // a value that preview cannot know may well be the same: it shows as a change, never as a replacement
  const replacing = [
    ...moved.filter((field) => !isUnknown(isObject(news.metadata) ? news.metadata[field] : undefined)).map((field) => `metadata.${field}`),
    ...fieldChanges(table, olds, knownPart(declaredIn(table.kind, news), olds)).filter((path) => isFixed(table, path)),
    ...(shrinks(table, olds, news) ? [`spec.${countField(table)}`] : []),
  ];
  return { changes, replaces: [...new Set(replacing.map((path) => path.slice(0, path.indexOf("."))))] };
}

function fieldChanges(table: ObjectKind, olds: Properties, news: Properties): string[] {
  if (isUnknown(news.spec)) return ["spec"];
  if (isUnknown(news.metadata)) return ["metadata"];
  // After an import no field is declared yet: only those that the program names count.
  const options = olds.imported === true ? { subset: true } : {};
  const { spec } = news;
  const isDeclared = (field = "") => !isObject(spec) || !isEmpty(shapeOf(table), ["spec", field], spec[field]);
  const staying = fieldsWith(table.kind.fields, "stays").filter((field) => !isDeclared(field.split(".")[1]));
  return compare(shapeOf(table), fieldsOf(table, news), fieldsOf(table, olds), options).filter((path) => !staying.includes(path));
}

/** Name, namespace and tenant: another one is another object. A tenant that is not named is the one the object is in. */
function identityChanges(olds: Properties, news: Properties): string[] {
  if (isUnknown(news.metadata)) return [];
  const before = isObject(olds.metadata) ? olds.metadata : {};
  const after = isObject(news.metadata) ? news.metadata : {};
  const tenant = before.tenant ?? olds.inTenant ?? undefined;
  const differ = (field: string, otherwise: string) => (after[field] ?? otherwise) !== (before[field] ?? otherwise);
  return [
    ...(differ("name", "") ? ["name"] : []),
    ...(differ("namespace", "default") ? ["namespace"] : []),
    ...(after.tenant !== undefined && tenant !== undefined && after.tenant !== tenant ? ["tenant"] : []),
  ];
}

/** The operator scales some counts up only. What somebody else raised by hand is written back, which replaces nothing. */
function shrinks(table: ObjectKind, olds: Properties, news: Properties): boolean {
  const field = countField(table);
  if (!field || !onlyGrows(table, field)) return false;
  const desired = countIn(field, news);
  return desired !== undefined && typeof olds.counted === "number" && desired < olds.counted;
}

/** The field below `spec` that counts what the operator makes; undefined if the kind has none. */
export const countField = ({ kind: { fields } }: ObjectKind): string | undefined =>
  Object.keys(fields)
    .find((field) => fields[field]?.form === "count")
    ?.slice("spec.".length);

const onlyGrows = ({ kind: { fields } }: ObjectKind, field: string): boolean => factAt(fields, ["spec", field], "fixed") === "fewer";

/** A count below `spec`; undefined when there is none. */
export function countIn(field: string, { spec }: { readonly spec?: unknown }): number | undefined {
  const value = isObject(spec) ? spec[field] : undefined;
  if (value === undefined || value === null || value === "" || isUnknown(value)) return undefined;
  return Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** The desired value, with values of the server where it is unknown yet. */
function knownPart(desired: Properties, live: Properties): Properties {
  return Object.fromEntries(Object.entries(desired).map(([key, value]) => [key, knownValue(value, live[key])]));
}

function knownValue(desired: Json | undefined, held: Json | undefined): Json | undefined {
  if (isUnknown(desired)) return held;
  if (Array.isArray(desired)) return desired.map((element, i) => knownValue(element, Array.isArray(held) ? held[i] : undefined) ?? null);
  if (!isObject(desired)) return desired;
  const other = isObject(held) ? held : {};
  const entries = Object.entries(desired).map(([key, value]) => [key, knownValue(value, other[key])] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
