import type { IngressRoute } from "../../specs";
import type { Status } from "../model";
import type { ContourContext } from "./context";
import { type Fault, faultDiagnostic, firstReason } from "./fault";

export type Verdict = Pick<Status, "state" | "description">;

const VALID: Verdict = { state: "valid", description: "valid IngressRoute" };

/**
 * What is thought of each object. One that several parents delegate to is judged for each of them; its status is that of the
 * first, in the order of the routes of the parents (contour.md 1.3: the first status of an object wins).
 */
export class Verdicts {
  private readonly first = new Map<IngressRoute, Verdict>();

  constructor(private readonly cx: ContourContext) {}

  /** Notes the faults; true when there are none. */
  judge(object: IngressRoute, faults: readonly Fault[]): boolean {
    for (const fault of faults) this.cx.report(faultDiagnostic(object.ref, fault));
    const sound = faults.length === 0;
    if (!this.first.has(object)) this.first.set(object, sound ? VALID : { state: "invalid", description: firstReason(faults) });
    return sound;
  }

  of(object: IngressRoute): Verdict | undefined {
    return this.first.get(object);
  }
}
