import type { z } from "zod";

/** A place below a value that breaks a rule, and what must be there. */
export interface Breach {
  at: readonly PropertyKey[];
  /** Goes on after "must". */
  must: string;
}

/** A rule that no type expresses: most are CEL rules of the definitions. Returns the places that break it. */
export type Rule<T> = (value: T) => readonly Breach[];

/** Check of a schema that reports each breach of the rules. It runs only on values whose types are right, with the defaults filled in. */
export function obeys<T>(...rules: readonly Rule<T>[]): z.core.CheckFn<T> {
  return ({ value, issues }) => {
    for (const { at, must } of rules.flatMap((rule) => rule(value)))
      issues.push({ code: "custom", input: value, path: [...at], message: `must ${must}` });
  };
}

/**
 * Rule for a list that is a map or a set to the API server: no two entries have the same key. An entry without a key is left out.
 *
 * @param field the field that a breach points to; without, the entry itself
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
 * Rule for references to the same object: either none or all of them name a section, as with ports, and each differs in one of the two. So
 * says the definition of the experimental channel; the standard channel counts sections alone.
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
