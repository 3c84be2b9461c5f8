// Assumptions that no real server has verified: tables of assumptions, and the marks `@unverified ID` in the code that relies on them.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./files.mjs";

/** Folders whose code may rely on an assumption. */
const SOURCES = ["resources", "requests", "provider", "sdk"];

/** The tables themselves rely on nothing. */
const TABLES = join("resources", "assumptions");

const MARK = /@unverified +([\w/-]+)/g;

/** The files of each ID that a mark names, in the order of their paths. */
export function marksIn(files) {
  const marks = new Map();
  for (const [path, text] of files)
    for (const [, id] of text.matchAll(MARK)) marks.set(id, [...new Set([...(marks.get(id) ?? []), path])].sort());
  return marks;
}

/** Path and text of every source file. */
export function sourceFiles() {
  const paths = SOURCES.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return paths.filter((path) => path.endsWith(".ts") && !path.startsWith(TABLES)).map((path) => [path, readFileSync(inRoot(path), "utf8")]);
}

/** Faults in words: marks without an entry, and entries without a mark. */
export function faultsOfMarks(table, marks) {
  const ids = Object.keys(table);
  return [
    ...[...marks].flatMap(([id, [path]]) => (ids.includes(id) ? [] : [`${path}: @unverified ${id} has no entry in resources/assumptions`])),
    ...ids.filter((id) => !marks.has(id)).map((id) => `resources/assumptions: no line is marked @unverified ${id}`),
  ];
}

const BY = { api: "bodies", requests: "requests", person: "by hand" };

/**
 * The assumptions about a back end: a question each, with what is assumed, what breaks otherwise, how to check it, and where the code
 * relies on it.
 */
export function unverifiedList(table, marks) {
  const entries = Object.entries(table).map(([id, { question, assumed, otherwise, by, check }]) => {
    const used = (marks.get(id) ?? []).map((path) => `\`${path}\``).join(", ");
    const lines = [`Assumed: ${assumed}`, `Otherwise: ${otherwise}`, `Check (${BY[by]}): ${check}`, `Used in: ${used}`];
    return [`- **${question}** \`${id}\``, ...lines.map((line) => `  - ${line}`)].join("\n");
  });
  return entries.join("\n");
}
