import { LineCounter, parseAllDocuments } from "yaml";
import type { Diagnostic } from "../../contract/diagnostic";
import { flattenList, isRecord, type RawObject } from "./raw";
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
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, merge: true, logLevel: "error" });
  for (const [index, document] of [...documents].entries()) {
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
