// Finds the file and line of a diagnostic.

import { statSync } from "node:fs";
import { type Document, isMap, isNode, isSeq, type YAMLMap } from "yaml";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { readText } from "./manifests";
import { documentsIn, type TextDocument } from "./yaml/documents";

/** File and line of a diagnostic. */
export interface SourceLocation {
  file: string;
  /** From 1. */
  line: number;
}

/** Finds lines of diagnostics; each file is parsed once. */
export class SourceLocations {
  private readonly files = new Map<string, TextDocument[]>();

  /**
   * Line of the field, of its nearest existing parent, or of a YAML error; undefined for an object without a file that can be read again.
   */
  of({ object, pointer }: Diagnostic): SourceLocation | undefined {
    return this.at(object, pointer);
  }

  /** Line of a field of an object. */
  at(object: ObjectRef, pointer: string): SourceLocation | undefined {
    const { source } = object;
    if (!source || source.document === undefined || source.file === "-") return undefined;
    const read = this.read(source.file);
    if (!read) return undefined;
    const parsed = read[source.document];
    if (!parsed) return { file: source.file, line: 1 };
    const { document, locationOf } = parsed;
    const [broken] = document.errors;
    if (broken) return { file: source.file, line: locationOf(broken.pos[0]).line };
    const within = [...pathTo(document, object), ...segments(pointer)];
    for (let depth = within.length; depth >= 0; depth--) {
      const node = depth === 0 ? document.contents : document.getIn(within.slice(0, depth), true);
      if (isNode(node) && node.range) return { file: source.file, line: locationOf(node.range[0]).line };
    }
    return { file: source.file, line: 1 };
  }

  private read(file: string): TextDocument[] | undefined {
    const cached = this.files.get(file);
    if (cached) return cached;
    const text = fileText(file);
    if (text === undefined) return undefined;
    const documents = [...documentsIn(text)];
    this.files.set(file, documents);
    return documents;
  }
}

/** Text of a file; undefined if it cannot be read, which a diagnostic already reports. */
function fileText(file: string): string | undefined {
  try {
    // a pipe can be read only once
    return statSync(file).isFile() ? readText(file) : undefined;
  } catch {
    return undefined;
  }
}

/** Path of an object in a List, or in a plain list. */
function pathTo(document: Document, object: ObjectRef): (string | number)[] {
  const { contents } = document;
  const items = isSeq(contents) ? contents : document.get("items");
  if (!isSeq(items)) return [];
  const at = items.items.findIndex((item) => isMap(item) && isIt(item, object));
  if (at < 0) return [];
  return isSeq(contents) ? [at] : ["items", at];
}

/** Items of a ServiceList have no kind; namespace and tenant are compared if the item has them. */
function isIt(item: YAMLMap, { kind, namespace, name, tenant }: ObjectRef): boolean {
  const metadata = (field: string) => item.getIn(["metadata", field]);
  return (
    metadata("name") === name &&
    [undefined, kind].includes(item.get("kind") as string | undefined) &&
    (!namespace || (metadata("namespace") || "default") === namespace) &&
    (!tenant || (metadata("tenant") || tenant) === tenant)
  );
}

const segments = (pointer: string): (string | number)[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
