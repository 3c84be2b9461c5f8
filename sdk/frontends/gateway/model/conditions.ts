// Conditions of statuses, and the faults they are derived from.

import type { Subject } from "../../../../resources/diagnostic";
import type { SpecCode } from "../../../specs";

/** A condition of a status. The transition time is added when it is written. */
export interface Condition {
  type: string;
  status: "True" | "False";
  reason: string;
  message: string;
  /** Observed generation; absent for an object that is not in a cluster. */
  observedGeneration?: number;
}

/** A fault with the reason for its condition. */
export interface Fault {
  reason: string;
  message: string;
  /** JSON pointer of the faulty field. */
  at: string;
  /** Remedy, if that of the code does not fit. */
  remedy?: string;
  /** Code of its diagnostic, if it differs from that of the object. */
  code?: SpecCode;
  /** The Service that it is about. */
  about?: Subject;
  /** Further faults of the same object or listener; the condition has the reason of the first. */
  others?: readonly Fault[];
}

/** The first fault with the others attached, or undefined without faults. */
export function allOf(faults: readonly (Fault | undefined)[]): Fault | undefined {
  const [first, ...others] = faults.flatMap(eachOf);
  return first && { ...first, ...(others.length > 0 ? { others } : {}) };
}

/** A fault and its attached ones, as a list. */
export const eachOf = (fault: Fault | undefined): Fault[] => {
  if (!fault) return [];
  const { others = [], ...first } = fault;
  return [first, ...others];
};

/** One fault with the messages of all. */
export const together = (fault: Fault | undefined): Fault | undefined =>
  fault && { ...fault, message: [...new Set(eachOf(fault).map(({ message }) => message))].join("; ") };

/** Conditions of an object, or of a part of its status. */
export class Conditions {
  private readonly list: Condition[] = [];

  constructor(private readonly generation: number | undefined) {}

  /** Adds a true condition; the reason is its type by default. */
  holds(type: string, message: string, reason = type): this {
    return this.add(type, "True", reason, message);
  }

  fails(type: string, { reason, message }: Omit<Fault, "at">): this {
    return this.add(type, "False", reason, message);
  }

  /** Adds a condition that is true without a fault, else false with the reason of the first fault. */
  unless(type: string, fault: Omit<Fault, "at"> | undefined, message: string): this {
    return fault ? this.fails(type, fault) : this.holds(type, message);
  }

  add(type: string, status: Condition["status"], reason: string, message: string): this {
    this.list.push({ type, status, reason, message, ...(this.generation === undefined ? {} : { observedGeneration: this.generation }) });
    return this;
  }

  /** Sorted by type. */
  all(): Condition[] {
    return [...this.list].sort((a, b) => (a.type < b.type ? -1 : 1));
  }
}
