// Types of preflight findings, and the refusal of a preview.

import type { CheckFailure } from "../handler";
import type { Code } from "../messages/codes";
import { failure } from "../messages/errors";

/** A finding of a preflight check. */
export interface Finding {
  code: Extract<Code, "LB2050" | "LB2071" | "LB2072" | "LB2073" | "LB2074" | "LB2075" | "LB2076" | "LB2077">;
  /** The run would surely fail; else the finding is reported and the run continues. */
  fails: boolean;
  message: string;
  remedy?: string;
}

/** A refusal without a property: the engine would print its value, which is not the fault. */
export function refused(code: Code, message: string, remedy?: string): CheckFailure[] {
  return [{ property: "", reason: failure(code, { message, ...(remedy ? { remedy } : {}) }).message }];
}
