// Reads and validates files of expected requests.

import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseAllDocuments } from "yaml";
import type { z } from "zod";
import { nearest } from "../../../resources/nearest";
import { isRecord } from "../../specs";
import { expectationOf } from "./entry";
import { type Expectation, type ExpectationInput, expectationSchema } from "./expectation";

/** A fault in expected requests, with its line. */
export interface ExpectationFault {
  file?: string;
  line?: number;
  message: string;
}

export interface ReadExpectations {
  expectations: Expectation[];
  faults: ExpectationFault[];
}

/** Line of a part of a file, by keys and indices. */
type LineOf = (path: readonly (string | number)[]) => number | undefined;

/** Reads expected requests: YAML or JSON documents with `requests`. Every fault has its line. */
export function readExpectations(text: string, file: string): ReadExpectations {
  const lines = new LineCounter();
  const documents = [...parseAllDocuments(text, { lineCounter: lines, merge: true, logLevel: "error" })];
  const result: ReadExpectations = { expectations: [], faults: [] };
  for (const document of documents) {
    const [broken] = document.errors;
    if (broken) {
      result.faults.push({ file, line: lines.linePos(broken.pos[0]).line, message: broken.message.split(/ at line \d|:?\n/)[0] ?? "" });
      continue;
    }
    const lineOf: LineOf = (path) => lineIn(document, path, lines);
    const value: unknown = document.toJS({ maxAliasCount: 1000 });
    if (value === null || value === undefined) continue;
    const list = listIn(value, lineOf);
    const documentResult =
      "fault" in list ? { expectations: [], faults: [list.fault] } : expectationsIn(list.list, (path) => lineOf(["requests", ...path]));
    result.expectations.push(...documentResult.expectations.map((one) => ({ ...one, file })));
    result.faults.push(...documentResult.faults.map((one) => ({ file, ...one })));
  }
  if (result.expectations.length + result.faults.length === 0)
    result.faults.push({ file, line: 1, message: "there are no requests: write them below the key requests" });
  return result;
}

function listIn(value: unknown, lineOf: LineOf): { list: unknown[] } | { fault: ExpectationFault } {
  const fault = (message: string, path: readonly string[] = []) => ({ fault: { line: lineOf(path) ?? 1, message } });
  if (!isRecord(value)) return fault("a mapping with the key requests is expected");
  const [unknown] = Object.keys(value).filter((key) => key !== "requests");
  if (unknown !== undefined) return fault(`the key ${JSON.stringify(unknown)} is not known: write requests`, [unknown]);
  return Array.isArray(value.requests) ? { list: value.requests } : fault("requests must be a list", ["requests"]);
}

/** Reads a list of expected requests, of a file or a program. */
export function expectationsIn(list: readonly unknown[], lineOf: LineOf = () => undefined): ReadExpectations {
  const result: ReadExpectations = { expectations: [], faults: [] };
  for (const [index, value] of list.entries()) {
    const at = (path: readonly (string | number)[]) => {
      const line = lineOf([index, ...path]);
      return line === undefined ? {} : { line };
    };
    const where = lineOf([index]) === undefined ? `requests[${index}]: ` : "";
    const { success, data, error } = expectationSchema.safeParse(value);
    if (!success) {
      for (const issue of error.issues)
        result.faults.push(...faultsOf(issue).map(({ path, message }) => ({ ...at(path), message: where + message })));
      continue;
    }
    const made = expectationOf(data, value as ExpectationInput);
    if ("fault" in made) result.faults.push({ ...at(made.key === undefined ? [] : [made.key]), message: where + made.fault });
    else result.expectations.push({ ...made, ...at([]) });
  }
  return result;
}

const KEYS = Object.keys(expectationSchema.shape);

function faultsOf(issue: z.core.$ZodIssue): { path: (string | number)[]; message: string }[] {
  const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => {
      const meant = nearest(key, KEYS);
      const remedy = meant ? `did you mean ${meant}?` : `the keys are ${KEYS.join(", ")}`;
      return { path: [...path, key], message: `the key ${JSON.stringify(key)} is not known: ${remedy}` };
    });
  const name = path.join(".");
  const isMissing = issue.code === "invalid_type" && issue.input === undefined && path.length === 1 && path[0] === "request";
  if (isMissing) return [{ path: [], message: 'request is missing: write a method and a URL, "GET https://shop.example.com/cart"' }];
  return [{ path, message: `${name || "the entry"} ${wordsOf(issue)}` }];
}

/** Message of a schema fault; those of this package begin with "must". */
function wordsOf({ message }: z.core.$ZodIssue): string {
  if (message.startsWith("must")) return message;
  return `is not what it must be: ${message.replace(/^Invalid input: /, "")}`;
}

/** Line of a part, or of the nearest existing parent. */
function lineIn(document: Document, path: readonly (string | number)[], lines: LineCounter): number | undefined {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = nodeAt(document, path.slice(0, depth));
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

/** The key of a pair, if there is one: its value may begin on another line. */
function nodeAt(document: Document, path: readonly (string | number)[]): Node | undefined {
  const last = path.at(-1);
  const parent = path.length > 1 ? document.getIn(path.slice(0, -1), true) : document.contents;
  if (isMap(parent)) {
    const pair = parent.items.find(({ key }) => isNode(key) && String((key as { value?: unknown }).value) === String(last));
    if (pair && isNode(pair.key)) return pair.key;
  }
  const node = isSeq(parent) && typeof last === "number" ? parent.items[last] : path.length === 0 ? document.contents : undefined;
  return isNode(node) ? node : undefined;
}
