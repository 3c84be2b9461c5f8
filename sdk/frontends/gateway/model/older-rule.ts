import { type Diagnostic, describeObject } from "../../../../resources/diagnostic";
import { diagnose, type Spec } from "../../../specs";

export type Report = (diagnostic: Diagnostic) => void;

/** A rule of a Route. */
type Rule = { owner: Spec; at: string };

/** Reports that an older Route has what a rule asks for; within one Route its first rule has it. */
export function reportOlderRule(report: Report, { owner, at }: Rule, older: Rule, what: string): void {
  if (owner === older.owner && at === older.at) return;
  const has = owner === older.owner ? `rule ${older.at} before it` : `${describeObject(older.owner.ref)}, which is older or comes first`;
  report(diagnose("LB1712", owner.ref, at, `${what} go to ${has}`));
}
