import type { Diagnostic, ObjectRef, Severity, Subject } from "../../resources/diagnostic";
import { printable } from "../../resources/printable";
import { SPEC_CODES, type SpecCode } from "./codes";

/**
 * A diagnostic with the severity and the remedy that its code has, unless others are given. This is the one place where the general
 * remedy comes in, so that every error and warning says what to do, wherever it is printed; a notice asks for nothing.
 */
export function diagnose(
  code: SpecCode,
  object: ObjectRef,
  at: string,
  message: string,
  extra: { remedy?: string; severity?: Severity; about?: Subject } = {},
): Diagnostic {
  const { severity = SPEC_CODES[code].severity, about } = extra;
  const remedy = extra.remedy ?? (severity === "notice" ? undefined : SPEC_CODES[code].remedy);
  return { code, severity, object, pointer: at, message: printable(message), ...(remedy ? { remedy } : {}), ...(about ? { about } : {}) };
}
