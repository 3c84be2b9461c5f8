import type { Diagnostic, ObjectRef, Severity } from "../../kinds/diagnostic";
import { SPEC_CODES, type SpecCode } from "./codes";

/** A JSON pointer (RFC 6901) from its parts. */
export function pointer(...parts: (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** A diagnostic with the severity that its code has, unless another one is given. */
export function diagnose(
  code: SpecCode,
  object: ObjectRef,
  at: string,
  message: string,
  extra: { remedy?: string; severity?: Severity } = {},
): Diagnostic {
  const { severity = SPEC_CODES[code].severity, remedy } = extra;
  return { code, severity, object, pointer: at, message, ...(remedy ? { remedy } : {}) };
}
