import { statSync } from "node:fs";
import { type Document, isMap, isNode, isSeq, type YAMLMap } from "yaml";
import type { Diagnostic, ObjectRef } from "../../resources/diagnostic";
import { readText } from "./manifests";
import { documentsIn, type TextDocument } from "./yaml/documents";

/** Place in a file that a diagnostic concerns. */
export interface SourceLocation {
  file: string;
  /** From 1. */
  line: number;
}

/** Finds the lines of diagnostics; each file is parsed once. */
export class SourceLocations {
  private readonly files = new Map<string, TextDocument[]>();

  /**
   * The line of the field, or of the nearest thing above it that is there, or where a document ceases to be YAML; undefined for what is in
   * no file that can be read again.
   */
  of({ object, pointer }: Diagnostic): SourceLocation | undefined {
    return this.at(object, pointer);
  }

  /** The same for a field of an object. */
  at(object: ObjectRef, pointer: string): SourceLocation | undefined {
    const { source } = object;
    if (!source || source.document === undefined || source.file === "-") return undefined;
    const read = this.read(source.file);
    if (!read) return undefined;
    const one = read[source.document];
    if (!one) return { file: source.file, line: 1 };
    const { document, locationOf } = one;
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
    const known = this.files.get(file);
    if (known) return known;
    const text = fileText(file);
    if (text === undefined) return undefined;
    const documents = [...documentsIn(text)];
    this.files.set(file, documents);
    return documents;
  }
}

/** Reads a file; undefined if that fails, because a diagnostic about the file already reports it. */
function fileText(file: string): string | undefined {
  try {
    // a pipe is read once, and has no lines afterwards
    return statSync(file).isFile() ? readText(file) : undefined;
  } catch {
    return undefined;
  }
}

/** The way to an object in a List, or in a plain list. */
function pathTo(document: Document, object: ObjectRef): (string | number)[] {
  const { contents } = document;
  const items = isSeq(contents) ? contents : document.get("items");
  if (!isSeq(items)) return [];
  const at = items.items.findIndex((item) => isMap(item) && isIt(item, object));
  if (at < 0) return [];
  return isSeq(contents) ? [at] : ["items", at];
}

/** A ServiceList names no kind on its items; a namespace or tenant tells apart what has one. */
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
