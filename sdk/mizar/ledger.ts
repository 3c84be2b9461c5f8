import type { Diagnostic, ObjectRef } from "../../kinds/diagnostic";
import { Ledger as RoutingLedger, type Status } from "../routing";
import { diagnose, MIZAR_CODES, type SpecCode } from "../specs";

/** Kinds that have a status; an Endpoint is only a fact about addresses. */
const SUBJECTS = new Set(["Network", "Vpc", "Subnet", "Pod", "Service"]);

/** Why an object cannot be as it is. */
export interface Fault {
  code: SpecCode;
  /** JSON pointer into the object that is refused. */
  at: string;
  message: string;
  remedy: string;
}

/** Thrown where a Pod or Service cannot have a place. */
export class Rejection extends Error {
  readonly fault: Fault;

  constructor(code: SpecCode, at: string, message: string, remedy: string) {
    super(message);
    this.fault = { code, at, message, remedy };
  }
}

/** The ledger of all targets, in the words of Mizar's contract. */
export class Ledger extends RoutingLedger {
  /** An object that could not be read, if it is one that has a status. */
  openFaulty(ref: ObjectRef): void {
    if (SUBJECTS.has(ref.kind)) this.open(ref);
  }

  reject(ref: ObjectRef, { code, at, message, remedy }: Fault): void {
    this.report(diagnose(code, ref, at, message, { remedy, severity: "error" }));
  }

  skip(ref: ObjectRef, why: string): void {
    this.judge(ref, { state: "skipped", description: why });
    this.report(diagnose("LB1606", ref, "", why));
  }

  /** A rejected object has one of the contract's codes, whatever else is said. */
  override close(): { statuses: Status[]; diagnostics: Diagnostic[] } {
    const { statuses, diagnostics } = super.close();
    return { statuses: statuses.map(inWords), diagnostics };
  }
}

function inWords(status: Status): Status {
  const { state, diagnostics } = status;
  const first = diagnostics.find(({ severity }) => severity === "error");
  if (state !== "rejected" || !first || diagnostics.some(({ code }) => WORDS.has(code))) return status;
  return { ...status, diagnostics: [...diagnostics, { ...first, code: "LBBadRequest" }] };
}

const WORDS: ReadonlySet<string> = new Set(Object.keys(MIZAR_CODES).filter((code) => !/^LB\d+$/.test(code)));
