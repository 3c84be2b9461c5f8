import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { Ledger } from "../../routing";
import { bySeniority, diagnose, type Spec } from "../../specs";
import type { AviSettings } from "../settings";
import { References, Refused } from "./references";
import { unusedOf } from "./unused";

/** A rule that was accepted, with what it says. */
export interface Accepted<R, E> {
  rule: R;
  extension: E;
  used: boolean;
}

/** Where rules are judged one by one: each is accepted as a whole, or rejected and changes nothing (ako-2x.md 10). */
export class Bench {
  readonly #verdicts: { ref: ObjectRef; error: string; diagnostics: Diagnostic[] }[] = [];

  constructor(private readonly settings: AviSettings) {}

  /** Older ones first: of two that exclude each other the younger is rejected. */
  accept<R extends Spec, E>(rules: readonly R[], read: (rule: R, references: References, before: readonly R[]) => E): Accepted<R, E>[] {
    const accepted: Accepted<R, E>[] = [];
    for (const rule of [...rules].sort(bySeniority)) {
      const references = new References(this.settings);
      try {
        const before = accepted.map((one) => one.rule);
        accepted.push({ rule, extension: read(rule, references, before), used: false });
        this.#verdicts.push({ ref: rule.ref, error: "", diagnostics: [...unusedOf(rule), ...references.unchecked(rule.ref)] });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        this.#verdicts.push({ ref: rule.ref, error: error.message, diagnostics: [rejection(rule.ref, error.message)] });
      }
    }
    return accepted;
  }

  judge(ledger: Ledger): void {
    for (const { ref, error, diagnostics } of this.#verdicts) {
      ledger.open(ref);
      for (const diagnostic of diagnostics) ledger.report(diagnostic);
      ledger.judge(ref, { state: error ? "Rejected" : "Accepted", description: error });
    }
  }
}

const rejection = (ref: ObjectRef, error: string) => diagnose("LB1307", ref, "/spec", `the rule is rejected and changes nothing: ${error}`);

/** What an accepted rule says, which is then of use. */
export function useOf<E>(accepted: Accepted<Spec, E> | undefined): E | undefined {
  if (accepted) accepted.used = true;
  return accepted?.extension;
}

/** Of a rule that nothing asked for. */
export const unusedRule = ({ ref }: Spec, nothing: string) =>
  diagnose("LB1312", ref, "/spec", `no ${nothing}: the rule changes nothing`, { severity: "notice" });
