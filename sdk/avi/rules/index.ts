import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import type { Ledger, Termination } from "../../routing";
import { bySeniority, diagnose, type HostRule, keyOf, type Spec, type SpecSet } from "../../specs";
import type { Extensions, HostExtension } from "../extensions";
import type { AviSettings } from "../settings";
import { hostExtension } from "./host-rule";
import { hostTermination, MissingSecret } from "./host-tls";
import { pathExtensions, pathFor } from "./http-rule";
import { References, Refused } from "./references";
import { serviceExtension } from "./service";
import { unusedOf } from "./unused";

/** What the custom resources and annotations of AKO say, ready for the translation. */
export interface Rules {
  extensions: Extensions;
  /** The certificate that a rule gives a host, in the place of that of its objects. */
  termination(fqdn: string): Termination | undefined;
  /** What the rules lack, by the host that is not served as it was for that. */
  missing: Readonly<Record<string, string>>;
  /** Gives each rule its status, in AKO's words, once everything has asked for what it says. */
  judge(ledger: Ledger): void;
}

/** A rule that was accepted, with what it says. */
interface Accepted<R, E> {
  rule: R;
  extension: E;
  used: boolean;
}

/** Reads the rules once: each is accepted as a whole, or rejected and changes nothing (ako-2x.md 10). */
export function rulesOf(specs: SpecSet, settings: AviSettings, report: (diagnostic: Diagnostic) => void): Rules {
  const bench = new Bench(settings);
  const missing: Record<string, string> = {};
  const hosts = bench.accept(specs.akoRules.hostRules, (rule, references, before): { host: HostExtension; tls?: Termination } => {
    const { fqdn } = rule.virtualhost;
    const same = before.find(({ virtualhost }) => virtualhost.fqdn === fqdn);
    if (same) throw new Refused(`duplicate fqdn ${fqdn} found in ${keyOf(same.ref)}`);
    const host = hostExtension(rule, references, before);
    try {
      return { host, tls: hostTermination(rule, specs) };
    } catch (error) {
      if (error instanceof MissingSecret) missing[fqdn.toLowerCase()] = `Secret ${error.namespace}/${error.secret}`;
      throw error;
    }
  });
  const paths = bench.accept(specs.akoRules.httpRules, pathExtensions);
  const hostRuleFor = (fqdn: string) => usedOf(bestMatch(fqdn, hosts));
  return {
    extensions: {
      host: (fqdn) => hostRuleFor(fqdn)?.host,
      pool(fqdn, namespace, path) {
        const found = pathFor(paths, fqdn, namespace, path);
        if (found) found.accepted.used = true;
        return found?.pool;
      },
      service: (service) => serviceExtension(service, report),
    },
    termination: (fqdn) => hostRuleFor(fqdn)?.tls,
    missing,
    judge(ledger) {
      bench.judge(ledger);
      for (const { rule, used } of hosts) if (!used) ledger.report(unusedRule(rule, `host of the specs is ${rule.virtualhost.fqdn}`));
      for (const { rule, used } of paths) if (!used) ledger.report(unusedRule(rule, `path of ${rule.fqdn} in its namespace is meant`));
    },
  };
}

/** Where rules are judged one by one. */
class Bench {
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

function usedOf<E>(accepted: Accepted<Spec, E> | undefined): E | undefined {
  if (accepted) accepted.used = true;
  return accepted?.extension;
}

const unusedRule = ({ ref }: Spec, nothing: string) =>
  diagnose("LB1312", ref, "/spec", `no ${nothing}: the rule changes nothing`, { severity: "notice" });

/** The rule for the host itself, else for a part of its name, else for its domain; of several the longest, where AKO takes any. */
function bestMatch<E>(fqdn: string, rules: readonly Accepted<HostRule, E>[]): Accepted<HostRule, E> | undefined {
  const of = (type: string, fits: (wanted: string) => boolean) =>
    rules
      .filter(({ rule: { virtualhost } }) => (virtualhost.fqdnType ?? "Exact") === type && fits(virtualhost.fqdn))
      .reduce<Accepted<HostRule, E> | undefined>((best, one) => {
        return best && best.rule.virtualhost.fqdn.length >= one.rule.virtualhost.fqdn.length ? best : one;
      }, undefined);
  return (
    of("Exact", (wanted) => wanted === fqdn) ??
    of("Contains", (wanted) => fqdn.includes(wanted)) ??
    of("Wildcard", (wanted) => wanted.startsWith("*") && fqdn.endsWith(wanted.slice(1)))
  );
}
