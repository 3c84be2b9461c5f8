import type { CheckFailure } from "../handler";
import type { Code } from "../messages/codes";
import { failure } from "../messages/errors";

// Refusals and notices of a preview.

/** Something that a look before the first write has found. */
export interface Finding {
  code: Extract<Code, "LB2050" | "LB2071" | "LB2072" | "LB2073" | "LB2074" | "LB2075" | "LB2076" | "LB2077">;
  /** The run would surely fail; else the finding is reported and the run goes on. */
  fails: boolean;
  message: string;
  remedy?: string;
}

/** The engine prints the value of the property that a failure names; none of an inventory's is what is wrong. */
export function refused(code: Code, message: string, remedy?: string): CheckFailure[] {
  return [{ property: "", reason: failure(code, { message, ...(remedy ? { remedy } : {}) }).message }];
}
