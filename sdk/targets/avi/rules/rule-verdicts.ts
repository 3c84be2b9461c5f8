// Records which rules are accepted, refused or unused, and by which object each is used.

import type { Diagnostic, ObjectRef } from "../../../../resources/diagnostic";
import { nearest } from "../../../../resources/nearest";
import { refusedNames, type StatusRecorder } from "../../../routing";
import { compare, diagnose, keyOf, LINE_BREAK, lineBreakIn, pointer, type Spec, type SpecSet } from "../../../specs";
import type { AviSettings } from "../settings";
import { References, Refused } from "./references";

/** A rule that was accepted, with what it says. */
export interface Accepted<R, E> {
  rule: R;
  extension: E;
  used: boolean;
}

/** Judges rules one by one: each is accepted as a whole, or rejected and changes nothing (ako-2x.md 10). */
export class RuleVerdicts {
  readonly #verdicts: { ref: ObjectRef; error: string; diagnostics: Diagnostic[] }[] = [];

  constructor(
    private readonly settings: AviSettings,
    private readonly specs: SpecSet,
  ) {}

  /**
   * Older ones first: of two that exclude each other the younger is rejected. AKO compares no times: while it runs, the one that comes first counts;
   * at its start nearly always the first in the order of the API server, which sorts by `namespace/name` as one text.
   */
  accept<R extends Spec, E>(rules: readonly R[], read: (rule: R, references: References, before: readonly R[]) => E): Accepted<R, E>[] {
    const accepted: Accepted<R, E>[] = [];
    for (const rule of [...rules].sort(byAge)) {
      const claimed = refusedNames(this.settings, this.specs, rule).map(({ fault }) => fault);
      if (claimed[0]) {
        this.#verdicts.push({ ref: rule.ref, error: claimed[0].message, diagnostics: claimed });
        continue;
      }
      const references = new References(this.settings);
      try {
        const broken = lineBreakIn({ ...rule, ref: undefined, meta: undefined }, isPem);
        if (broken !== undefined) throw new Refused(`${broken.slice(1)} ${LINE_BREAK}`);
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

  judge(ledger: StatusRecorder): void {
    for (const { ref, error, diagnostics } of this.#verdicts) {
      ledger.open(ref, "Rejected");
      for (const diagnostic of diagnostics) ledger.report(diagnostic);
      ledger.setStatus(ref, { state: error ? "Rejected" : "Accepted", description: error });
    }
  }
}

const ageOf = ({ meta }: Spec) => meta.creationTimestamp ?? "\uffff";
const byAge = (a: Spec, b: Spec) => compare(ageOf(a), ageOf(b)) || compare(keyOf(a.ref), keyOf(b.ref));

/** Texts of several lines. */
const PEM_FIELDS = ["destinationCA"];

/** A misspelt one is not used, and reported as that. */
const isPem = (name: string): boolean => PEM_FIELDS.includes(name) || nearest(name, PEM_FIELDS) !== undefined;

const rejection = (ref: ObjectRef, error: string) => diagnose("LB1307", ref, "/spec", `the rule is rejected and changes nothing: ${error}`);

/** Returns the extension of an accepted rule, and marks the rule as used. */
export function useOf<E>(accepted: Accepted<Spec, E> | undefined): E | undefined {
  if (accepted) accepted.used = true;
  return accepted?.extension;
}

/** Of a rule that nothing asked for. */
export const unusedRule = ({ ref }: Spec, nothing: string) =>
  diagnose("LB1312", ref, "/spec", `no ${nothing}: the rule changes nothing`, { severity: "notice" });

const HTTP_ROUTES = "AKO reads it for HTTPRoutes alone";

/** Fields that AKO reads and this translation does not, by the place in the rule, with what is lost. */
const UNUSED: { readonly [kind: string]: readonly (readonly [path: string, lost: string])[] } = {
  HostRule: [["virtualhost/gslb/includeAliases", "it is for AMKO alone"]],
  AviInfraSetting: [
    ["spec/network/vipNetworks/1", "VIPs are in the first network; several are for public clouds"],
    ["spec/network/nodeNetworks", "AKO places pools in vCenter clouds only; use the setting nodeNetworkList"],
    ["spec/network/enablePublicIP", "VIPs of public clouds are not supported"],
    ["spec/nsxSettings", "tier-1 routers and projects of NSX are not supported"],
  ],
  L7Rule: ["analyticsProfile", "applicationProfile", "wafPolicy", "icapProfile", "errorPageProfile", "analyticsPolicy", "httpPolicy"].map(
    (field) => [`spec/${field}`, `${HTTP_ROUTES}; say it in the HostRule`] as const,
  ),
  L4Rule: [["spec/backendProperties/*/healthMonitorCrdRefs", "objects of AKO's CRD operator are not read; use healthMonitorRefs"]],
};

/** A warning for each of them that the rule has. */
function unusedOf(rule: Spec): Diagnostic[] {
  return (UNUSED[rule.ref.kind] ?? []).flatMap(([path, lost]) =>
    placesOf(rule, path.split("/")).map((at) => {
      const field = at.slice(at[0] === "spec" ? 1 : 0).join(".");
      return diagnose("LB1006", rule.ref, pointer(...(at[0] === "spec" ? at : ["spec", ...at])), `${field} is not used: ${lost}`);
    }),
  );
}

/** Places to which a path leads. `*` is every item of a list. */
function placesOf(value: unknown, [step, ...rest]: readonly string[]): string[][] {
  if (step === undefined) return value === undefined || value === false || value === "" ? [] : [[]];
  if (typeof value !== "object" || value === null) return [];
  const steps = step === "*" ? Object.keys(value) : [step];
  return steps.flatMap((one) => placesOf(Reflect.get(value, one), rest).map((place) => [one, ...place]));
}
