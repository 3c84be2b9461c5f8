// Reports rules whose requests an older Route already has.

import { type Diagnostic, describeObject } from "../../../../resources/diagnostic";
import { diagnose, type Spec } from "../../../specs";

export type Report = (diagnostic: Diagnostic) => void;

/** A rule of a Route. */
type Rule = { owner: Spec; at: string };

/** Reports that an older Route, or an earlier rule of the same Route, has the requests of a rule. */
export function reportOlderRule(report: Report, { owner, at }: Rule, older: Rule, what: string): void {
  if (owner === older.owner && at === older.at) return;
  const has = owner === older.owner ? `rule ${older.at} before it` : `${describeObject(older.owner.ref)}, which is older or comes first`;
  report(diagnose("LB1712", owner.ref, at, `${what} go to ${has}`));
}
