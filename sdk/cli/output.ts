// Output of all verbs: documents on stdout, messages and diagnostics on stderr.

import { Document, Scalar, visit } from "yaml";
import { type Diagnostic, describeFault, describeObject, type Severity } from "../../resources/diagnostic";
import { groupBy } from "../../resources/lists";
import { printableLines, printableText } from "../../resources/printable";
import { alike } from "../../resources/similar-diagnostics";
import type { Status } from "../routing";
import { isRecord } from "../specs";
import type { Format } from "./grammar";
import { toTable } from "./table";
import { coloured } from "./terminal";

/** A value with the keys of every object sorted, so that equal contents are equal bytes. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(sortedMembers(value).map(([key, member]) => [key, sortKeys(member)]));
}

const sortedMembers = (value: object): [key: string, member: unknown][] =>
  Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** So many levels of a document are written member by member: the third has the single objects of a plan. */
const LEVELS = 3;

/** The text of `JSON.stringify` with sorted keys, in parts: as a whole it would be the largest thing in memory, twice. */
function* toJson(value: unknown, levels = LEVELS, indent = ""): Generator<string> {
  const isList = Array.isArray(value);
  const members = isList ? value.map((one) => ["", one] as const) : isRecord(value) ? sortedMembers(value) : [];
  if (levels === 0 || members.length === 0) {
    yield (JSON.stringify(sortKeys(value), null, 2) ?? "null").replaceAll("\n", `\n${indent}`);
    return;
  }
  const inside = `${indent}  `;
  yield isList ? "[" : "{";
  for (const [at, [key, member]] of members.entries()) {
    yield `${at === 0 ? "" : ","}\n${inside}${isList ? "" : `${JSON.stringify(key)}: `}`;
    yield* toJson(member, levels - 1, inside);
  }
  yield `\n${indent}${isList ? "]" : "}"}`;
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
  if (format === "table") process.stdout.write(coloured(printableText(table()), process.stdout));
  else if (format === "yaml") process.stdout.write(printableText(toYaml(document)));
  else writeParts(toJson(document));
}

/** So many characters are written at once. */
const MOST_AT_ONCE = 65_536;

function writeParts(parts: Iterable<string>): void {
  let text = "";
  for (const part of parts) {
    text += part;
    if (text.length < MOST_AT_ONCE) continue;
    process.stdout.write(printableText(text));
    text = "";
  }
  process.stdout.write(printableText(`${text}\n`));
}

/** Writes one message for a person to stderr. */
export function printNote(message: string): void {
  process.stderr.write(`${coloured(printableLines(message), process.stderr)}\n`);
}

/** Writes diagnostics to stderr, what several say alike once. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[]): void {
  for (const [line, { length }] of groupBy(diagnostics, toLine)) printNote(length > 1 ? `${line} (${length} times)` : line);
}

/** Diagnostics of one code and reason as one, with how many others there are; an error is shown at each place. */
export function grouped<D extends Diagnostic>(diagnostics: readonly D[]): { first: D; more: string }[] {
  return alike(diagnostics).map(({ first, count }) => ({ first, more: count > 1 ? ` (and ${count - 1} more)` : "" }));
}

/** Counts the notices of each code, the most frequent first, and names the option that shows them. */
export function countNotices(diagnostics: readonly Diagnostic[]): string {
  const notices = diagnostics.filter(({ severity }) => severity === "notice");
  const groups = [...groupBy(notices, ({ code }) => code)].sort(([, a], [, b]) => b.length - a.length);
  const codes = groups.map(([code, { length }]) => (length > 1 ? `${length} x ${code}` : code)).join(", ");
  return notices.length > 0 ? `${notices.length} notice${notices.length > 1 ? "s" : ""}: ${codes}; -o json shows them\n` : "";
}

/** One diagnostic as a line for a person. */
export function toLine(diagnostic: Diagnostic): string {
  const remedy = diagnostic.remedy ? ` ${diagnostic.remedy}` : "";
  return printableLines(`${diagnostic.severity} ${diagnostic.code}: ${describeFault(diagnostic)}.${remedy}`);
}

/** Errors and warnings of the statuses as a table below the others, and how many notices there are besides; nothing where there are none. */
export function toFindings(statuses: readonly Pick<Status, "object" | "diagnostics">[]): string {
  const all = statuses.flatMap(({ object, diagnostics }) => diagnostics.map((one) => ({ ...one, object })));
  const of = (level: Severity) => grouped(all.filter(({ severity }) => severity === level));
  const rows = [...of("error"), ...of("warning")].map(({ first: { severity, code, object, pointer, message, remedy }, more }) => {
    return [severity, code, describeObject(object) + more, pointer, remedy ? `${message}. ${remedy}` : message];
  });
  const table = rows.length > 0 ? `\n${toTable(["SEVERITY", "CODE", "OBJECT", "FIELD", "MESSAGE"], rows)}` : "";
  const notices = countNotices(all);
  return notices ? `${table}\n${notices}` : table;
}
