// Lists changed fields that no fact of a review covers.

import { type FieldTable, factAt } from "../../resources/field-table";

/** Keys of list elements in a path, `[10.0.0.1:80]`, `[[fd00::1]:80]`. */
const KEYS = /\[(?:[^[\]]|\[[^\]]*\])*\]/g;

/**
 * Changed fields of a resource that no fact of a review covers. Added and removed objects are facts themselves.
 *
 * @param paths as in a diff: `virtualService.services[443].enable_ssl`
 */
export const unreviewedFields = (table: FieldTable, paths: readonly string[]): string[] => paths.filter((at) => !isReviewed(table, at));

function isReviewed(table: FieldTable, at: string): boolean {
  const names = at.replaceAll(KEYS, "").split(".");
  if (/^[a-zA-Z]+$/.test(names.join(".")) || (at.endsWith("]") && factAt(table, names, "reviewed") === "elements")) return true;
  return names.some((_, index) => factAt(table, names.slice(0, index + 1), "reviewed") === true);
}
