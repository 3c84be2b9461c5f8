import type { Diagnostic } from "../../../../kinds/diagnostic";
import type { HostRule } from "../../../frontends";
import { type ClaimRules, claimFault, claimRefusal } from "../../../routing";
import { pointer, type SpecSet } from "../../../specs";
import { Refused } from "./references";

/** Claims of hosts, applied to HostRules: one of another namespace changes nothing of a claimed host, and gives its names to no other. */
export class ClaimedNames {
  readonly #refused = new Map<HostRule, Map<string, Diagnostic>>();

  constructor(
    private readonly claims: ClaimRules,
    private readonly specs: Pick<SpecSet, "namespaces">,
  ) {}

  /** Throws if a name that stands in the rule is claimed by other namespaces. */
  check(rule: HostRule): void {
    for (const { name, at } of namesOf(rule)) {
      const refusal = claimRefusal(this.claims, this.specs, rule, name);
      if (refusal !== undefined) throw new Refused(refusal, claimFault(rule, at, refusal));
    }
  }

  /** The best rule for a host, of those whose namespaces may have it: a pattern may fit hosts of others too. */
  best<R extends { rule: HostRule }>(
    fqdn: string,
    rules: readonly R[],
    bestOf: (fqdn: string, rules: readonly R[]) => R | undefined,
  ): R | undefined {
    const found = bestOf(fqdn, rules);
    if (!found) return undefined;
    const refusal = claimRefusal(this.claims, this.specs, found.rule, fqdn);
    if (refusal === undefined) return found;
    const known = this.#refused.get(found.rule) ?? new Map<string, Diagnostic>();
    this.#refused.set(found.rule, known.set(fqdn, claimFault(found.rule, "/spec/virtualhost/fqdn", refusal)));
    const rest = rules.filter((one) => one !== found);
    return this.best(fqdn, rest, bestOf);
  }

  /** True if a host that the pattern of the rule fits is claimed by other namespaces. */
  isRefused(rule: HostRule): boolean {
    return this.#refused.has(rule);
  }

  /** Faults of rules whose patterns fit hosts of others. */
  refusals(): Diagnostic[] {
    return [...this.#refused.values()].flatMap((byHost) => [...byHost.values()]);
  }
}

/** Whole names in a rule. A pattern that is no wildcard of DNS counts for each host that it fits. */
function namesOf({ virtualhost: { fqdn, fqdnType = "Exact", aliases = [], gslb } }: HostRule): { name: string; at: string }[] {
  const isName = fqdnType === "Exact" || (fqdnType === "Wildcard" && fqdn.startsWith("*."));
  return [
    ...(isName ? [{ name: fqdn, at: "/spec/virtualhost/fqdn" }] : []),
    ...aliases.map((name, index) => ({ name, at: pointer("spec", "virtualhost", "aliases", index) })),
    ...(gslb?.fqdn ? [{ name: gslb.fqdn, at: "/spec/virtualhost/gslb/fqdn" }] : []),
  ];
}
