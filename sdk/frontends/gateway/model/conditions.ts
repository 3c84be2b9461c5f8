import type { Subject } from "../../../../resources/diagnostic";
import type { SpecCode } from "../../../specs";

/** A condition of a status. The time of its last change is added where it is written. */
export interface Condition {
  type: string;
  status: "True" | "False";
  reason: string;
  message: string;
  /** Generation of the object that the status belongs to; absent for an object that is not in a cluster. */
  observedGeneration?: number;
}

/** A fault, with the reason that a condition gives for it. */
export interface Fault {
  reason: string;
  message: string;
  /** JSON pointer of the field in the object that has the fault. */
  at: string;
  /** Remedy, where that of the code does not fit. */
  remedy?: string;
  /** Code of its diagnostic where it is not that of the object. */
  code?: SpecCode;
  /** The Service that it is about, where it is one. */
  about?: Subject;
  /** Further faults of the same object or listener; a condition has the reason of the first. */
  others?: readonly Fault[];
}

/** The first of these faults with the others, or undefined if there is none. */
export function allOf(faults: readonly (Fault | undefined)[]): Fault | undefined {
  const [first, ...others] = faults.flatMap(eachOf);
  return first && { ...first, ...(others.length > 0 ? { others } : {}) };
}

/** A fault, and those beside it, each by itself. */
export const eachOf = (fault: Fault | undefined): Fault[] => {
  if (!fault) return [];
  const { others = [], ...first } = fault;
  return [first, ...others];
};

/** One condition for all of them. */
export const together = (fault: Fault | undefined): Fault | undefined =>
  fault && { ...fault, message: [...new Set(eachOf(fault).map(({ message }) => message))].join("; ") };

/** Conditions of one object, or of a part of its status. */
export class Conditions {
  private readonly list: Condition[] = [];

  constructor(private readonly generation: number | undefined) {}

  /** True, with a reason that is the type itself unless another is given. */
  holds(type: string, message: string, reason = type): this {
    return this.add(type, "True", reason, message);
  }

  fails(type: string, { reason, message }: Omit<Fault, "at">): this {
    return this.add(type, "False", reason, message);
  }

  /** True without a fault, else false with the reason of the first. */
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
