// Diagnostics and errors with codes.

import { printable, printableLines } from "./printable";

/** Origin of an object of the user. */
export interface ObjectRef {
  apiVersion: string;
  kind: string;
  /** Arktos only: the tenant, where several of them are distinguished. */
  tenant?: string;
  namespace: string;
  name: string;
  /** The file and the zero-based document in it, or `cluster CONTEXT`; absent for objects given by a program. */
  source?: { file: string; document?: number };
}

export type Severity = "error" | "warning" | "notice";

/** Host, path or Service of a diagnostic whose pointer does not tell: `/spec` of an object with several hosts, say. */
export interface Subject {
  /** Host as the spec writes it; a wildcard with its `*`. */
  host?: string;
  path?: string;
  /** `namespace/name`. */
  service?: string;
  port?: number;
  listener?: string;
  /** The known field that a misspelt one is taken for. */
  meant?: string;
}

/** Something a person should know about one field of one object. Codes are stable and listed in docs/errors.md. */
export interface Diagnostic {
  code: string;
  severity: Severity;
  object: ObjectRef;
  /** JSON pointer (RFC 6901) into the object, `""` for the object itself. */
  pointer: string;
  message: string;
  /** Remedy, as an order. */
  remedy?: string;
  /** For programs; messages say it in words. */
  about?: Subject;
}

/** `Kind namespace/name`, the way objects are named in every message; on Arktos the tenant comes first. */
export function describeObject(ref: ObjectRef): string {
  return printable(`${ref.kind} ${[ref.tenant, ref.namespace, ref.name].filter(Boolean).join("/")}`);
}

/** Each diagnostic once: one of a Service is a loss to every route that needs it, and is in the status of each. */
export function eachOnce<D extends Diagnostic>(diagnostics: readonly D[]): D[] {
  const keyOf = ({ code, object, pointer, message }: D) => JSON.stringify([code, describeObject(object), object.source, pointer, message]);
  return [...new Map(diagnostics.map((diagnostic) => [keyOf(diagnostic), diagnostic])).values()];
}

/** Kinds that represent a file, or a document in it, from which no object could be read. */
const FILES: ReadonlySet<string> = new Set(["File", "Document"]);

/** `web.yaml: Service default/web /spec/ports: it has none`: place and message in one line, each part once. */
export function describeFault({ object, pointer, message }: Diagnostic): string {
  const file = printable(object.source?.file ?? "");
  if (FILES.has(object.kind)) return message.startsWith(file) ? message : `${file}: ${message}`;
  const place = [file && `${file}:`, describeObject(object), printable(pointer)].filter(Boolean).join(" ");
  return `${place}: ${message}`;
}

/** Parts of an error for a person. */
export interface LbErrorParts {
  /** Stable code, listed in docs/errors.md, e.g. `LB2003`. */
  code: string;
  /** The fault. */
  message: string;
  /** In which object, e.g. `Pool my-cluster--red-web-80` or `Ingress default/web`. */
  object?: string;
  /** In which field, as a JSON pointer. */
  pointer?: string;
  /** Remedy, as an order. */
  remedy?: string;
  /**
   * If the fault is not the object's (a server that does not answer): the text that all affected objects share. It is shown in full once.
   */
  shared?: string;
}

/**
 * The one class of error that users see: what is wrong, in which object and field, what to do, and a stable code.
 * It never holds a secret, and nothing that a terminal obeys: words of servers and manifests are made printable here.
 */
export class LbError extends Error {
  readonly code: string;
  readonly object?: string;
  readonly pointer?: string;
  readonly remedy?: string;
  readonly shared?: string;

  constructor(parts: LbErrorParts) {
    const object = parts.object === undefined ? undefined : printable(parts.object);
    const pointer = parts.pointer === undefined ? undefined : printable(parts.pointer);
    const place = [object, pointer].filter(Boolean).join(" ");
    const message = `${parts.code}: ${place ? `${place}: ` : ""}${parts.message}`;
    super(printableLines([message, parts.remedy].filter(Boolean).join("\n  ")));
    this.name = "LbError";
    this.code = parts.code;
    this.object = object;
    this.pointer = pointer;
    this.remedy = parts.remedy;
    this.shared = parts.shared;
  }
}

/** Message of a thrown value. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
