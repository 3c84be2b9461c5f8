import type { Diagnostic, ObjectRef } from "../../contract/diagnostic";
import type { Status } from "../routing";
import { compare, diagnose, MIZAR_CODES, type SpecCode } from "../specs";

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
export class Refusal extends Error {
  readonly fault: Fault;

  constructor(code: SpecCode, at: string, message: string, remedy: string) {
    super(message);
    this.fault = { code, at, message, remedy };
  }
}

/** One status per object, and what is said about it. */
export class Ledger {
  readonly #statuses = new Map<ObjectRef, Status>();
  readonly #loose: Diagnostic[] = [];

  open(ref: ObjectRef): void {
    this.#statuses.set(ref, { object: ref, state: "ready", description: "", diagnostics: [] });
  }

  /** An object that could not be read: its diagnostics come later, with `report`. */
  openFaulty(ref: ObjectRef): void {
    if (!SUBJECTS.has(ref.kind)) return;
    this.open(ref);
    this.#statuses.get(ref)!.state = "rejected";
  }

  report(diagnostic: Diagnostic): void {
    (this.#statuses.get(diagnostic.object)?.diagnostics ?? this.#loose).push(diagnostic);
  }

  reject(ref: ObjectRef, { code, at, message, remedy }: Fault): void {
    const status = this.#statuses.get(ref)!;
    status.state = "rejected";
    status.diagnostics.push(diagnose(code, ref, at, message, { remedy, severity: "error" }));
  }

  skip(ref: ObjectRef, why: string): void {
    this.#statuses.get(ref)!.state = "skipped";
    this.#statuses.get(ref)!.description = why;
    this.report(diagnose("LB1606", ref, "", why));
  }

  /** All statuses by kind, tenant, namespace and name. A rejected object has one of the contract's codes, whatever else is said. */
  close(): { statuses: Status[]; diagnostics: Diagnostic[] } {
    const statuses = [...this.#statuses.values()].sort((a, b) => compare(keyOf(a.object), keyOf(b.object)));
    for (const status of statuses) {
      if (status.state === "skipped") continue;
      const first = status.diagnostics.find(({ severity }) => severity === "error") ?? status.diagnostics.find(isWarning);
      status.description = first?.message ?? "";
      if (status.state === "rejected" && first && !status.diagnostics.some(({ code }) => WORDS.has(code)))
        status.diagnostics.push({ ...first, code: "LBBadRequest" });
    }
    return { statuses, diagnostics: this.#loose };
  }
}

const WORDS: ReadonlySet<string> = new Set(Object.keys(MIZAR_CODES).filter((code) => !/^LB\d+$/.test(code)));

const isWarning = ({ severity }: Diagnostic) => severity === "warning";

const keyOf = ({ kind, tenant = "", namespace, name }: ObjectRef) => [kind, tenant, namespace, name].join("\0");
