// docs/glossary.md: its files declare its words, and exported names and file names have none of the words that it forbids.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import * as ts from "typescript";
import { expect, it } from "vitest";

const ROOT = join(__dirname, "../../..");
const ROOMS = ["resources", "requests", "provider", "sdk", "plugin"];
const PAGE = readFileSync(join(ROOT, "docs/glossary.md"), "utf8");

/** Names with a forbidden word that are right, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {};

const sections = PAGE.split(/^## /m).slice(1);
const rowsOf = (section: string): string[][] =>
  section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => line.slice(2, -2).split(" | "));
const isForbiddenList = (section: string) => section.startsWith("Words that are not written");
const ENTRIES = sections.filter((section) => !isForbiddenList(section)).flatMap(rowsOf);
const FORBIDDEN = new Map(
  sections
    .filter(isForbiddenList)
    .flatMap(rowsOf)
    .flatMap(([words = "", instead = ""]) => words.split(", ").map((word): [string, string] => [word, instead])),
);

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
    .map((file) => `${folder}/${file}`);

function textOf(path: string): string {
  const files = statSync(join(ROOT, path)).isDirectory() ? sourcesIn(path.replace(/\/$/, "")) : [path];
  return files.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
}

/** `aviServedApart` -> avi, served, apart. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const MENTIONED = new RegExp(`^export .*(?:${[...FORBIDDEN.keys()].join("|")})`, "im");

/** Names of the declarations that a file exports; only files that may have a forbidden word are parsed. */
function exportedNames(text: string): string[] {
  if (!MENTIONED.test(text)) return [];
  const names = (statement: ts.Statement): string[] => {
    if (!ts.canHaveModifiers(statement) || !ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.text] : [];
  };
  return ts.createSourceFile("file.ts", text, ts.ScriptTarget.Latest).statements.flatMap(names);
}

/** Names of a file that have a forbidden word, with the word. */
function forbiddenNames(file: string, text: string): { file: string; name: string; word: string }[] {
  return [basename(file, ".ts"), ...exportedNames(text)].flatMap((name) => {
    const word = wordsOf(name).find((part) => FORBIDDEN.has(part));
    return word === undefined ? [] : [{ file, name, word }];
  });
}

it("docs/glossary.md has at most 40 words, each once", () => {
  const words = ENTRIES.map(([word]) => word);
  expect(words.length).toBeGreaterThan(20);
  expect(words.length).toBeLessThanOrEqual(40);
  expect(new Set(words).size).toBe(words.length);
});

it.each(ENTRIES)("the file of the word %s exists and has the name", (_word, _meaning, where = "") => {
  const [path = "", name] = [...where.matchAll(/`([^`]+)`/g)].map(([, span]) => span);
  expect(existsSync(join(ROOT, path)), path).toBe(true);
  if (name !== undefined) expect(textOf(path)).toMatch(new RegExp(`\\b${name}\\b`));
});

it("finds a forbidden word in exported names and in names of files, and in no local name", () => {
  const text = "export const keptPools = 1; export function poolsOf() { const kept = 1; } export type HTTPLedger = 1; const told = 1;";
  expect(forbiddenNames("sdk/apart.ts", text).map(({ name }) => name)).toEqual(["apart", "keptPools", "HTTPLedger"]);
});

it("no exported name and no file has a word that docs/glossary.md forbids, but for exempt names", () => {
  const all = ROOMS.flatMap(sourcesIn).flatMap((file) => forbiddenNames(file, readFileSync(join(ROOT, file), "utf8")));
  const refused = all.filter(({ name }) => EXEMPT[name] === undefined);
  expect(refused.map(({ file, name, word }) => `${file}: ${name} ("${word}": ${FORBIDDEN.get(word)})`)).toEqual([]);
  expect(Object.keys(EXEMPT).filter((name) => !all.some((found) => found.name === name))).toEqual([]);
});
