import { CST, type Document, LineCounter, Parser, parseAllDocuments } from "yaml";
import type { Diagnostic } from "../../kinds/diagnostic";
import { flattenList, isRecord, MAX_DEPTH, type RawObject } from "./raw";
import { diagnose } from "./report";

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
  for (const [index, document] of documentsOf(text, file, diagnostics).entries()) {
    const source = { file, document: index };
    const place = { apiVersion: "", kind: "Document", namespace: "", name: `${file}#${index}`, source };
    const fault = document.errors[0];
    if (fault) {
      const [message] = fault.message.split("\n");
      diagnostics.push(diagnose("LB1001", place, "", `${file}, document ${index + 1}: ${message}`));
      continue;
    }
    let value: unknown;
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES });
    } catch (error) {
      diagnostics.push(diagnose("LB1001", place, "", `${file}, document ${index + 1}: ${(error as Error).message}`));
      continue;
    }
    if (value === null || value === undefined) continue;
    if (Array.isArray(value)) objects.push(...value.flatMap((item) => flattenList({ value: item, source })));
    else if (isRecord(value)) objects.push(...flattenList({ value, source }));
    else diagnostics.push(diagnose("LB1002", place, "", `${file}, document ${index + 1} is not a Kubernetes object`));
  }
  return { objects, diagnostics };
}

/** The documents of a text; none, and a fault, where it is nested deeper than anybody may walk through. */
function documentsOf(text: string, file: string, diagnostics: Diagnostic[]): Document[] {
  const line = lineTooDeep(text);
  if (line === undefined) return [...parseAllDocuments(text, { lineCounter: new LineCounter(), merge: true, logLevel: "error" })];
  const place = { apiVersion: "", kind: "File", namespace: "", name: file, source: { file } };
  const message = `${file}, line ${line}: the text is nested deeper than ${MAX_DEPTH} levels`;
  diagnostics.push(diagnose("LB1001", place, "", message, { remedy: "Look for a bracket or a block that is never closed." }));
  return [];
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
