import Table from "cli-table3";
import { stringify } from "yaml";
import type { Diagnostic } from "../../contract/diagnostic";
import { describeObject } from "../../contract/diagnostic";

/** A value with the keys of every object sorted, so that equal contents are equal bytes. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => [key, sortKeys(member)]),
  );
}

export function toJson(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), null, 2)}\n`;
}

export function toYaml(value: unknown): string {
  return stringify(sortKeys(value));
}

/** A table without colours or box drawing, readable in logs and diffs. */
export function toTable(head: string[], rows: string[][]): string {
  const plain = {
    top: "",
    "top-mid": "",
    "top-left": "",
    "top-right": "",
    bottom: "",
    "bottom-mid": "",
    "bottom-left": "",
    "bottom-right": "",
  };
  const lines = { left: "", "left-mid": "", mid: "", "mid-mid": "", right: "", "right-mid": "", middle: "  " };
  const table = new Table({ head, chars: { ...plain, ...lines }, style: { head: [], border: [], "padding-left": 0, "padding-right": 0 } });
  table.push(...rows);
  return `${table.toString()}\n`;
}

/** One diagnostic as a line for a person. */
export function toLine(diagnostic: Diagnostic): string {
  const { source } = diagnostic.object;
  const place = source ? `${source.file}: ` : "";
  const remedy = diagnostic.remedy ? ` ${diagnostic.remedy}` : "";
  return `${diagnostic.severity} ${diagnostic.code}: ${place}${describeObject(diagnostic.object)} ${diagnostic.pointer}: ${diagnostic.message}.${remedy}`;
}
