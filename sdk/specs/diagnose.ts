// Creates diagnostics with the default severity and remedy of their code.

import type { Diagnostic, ObjectRef, Severity, Subject } from "../../resources/diagnostic";
import { printable } from "../../resources/printable";
import { SPEC_CODES, type SpecCode } from "./codes";

/**
 * A diagnostic with severity and remedy of its code, unless given. Every error and warning has a remedy, wherever it is printed; notices
 * need none.
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
