// Records statuses and rejections of Mizar objects.

import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { type Status, StatusRecorder } from "../../../routing";
import { diagnose, MIZAR_CODES, type SpecCode } from "../../../specs";

/** Kinds that have a status; an Endpoint is only a fact about addresses. */
const SUBJECTS = new Set(["Network", "Vpc", "Subnet", "Pod", "Service"]);

/** Reason why an object is invalid. */
export interface MizarFault {
  code: SpecCode;
  /** JSON pointer into the object that is refused. */
  at: string;
  message: string;
  remedy: string;
}

/** Thrown where a Pod or Service cannot have a place. */
export class Rejection extends Error {
  readonly fault: MizarFault;

  constructor(code: SpecCode, at: string, message: string, remedy: string) {
    super(message);
    this.fault = { code, at, message, remedy };
  }
}

/** The ledger of all targets, in the words of Mizar's contract. */
export class MizarStatusRecorder extends StatusRecorder {
  /** An object that could not be read, if it is one that has a status. */
  openFaulty(ref: ObjectRef): void {
    if (SUBJECTS.has(ref.kind)) this.open(ref);
  }

  /** Missing input, by the object that has no place for that reason. */
  readonly lacking = new Map<ObjectRef, string>();

  reject(ref: ObjectRef, { code, at, message, remedy }: MizarFault): void {
    if (LACKS.has(code)) this.lacking.set(ref, message);
    this.report(diagnose(code, ref, at, message, { remedy, severity: "error" }));
  }

  /** @param lacks it is left to others only because the specs lack something */
  skip(ref: ObjectRef, why: string, lacks = false): void {
    if (lacks) this.lacking.set(ref, why);
    this.setStatus(ref, { state: "skipped", description: why });
    this.report(diagnose("LB1606", ref, "", why));
  }

  /** A rejected object has one of the contract's codes, whatever else is reported. */
  override close(): { statuses: Status[]; diagnostics: Diagnostic[] } {
    const { statuses, diagnostics } = super.close();
    return { statuses: statuses.map(inWords), diagnostics };
  }
}

/** Faults of the set of specs, and not of the object: what it must be in is not among them. */
const LACKS: ReadonlySet<SpecCode> = new Set<SpecCode>(["LBNetworkNotFound", "LBVpcNotFound", "LBVpcHasNoSubnet", "LBSubnetNotFound"]);

function inWords(status: Status): Status {
  const { state, diagnostics } = status;
  const first = diagnostics.find(({ severity }) => severity === "error");
  if (state !== "rejected" || !first || diagnostics.some(({ code }) => WORDS.has(code))) return status;
  return { ...status, diagnostics: [...diagnostics, { ...first, code: "LBBadRequest" }] };
}

const WORDS: ReadonlySet<string> = new Set(Object.keys(MIZAR_CODES).filter((code) => !/^LB\d+$/.test(code)));
