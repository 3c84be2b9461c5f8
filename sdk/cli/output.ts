import Table from "cli-table3";
import { Document, Scalar, visit } from "yaml";
import { type Diagnostic, describeFault, describeObject, type Severity } from "../../kinds/diagnostic";
import { printableLines, printableText } from "../../kinds/printable";
import type { Status } from "../routing";
import type { Format } from "./grammar";

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

function toJson(value: unknown): string {
  return `${JSON.stringify(sortKeys(value), null, 2)}\n`;
}

/** YAML has `\u001b` between double quotes alone. */
function toYaml(value: unknown): string {
  const document = new Document(sortKeys(value));
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && printableText(scalar.value) !== scalar.value) scalar.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document.toString();
}

/** Writes data to stdout: the document for programs, the table for a person. */
export function print(format: Format, document: unknown, table: () => string): void {
  process.stdout.write(printableText(format === "table" ? table() : format === "yaml" ? toYaml(document) : toJson(document)));
}

/** Writes one message for a person to stderr. */
export function tell(message: string): void {
  process.stderr.write(`${printableLines(message)}\n`);
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
  table.push(...rows.map((cells) => cells.map(printableLines)));
  return `${table.toString()}\n`;
}

/** One diagnostic as a line for a person. */
export function toLine(diagnostic: Diagnostic): string {
  const remedy = diagnostic.remedy ? ` ${diagnostic.remedy}` : "";
  return printableLines(`${diagnostic.severity} ${diagnostic.code}: ${describeFault(diagnostic)}.${remedy}`);
}

/** Errors and warnings of the statuses as a table below the others, and how many notices there are besides; nothing where there are none. */
export function toFindings(statuses: readonly Pick<Status, "object" | "diagnostics">[]): string {
  const of = (wanted: Severity) =>
    statuses.flatMap(({ object, diagnostics }) =>
      diagnostics
        .filter(({ severity }) => severity === wanted)
        .map(({ severity, code, pointer, message, remedy }) => {
          return [severity, code, describeObject(object), pointer, remedy ? `${message}. ${remedy}` : message];
        }),
    );
  const rows = [...of("error"), ...of("warning")];
  const notices = of("notice").length;
  const table = rows.length > 0 ? `\n${toTable(["SEVERITY", "CODE", "OBJECT", "FIELD", "MESSAGE"], rows)}` : "";
  return notices > 0 ? `${table}\n${notices} notice${notices > 1 ? "s" : ""}: -o json shows them\n` : table;
}
