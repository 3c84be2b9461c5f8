// Field tables: facts about fields of a kind (default, secret, fixed, ...) that comparison, writing, drift and docs read.

import type { z } from "zod";

/**
 * Facts about one field besides its shape. Comparison, writing, drift, secrets, packing, the words of a review, the generated docs and the
 * conformance samples read them here.
 */
export interface FieldFacts {
  /** Another value needs a new object; `"fewer"`: a smaller number does. False, below a fixed field: it changes in place. */
  readonly fixed?: boolean | "fewer";
  /** Value that the server sets if nothing is declared. Null: none, whatever the field is elsewhere. */
  readonly default?: z.core.util.JSONType;
  /** The server sets a value if nothing is declared, and any is right. False, below such a field: another value is reported. */
  readonly assigned?: boolean;
  /** Decides whether and to whom traffic flows: with nothing declared it counts as declared with its default. */
  readonly guarded?: true;
  /** List or object that is ours as a whole: with nothing declared it must be empty, whoever put something there. */
  readonly whole?: true;
  /** Stays as it is when it is no longer declared. */
  readonly stays?: true;
  /** Secret in the state, in previews and in messages; the server never gives it back. */
  readonly secret?: true;
  /** Written by the server: no part of a declaration. */
  readonly computed?: true;
  /** Value that a create writes into a field of the server. */
  readonly initial?: z.core.util.JSONType;
  /** The server may hold something else than was sent. */
  readonly tolerated?: true;
  /** Takes no part in any comparison. */
  readonly ignored?: true;
  /** Stays as another controller wrote it when the object is adopted. */
  readonly adopted?: true;
  /** Earlier name of the field. */
  readonly alias?: string;
  /** Fields that identify an element of the list; none: its elements are a set. Absent: the position counts, and scalars are a set. */
  readonly key?: readonly string[];
  /** Meaning of the texts of the field: two spellings of one meaning compare as equal. */
  readonly form?: "address" | "network" | "number" | "count" | "amount";
  /** Long list or body that the state of a component's resource has as one hidden text (packed.ts); no secret is in it. */
  readonly packed?: true;
  /** Word for people in place of the name: `weight`. */
  readonly word?: string;
  /** Word for people for an element of the list: `server`. */
  readonly element?: string;
  /** Words of a switch: `server 10.0.0.7 disabled by hand`, `traffic of VirtualService web switched off by hand`. */
  readonly switch?: { readonly of?: string; readonly off: string; readonly on: string };
  /** Its changes are among the facts of a review, or mean nothing to clients; `"elements"`: elements that are added or removed are. */
  readonly reviewed?: true | "elements";
}

/**
 * Facts by the names on the way from the root, without positions: `servers.ratio`. A field that means the same in several places has one
 * entry, `*.ratio`, or `*.servers.ratio` where the field that holds it matters.
 */
export type FieldTable = { readonly [field: string]: FieldFacts };

/** Names on the way to a field, without positions in lists: `["servers", "ip", "addr"]`. */
export type FieldPath = readonly string[];

/** One fact about a field; what is closest to its place counts. */
export function factAt<F extends keyof FieldFacts>(table: FieldTable, path: FieldPath, fact: F): FieldFacts[F] {
  const [leaf, holder] = [path.at(-1), path.at(-2)];
  const exact = table[path.join(".")]?.[fact];
  if (exact !== undefined) return exact;
  const held = holder === undefined ? undefined : table[`*.${holder}.${leaf}`]?.[fact];
  return held === undefined ? table[`*.${leaf}`]?.[fact] : held;
}

/** One fact about a field, by its place as a text without positions, or about the closest field that it is part of. */
export function factAbove<F extends keyof FieldFacts>(table: FieldTable, at: string, fact: F): FieldFacts[F] {
  const holds = (field: string) => at === field || [".", "/"].some((next) => at.startsWith(field + next));
  const closest = Object.keys(table)
    .filter((field) => table[field]?.[fact] !== undefined && holds(field))
    .reduce((best, field) => (field.length > best.length ? field : best), "");
  return table[closest]?.[fact];
}

/** The fields of which a fact is true. */
export const fieldsWith = (table: FieldTable, fact: keyof FieldFacts): string[] =>
  Object.keys(table).filter((field) => table[field]?.[fact]);

/** By table and fact: its paths, which every resource of a kind needs. */
const paths = new WeakMap<FieldTable, Map<keyof FieldFacts, readonly FieldPath[]>>();

/** The fields of which a fact is true, as paths. */
export function pathsWith(table: FieldTable, fact: keyof FieldFacts): readonly FieldPath[] {
  const pathsByFact = paths.get(table) ?? new Map<keyof FieldFacts, readonly FieldPath[]>();
  paths.set(table, pathsByFact);
  const factPaths = pathsByFact.get(fact) ?? fieldsWith(table, fact).map((field) => field.split("."));
  pathsByFact.set(fact, factPaths);
  return factPaths;
}

/** The table of a body for the inputs that hold it; fields that are the same everywhere keep their names. */
export const within = (property: string, table: FieldTable): FieldTable =>
  Object.fromEntries(
    Object.entries(table).map(([field, facts]) => [field.startsWith("*.") ? field : `${property}.${field}`, facts] as const),
  );

/** Several tables as one; where two have facts about a field, all of them hold. */
export function merged(...tables: readonly FieldTable[]): FieldTable {
  const all: { [field: string]: FieldFacts } = {};
  for (const table of tables)
    for (const [field, facts] of Object.entries(table)) {
      const earlierFacts = all[field];
      all[field] = earlierFacts ? { ...earlierFacts, ...facts } : facts;
    }
  return all;
}

/** A table with equal facts for several fields. */
export const each = (fields: readonly string[], facts: FieldFacts): FieldTable => Object.fromEntries(fields.map((field) => [field, facts]));
