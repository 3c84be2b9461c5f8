// Reads manifests from files, folders and standard input.

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
 * Reads files, folders (recursively `*.yaml`, `*.yml`, `*.json`, each also with `.gz`) and globs, in the given order, sorted within each.
 * `-` is standard input. Unreadable files are reported as LB1008; none is skipped silently.
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

/** Folder of relative patterns: the project of a program, the current folder of a command. */
const searchedIn = (pattern: string, cwd: string) => (isAbsolute(pattern) ? "" : ` in ${cwd}`);

/** LB1008. @param file name as given */
export function unreadable(file: string, message: string): Diagnostic {
  const place = { apiVersion: "", kind: "File", namespace: "", name: file, source: { file, document: 0 } };
  return diagnose("LB1008", place, "", message);
}

/** The manifests of a text. */
export interface ParsedManifests {
  objects: RawObject[];
  diagnostics: Diagnostic[];
  /** True if an unparseable document contains template actions. */
  isTemplate: boolean;
}

/**
 * Parses the Kubernetes objects of YAML or JSON documents as kubectl does. Faulty documents are reported and the others returned, so that a
 * user sees all faults at once.
 *
 * @param file name for messages, `-` for standard input
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
  for (const parsed of documentsIn(text)) {
    const source = { file, document: ++index };
    const place = { apiVersion: "", kind: "Document", namespace: "", name: `${file}#${index}`, source };
    const report = (code: "LB1001" | "LB1002", message: string) =>
      diagnostics.push(diagnose(code, place, "", `${file}, document ${index + 1}${message}`));
    const fault = faultOf(parsed);
    if (fault !== undefined) {
      isTemplate ||= parsed.document.errors.some(({ code }) => code !== "DUPLICATE_KEY") && hasAction(parsed.text);
      report("LB1001", `: ${fault}`);
      continue;
    }
    let value: unknown;
    try {
      value = documentValue(parsed.document);
    } catch (error) {
      report("LB1001", `: ${withoutSource(reasonOf(error))}`);
      continue;
    }
    if (value === null || value === undefined) continue;
    if (Array.isArray(value))
      objects.push(
        ...withLines(
          value.flatMap((item) => flattenList({ value: item, source })),
          parsed,
        ),
      );
    else if (isRecord(value)) objects.push(...withLines(flattenList({ value, source }), parsed));
    else report("LB1002", " is not a Kubernetes object");
  }
  return { objects, diagnostics, isTemplate };
}

/** First fault of a document, with its position. */
function faultOf({ document, locationOf }: TextDocument): string | undefined {
  const [fault] = document.errors;
  if (!fault) return undefined;
  const { line, col } = locationOf(fault.pos[0]);
  return `${withoutSource(fault.message)} at line ${line}, column ${col}`;
}

/** A parser message without quoted text, such as an unknown alias: a password may begin with `*`, `!` or `|`. */
function withoutSource(message: string): string {
  const [line = ""] = message.split("\n");
  return line.split(": ")[0]?.replace(/:$/, "") ?? "";
}

/** Objects of a document with their first lines: of a list item, or of the document. */
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
 * Text of a file: plain or gzip, with or without byte order mark, UTF-8 or UTF-16 (as PowerShell redirects).
 *
 * @param file `-` is standard input
 */
export function readText(file: string, cwd = process.cwd(), bounds: Bounds = {}): string {
  const bytes = readBounded(file === "-" ? 0 : resolve(cwd, file), bounds);
  return decode(beginsWith(bytes, 0x1f, 0x8b) ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes);
}

/** A decoder removes only the first byte order mark; concatenated files have one per document. */
function decode(bytes: Buffer): string {
  const encoding = beginsWith(bytes, 0xff, 0xfe) ? "utf-16le" : beginsWith(bytes, 0xfe, 0xff) ? "utf-16be" : "utf-8";
  return new TextDecoder(encoding).decode(bytes).replaceAll(/^\uFEFF/gm, "");
}

const beginsWith = (bytes: Buffer, first: number, second: number): boolean => bytes[0] === first && bytes[1] === second;
