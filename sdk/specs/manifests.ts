import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { escapePath, globSync } from "tinyglobby";
import {
  Composer,
  CST,
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  parseAllDocuments,
  type Scalar,
  type Tags,
  visit,
  YAMLParseError,
} from "yaml";
import { type Diagnostic, reasonOf } from "../../kinds/diagnostic";
import { AMBIGUOUS_NUMBER } from "./ambiguous-number";
import { diagnose } from "./diagnose";
import { compare, flattenList, isRecord, MAX_DEPTH, type RawObject } from "./object";
import { type Bounds, MOST_BYTES, readBounded } from "./read-file";
import { rendered, sourceOfHelm } from "./unrendered";

const MANIFESTS = "**/*.{yaml,yml,json}{,.gz}";

/**
 * Reads files, folders (recursively `*.yaml`, `*.yml`, `*.json`, each also with `.gz`) and globs, in the order given and sorted within each.
 * `-` is standard input. What cannot be read is reported as LB1008; nothing is skipped in silence.
 */
export function readManifestFiles(patterns: readonly string[], cwd = process.cwd()): { objects: RawObject[]; diagnostics: Diagnostic[] } {
  const objects: RawObject[] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const pattern of patterns) {
    const files = pattern === "-" ? ["-"] : expand(pattern, cwd);
    if (files.length === 0) diagnostics.push(unreadable(pattern, `${pattern} matches no manifest${searchedIn(pattern, cwd)}`));
    const plain = rendered(files, cwd);
    diagnostics.push(...plain.diagnostics);
    for (const file of plain.files.filter((name) => !seen.has(name))) {
      seen.add(file);
      try {
        const text = readText(file, cwd);
        const read = parseManifests(text, file);
        const source = sourceOfHelm(file, text, read);
        if (source) {
          diagnostics.push(source);
          continue;
        }
        objects.push(...read.objects);
        diagnostics.push(...read.diagnostics);
      } catch (error) {
        diagnostics.push(unreadable(file, `${file} cannot be read: ${reasonOf(error)}`));
      }
    }
  }
  return { objects, diagnostics };
}

function expand(pattern: string, cwd: string): string[] {
  const stats = statSync(resolve(cwd, pattern), { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) return [pattern];
  const glob = stats ? `${escapePath(pattern.replace(/\/+$/, ""))}/${MANIFESTS}` : pattern;
  return globSync(glob, { cwd, onlyFiles: true, dot: false }).sort(compare);
}

/** The folder that a relative pattern begins in: a program runs in that of its project, a command in that of the shell. */
const searchedIn = (pattern: string, cwd: string) => (isAbsolute(pattern) ? "" : ` in ${cwd}`);

/** LB1008. @param file as it was named */
export function unreadable(file: string, message: string): Diagnostic {
  const place = { apiVersion: "", kind: "File", namespace: "", name: file, source: { file, document: 0 } };
  return diagnose("LB1008", place, "", message);
}

/** The most aliases one document may expand to: a small file must not become gigabytes. */
const MAX_ALIASES = 1000;

/**
 * The Kubernetes objects in a text of YAML documents or JSON. Faulty documents are reported, the others are returned:
 * a user sees all mistakes at once.
 *
 * @param file name shown in messages, `-` for standard input
 */
export function parseManifests(text: string, file: string): { objects: RawObject[]; diagnostics: Diagnostic[] } {
  const objects: RawObject[] = [];
  const diagnostics: Diagnostic[] = [];
  const lines = new LineCounter();
  let index = -1;
  for (const document of documentsOf(text, file, lines, diagnostics)) {
    const source = { file, document: ++index };
    const place = { apiVersion: "", kind: "Document", namespace: "", name: `${file}#${index}`, source };
    const fault = document.errors[0];
    if (fault) {
      diagnostics.push(diagnose("LB1001", place, "", `${file}, document ${index + 1}: ${withoutSource(fault.message)}`));
      continue;
    }
    let value: unknown;
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      diagnostics.push(diagnose("LB1001", place, "", `${file}, document ${index + 1}: ${withoutSource(reasonOf(error))}`));
      continue;
    }
    if (value === null || value === undefined) continue;
    if (Array.isArray(value))
      objects.push(
        ...withLines(
          value.flatMap((item) => flattenList({ value: item, source })),
          document,
          lines,
        ),
      );
    else if (isRecord(value)) objects.push(...withLines(flattenList({ value, source }), document, lines));
    else diagnostics.push(diagnose("LB1002", place, "", `${file}, document ${index + 1} is not a Kubernetes object`));
  }
  return { objects, diagnostics };
}

/** Message of a parser without the text that it quotes, such as an unknown alias: a password may begin with `*`, `!` or `|`. */
function withoutSource(message: string): string {
  const [line = ""] = message.split("\n");
  const [, place = ""] = /( at line \d+, column \d+):?$/.exec(line) ?? [];
  const [fault = ""] = line.replace(/:$/, "").split(": ");
  return fault.endsWith(place) ? fault : `${fault}${place}`;
}

/** The objects of a document with the lines on which they begin: those of a list where that holds them all, else that of the document. */
function withLines(objects: RawObject[], document: Document, lines: LineCounter): RawObject[] {
  const { contents } = document;
  const list = isMap(contents) ? contents.get("items") : contents;
  const nodes = isSeq(list) && list.items.length === objects.length ? list.items : objects.map(() => contents);
  return objects.map((raw, index) => {
    const node = nodes[index];
    return isNode(node) && node.range ? { ...raw, line: lines.linePos(node.range[0]).line } : raw;
  });
}

/** The documents of a text, each when it is asked for; none, and a fault, where it is nested deeper than anybody may walk through. */
function documentsOf(text: string, file: string, lines: LineCounter, diagnostics: Diagnostic[]): Iterable<Document> {
  const line = lineTooDeep(text);
  if (line === undefined) return parsed(text, lines);
  const place = { apiVersion: "", kind: "File", namespace: "", name: file, source: { file } };
  const message = `${file}, line ${line}: the text is nested deeper than ${MAX_DEPTH} levels`;
  diagnostics.push(diagnose("LB1001", place, "", message, { remedy: "Look for a bracket or a block that is never closed." }));
  return [];
}

/** The parser looks for a key among all before it, which takes minutes for a hundred thousand: here they are looked up. */
const PARSING = { merge: true, logLevel: "error", uniqueKeys: false, customTags: (tags: Tags) => [AMBIGUOUS_NUMBER, ...tags] } as const;

/** One document at a time: what the parser knows of all of them is forty times their text. */
function* parsed(text: string, lineCounter: LineCounter): Generator<Document> {
  let whole: readonly Document[] | undefined;
  let index = 0;
  for (const document of new Composer({ ...PARSING, lineCounter }).compose(new Parser(lineCounter.addNewLine).parse(text))) {
    const again = document.errors.length > 0 ? undefined : repeatedKey(document);
    if (document.errors.length > 0) {
      // with the lines of the faults
      whole ??= [...parseAllDocuments(text, PARSING)];
      yield whole[index] ?? document;
    } else yield again?.range ? withRepeatedKey(document, again.range, lineCounter) : document;
    index++;
  }
}

function withRepeatedKey(document: Document, [start, end]: readonly [number, number, number], lineCounter: LineCounter): Document {
  const { line, col } = lineCounter.linePos(start);
  document.errors.push(new YAMLParseError([start, end], "DUPLICATE_KEY", `Map keys must be unique at line ${line}, column ${col}:`));
  return document;
}

/** The first key that is twice in one mapping; merge keys may be. */
function repeatedKey(document: Document): Scalar | undefined {
  let again: Scalar | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === "<<") continue;
        if (keys.has(key.value)) again = key;
        if (again) return visit.BREAK;
        keys.add(key.value);
      }
      return undefined;
    },
  });
  return again;
}

/** No level of blocks without a column, and few texts have that many. */
const INDENTED = new RegExp(`^(?: |[-?] ){${MAX_DEPTH / 2}}`, "m");

/**
 * The line on which a text becomes too deep. Documents are composed by recursion, and to run out of stack in there may end the whole
 * process, so this is found out before. Tokens are looked at only where brackets or indentation raise a suspicion.
 */
function lineTooDeep(text: string): number | undefined {
  if (!INDENTED.test(text) && !hasDeepBrackets(text)) return undefined;
  const lines = new LineCounter();
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    if (token.type !== "document") continue;
    const rest: [CST.Token | null | undefined, number][] = [[token.value, 1]];
    for (let next = rest.pop(); next; next = rest.pop()) {
      const [one, depth] = next;
      if (!one || !CST.isCollection(one)) continue;
      if (depth > MAX_DEPTH) return lines.linePos(one.offset).line;
      for (const { key, value } of one.items) rest.push([key, depth + 1], [value, depth + 1]);
    }
  }
  return undefined;
}

/** Quotes are not looked at: a bracket in a text only raises a suspicion. */
function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = bracket === "[" || bracket === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/**
 * The text of a file as people have them: packed with gzip or not, with a byte order mark or not, in UTF-16 as PowerShell redirects.
 *
 * @param file `-` is standard input
 */
export function readText(file: string, cwd = process.cwd(), bounds: Bounds = {}): string {
  const bytes = readBounded(file === "-" ? 0 : resolve(cwd, file), bounds);
  return decode(beginsWith(bytes, 0x1f, 0x8b) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
}

/** A decoder takes the first mark away; files that were put together with `cat` have one at the beginning of each document. */
function decode(bytes: Buffer): string {
  const encoding = beginsWith(bytes, 0xff, 0xfe) ? "utf-16le" : beginsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replaceAll(/^\uFEFF/gm, "");
}

const beginsWith = (bytes: Buffer, first: number, second: number): boolean => bytes[0] === first && bytes[1] === second;
