import { askedOfSpecs } from "../requests/asked-of-specs";
import type { RequestSide } from "../requests/owned";
import type { SpecSet } from "../specs";
import type { GivenSettings, PlanOf, Target } from "./target";

/** What specs ask for, and what the plan of them serves; undefined where nothing of the target answers requests. */
export function requestSide(target: Target, specs: SpecSet, settings: GivenSettings, plan: PlanOf<unknown>): RequestSide | undefined {
  const { asks } = target;
  const served = target.served?.(plan);
  return served && asks && { served, asked: askedOfSpecs(specs, (known) => asks(known, settings)) };
}
