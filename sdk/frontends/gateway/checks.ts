// Validation rules beyond types, for schemas of Gateway API.

import type { z } from "zod";

/** A path that breaks a rule, and the expectation. */
export interface Breach {
  at: readonly PropertyKey[];
  /** Continues "must". */
  must: string;
}

/** A rule beyond types: most are CEL rules of the definitions. Returns the paths that break it. */
export type Rule<T> = (value: T) => readonly Breach[];

/** Schema check for these rules. It runs only on values of the right types, with defaults filled in. */
export function obeys<T>(...rules: readonly Rule<T>[]): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    for (const { at, must } of rules.flatMap((rule) => rule(value)))
      issues.push({ code: "custom", input: value, path: [...at], message: `must ${must}` });
  };
}

/**
 * Rule for a list that the API server treats as a map or set: keys are unique. Entries without a key are skipped.
 *
 * @param field field that a breach points to; default: the entry
 */
export function unique<T>(keyOf: (entry: T) => string | undefined, ...field: readonly string[]): Rule<readonly T[]> {
  return (entries) => {
    const first = new Map<string, number>();
    return entries.flatMap((entry, i) => {
      const key = keyOf(entry);
      if (key === undefined) return [];
      const taken = first.get(key);
      if (taken === undefined) first.set(key, i);
      return taken === undefined ? [] : [{ at: [i, ...field], must: `differ from that of entry ${taken}` }];
    });
  };
}

/** Rule for a list whose entries have a name each. */
export const uniqueNames: Rule<readonly { name: string }[]> = unique(({ name }) => name, "name");

/** Rule for a set of texts. */
export const uniqueTexts: Rule<readonly string[]> = unique((text) => text);

/**
 * Rule for references to the same object: all or none name a section or port, and each pair differs. As in the experimental channel; the
 * standard channel compares sections only.
 */
export function distinctSections<T extends { sectionName?: string | undefined; port?: number | undefined }>(
  objectOf: (reference: T) => string,
): Rule<readonly T[]> {
  return (references) => {
    const first = new Map<string, T>();
    const taken = new Set<string>();
    return references.flatMap((reference, i) => {
      const object = objectOf(reference);
      const other = first.get(object);
      first.set(object, other ?? reference);
      const section = `${object} ${reference.sectionName ?? ""} ${reference.port ?? ""}`;
      const isMixed = (["sectionName", "port"] as const).some(
        (field) => other !== undefined && (other[field] === undefined) !== (reference[field] === undefined),
      );
      const isTaken = taken.has(section);
      taken.add(section);
      if (!isMixed && !isTaken) return [];
      return [{ at: [i, "sectionName"], must: "name a section of its own, because another entry refers to the same object" }];
    });
  };
}
