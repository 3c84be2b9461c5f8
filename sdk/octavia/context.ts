import type { Diagnostic, ObjectRef, Severity } from "../../kinds/diagnostic";
import { diagnose, type SpecCode, type SpecSet } from "../specs";
import type { Capabilities } from "./capabilities";
import type { OctaviaSettings } from "./settings";

/** What all parts of the lowering share. */
export interface Lowering {
  settings: OctaviaSettings;
  /** Owner mark of every load balancer. */
  owner: string;
  can: Capabilities;
  specs: SpecSet;
  report(diagnostic: Diagnostic): void;
}

/** Thrown where an object cannot have a load balancer at all; its diagnostic becomes the reason in its status. */
export class Refusal extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: SpecCode, object: ObjectRef, at: string, message: string, extra: { remedy?: string; severity?: Severity } = {}) {
    super(message);
    this.diagnostic = diagnose(code, object, at, message, { severity: "error", ...extra });
  }
}
