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
  if (ref.tenant) return `${ref.kind} ${[ref.tenant, ref.namespace, ref.name].filter(Boolean).join("/")}`;
  return `${ref.kind} ${ref.namespace}/${ref.name}`;
}
