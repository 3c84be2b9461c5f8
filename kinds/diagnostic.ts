/** Where an object of the user's came from. */
export interface ObjectRef {
  apiVersion: string;
  kind: string;
  /** Arktos only: the tenant, where several of them are told apart. */
  tenant?: string;
  namespace: string;
  name: string;
  /** The file and the zero-based document in it, or `cluster CONTEXT`; absent for objects given by a program. */
  source?: { file: string; document?: number };
}

export type Severity = "error" | "warning" | "notice";

/** Something a person should know about one field of one object. Codes are stable and listed in docs/errors.md. */
export interface Diagnostic {
  code: string;
  severity: Severity;
  object: ObjectRef;
  /** JSON pointer (RFC 6901) into the object, `""` for the object itself. */
  pointer: string;
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** `Kind namespace/name`, the way objects are named in every message; on Arktos the tenant stands before. */
export function describeObject(ref: ObjectRef): string {
  return `${ref.kind} ${[ref.tenant, ref.namespace, ref.name].filter(Boolean).join("/")}`;
}

/** What stands for a file, or a document in it, that no object could be made of. */
const FILES: ReadonlySet<string> = new Set(["File", "Document"]);

/** `web.yaml: Service default/web /spec/ports: it has none`: place and message in one line; each part stands there once. */
export function describeFault({ object, pointer, message }: Diagnostic): string {
  const file = object.source?.file ?? "";
  if (FILES.has(object.kind)) return message.startsWith(file) ? message : `${file}: ${message}`;
  const place = [file && `${file}:`, describeObject(object), pointer].filter(Boolean).join(" ");
  return `${place}: ${message}`;
}
