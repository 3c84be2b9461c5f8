// Parses the documents of a YAML or JSON text.

import { Composer, type Document, isScalar, LineCounter, type Scalar, type Tags, visit, YAMLParseError } from "yaml";
import { AMBIGUOUS_NUMBER } from "./ambiguous-number";
import { BOOLEAN_WORD, sourceTextOf, withTexts } from "./boolean-words";
import { jsonObjectsIn } from "./json-objects";
import { tokensOf } from "./lexer";

/** A document of a text. */
export interface TextDocument {
  document: Document;
  /** Text of the document. */
  text: string;
  /** Line, from 1, and column in the whole text of an offset in the document. */
  locationOf(offset: number): { line: number; col: number };
}

/**
 * The parser compares each key with all earlier ones, which takes minutes for a hundred thousand: duplicates are found here instead. The
 * schema ignores `%YAML` lines, as kubectl does: a timestamp is a text.
 */
const PARSING = {
  merge: true,
  logLevel: "error",
  uniqueKeys: false,
  schema: "core",
  customTags: (tags: Tags) => [AMBIGUOUS_NUMBER, BOOLEAN_WORD, ...tags],
} as const;

/** YAML documents, or JSON objects in a row, one at a time: parsed documents need forty times the memory of their text. */
export function* documentsIn(text: string): Generator<TextDocument> {
  const objects = jsonObjectsIn(text);
  if (!objects) return yield* documentsOf(text, 0);
  let line = 0;
  let from = 0;
  for (const { start, end } of objects) {
    line += breaksIn(text, from, start);
    yield* documentsOf(text.slice(start, end), line);
    [from, line] = [end, line + breaksIn(text, start, end)];
  }
}

function breaksIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** @param before number of lines before the text */
function* documentsOf(text: string, before: number): Generator<TextDocument> {
  const lines = new LineCounter();
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: line + before, col };
  };
  let from = 0;
  for (const document of new Composer({ ...PARSING, lineCounter: lines }).compose(tokensOf(text, lines))) {
    const again = document.errors.length > 0 ? undefined : repeatedKey(document);
    if (again) document.errors.push(new YAMLParseError(again.at, "DUPLICATE_KEY", `The key ${again.key} is twice in one mapping`));
    const end = document.range?.[2] ?? text.length;
    yield { document, text: text.slice(from, end), locationOf: placeOf };
    from = end;
  }
}

/** The first duplicate key of a mapping, except merge keys. Boolean words among keys become texts. */
function repeatedKey(document: Document): { key: string; at: [number, number] } | undefined {
  let again: Scalar | undefined;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || key.value === "<<") continue;
        key.value = sourceTextOf(key.value);
        if (keys.has(key.value)) again = key;
        if (again) return visit.BREAK;
        keys.add(key.value);
      }
      return undefined;
    },
  });
  const [start, end] = again?.range ?? [];
  return again && start !== undefined && end !== undefined ? { key: String(again.value), at: [start, end] } : undefined;
}

/** Limit of values after aliases are expanded: a small file must not become gigabytes. */
const MOST_VALUES = 1_000_000;

/** Value of a document. @throws Error if aliases expand beyond the limit */
export function documentValue(document: Document): unknown {
  const value: unknown = document.toJS({ maxAliasCount: -1 });
  let hasAlias = false;
  visit(document, {
    Alias() {
      hasAlias = true;
      return visit.BREAK;
    },
  });
  if (hasAlias && isLargerThan(MOST_VALUES, value)) throw new Error(`the aliases make more than ${MOST_VALUES} values of the document`);
  return withTexts(value);
}

function isLargerThan(most: number, value: unknown): boolean {
  let count = 0;
  const rest: unknown[] = [value];
  for (let node = rest.pop(); node !== undefined && count <= most; node = rest.pop()) {
    count++;
    if (typeof node === "object" && node !== null) for (const member of Object.values(node)) rest.push(member ?? null);
  }
  return count > most;
}
