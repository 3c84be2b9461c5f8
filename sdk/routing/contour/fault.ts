import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import { diagnose, type SpecCode } from "../../specs";

/** Something for which a whole object is rejected: partial application is not attempted (seed, "Validation rules", 1). */
export interface Fault {
  code: SpecCode;
  at: string;
  /** Contour's own text where it has one (contour.md 1.3). */
  message: string;
  remedy?: string;
  /** The seed forbids it, Contour of that time did not: it never stands before what Contour said. */
  beyondContour?: boolean;
}

/** The description of a status: the first of Contour's reasons in the order in which it looks, else the first of the seed's. */
export function firstReason(faults: readonly Fault[]): string {
  return (faults.find(({ beyondContour }) => !beyondContour) ?? faults[0])?.message ?? "";
}

export function faultDiagnostic(object: ObjectRef, { code, at, message, remedy }: Fault): Diagnostic {
  return diagnose(code, object, at, message, { remedy });
}
