// Text of `diff` for a person: the summary and the table of changed objects.

import { toTable } from "../table";
import { type Change, specsByRow } from "./changes";

/** The summary above the table of objects; nothing where there is none. */
export const summaryText = (lines: readonly string[]): string => (lines.length > 0 ? `${lines.join("\n")}\n\n` : "");

/** The objects that `k8s-lb diff` finds changed, a row for each field. */
export function changesTable(changes: readonly Change[]): string {
  if (changes.length === 0) return "No difference.\n";
  const shown = (value: unknown) => (value === undefined ? "" : brief(typeof value === "string" ? value : JSON.stringify(value)));
  const specs = specsByRow(changes);
  const rows = changes.map(({ change, type, name, field = "", was, is }, at) => [
    change,
    `${type} ${name}`,
    field,
    shown(was),
    shown(is),
    specs[at] ?? "",
  ]);
  const count = new Set(changes.map(({ type, name }) => `${type}/${name}`)).size;
  return `${toTable(["CHANGE", "OBJECT", "FIELD", "WAS", "IS", "SPECS"], rows)}\n${count} object${count === 1 ? "" : "s"} would change.\n`;
}

const brief = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
