import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { escapePath, globSync } from "tinyglobby";
import { isMap, isNode, isSeq } from "yaml";
import { type Diagnostic, reasonOf } from "../../resources/diagnostic";
import { diagnose } from "./diagnose";
import { compare, flattenList, isRecord, MAX_DEPTH, type RawObject } from "./object";
import { type Bounds, MOST_BYTES, readBounded } from "./read-file";
import { hasAction, rendered, sourceOfHelm } from "./unrendered";
import { lineTooDeep } from "./yaml/depth";
import { documentsIn, documentValue, type TextDocument } from "./yaml/documents";

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

/** Manifests of a text. */
export interface ParsedManifests {
  objects: RawObject[];
  diagnostics: Diagnostic[];
  /** True if a document that is no YAML has actions of a template. */
  isTemplate: boolean;
}

/**
 * The Kubernetes objects in a text of YAML documents or JSON, as kubectl's decoder reads them. Faulty documents are reported, the others are
 * returned: a user sees all mistakes at once.
 *
 * @param file name shown in messages, `-` for standard input
 */
export function parseManifests(text: string, file: string): ParsedManifests {
  const objects: RawObject[] = [];
  const diagnostics: Diagnostic[] = [];
  let isTemplate = false;
  const line = lineTooDeep(text);
  if (line !== undefined) {
    const place = { apiVersion: "", kind: "File", namespace: "", name: file, source: { file } };
    const message = `${file}, line ${line}: the text is nested deeper than ${MAX_DEPTH} levels`;
    diagnostics.push(diagnose("LB1001", place, "", message, { remedy: "Look for a bracket or a block that is never closed." }));
    return { objects, diagnostics, isTemplate };
  }
  let index = -1;
  for (const one of documentsIn(text)) {
    const source = { file, document: ++index };
    const place = { apiVersion: "", kind: "Document", namespace: "", name: `${file}#${index}`, source };
    const report = (code: "LB1001" | "LB1002", message: string) =>
      diagnostics.push(diagnose(code, place, "", `${file}, document ${index + 1}${message}`));
    const fault = faultOf(one);
    if (fault !== undefined) {
      isTemplate ||= one.document.errors.some(({ code }) => code !== "DUPLICATE_KEY") && hasAction(one.text);
      report("LB1001", `: ${fault}`);
      continue;
    }
    let value: unknown;
    try {
      value = documentValue(one.document);
    } catch (error) {
      report("LB1001", `: ${withoutSource(reasonOf(error))}`);
      continue;
    }
    if (value === null || value === undefined) continue;
    if (Array.isArray(value))
      objects.push(
        ...withLines(
          value.flatMap((item) => flattenList({ value: item, source })),
          one,
        ),
      );
    else if (isRecord(value)) objects.push(...withLines(flattenList({ value, source }), one));
    else report("LB1002", " is not a Kubernetes object");
  }
  return { objects, diagnostics, isTemplate };
}

/** First fault of a document, with its place. */
function faultOf({ document, locationOf }: TextDocument): string | undefined {
  const [fault] = document.errors;
  if (!fault) return undefined;
  const { line, col } = locationOf(fault.pos[0]);
  return `${withoutSource(fault.message)} at line ${line}, column ${col}`;
}

/** Message of a parser without the text that it quotes, such as an unknown alias: a password may begin with `*`, `!` or `|`. */
function withoutSource(message: string): string {
  const [line = ""] = message.split("\n");
  return line.split(": ")[0]?.replace(/:$/, "") ?? "";
}

/** The objects of a document with the lines on which they begin: those of a list where that holds them all, else that of the document. */
function withLines(objects: RawObject[], { document, locationOf }: TextDocument): RawObject[] {
  const { contents } = document;
  const list = isMap(contents) ? contents.get("items") : contents;
  const nodes = isSeq(list) && list.items.length === objects.length ? list.items : objects.map(() => contents);
  return objects.map((raw, index) => {
    const node = nodes[index];
    return isNode(node) && node.range ? { ...raw, line: locationOf(node.range[0]).line } : raw;
  });
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
