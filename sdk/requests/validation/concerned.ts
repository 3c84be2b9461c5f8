import type { ObjectRef } from "../../../kinds/diagnostic";
import type { Difference } from "../../../kinds/requests/difference";
import type { RuleOwner, ServedAddress, ServedAnswer, ServedPort, ServedRule, ServedRules } from "../../../kinds/requests/form";
import { namesFor } from "../../../kinds/requests/hosts";
import { askedOf } from "../../../kinds/requests/request";
import type { Concerned } from "./reason";

/** Finds the rules of the specs that a difference concerns, and their objects. */
export class ConcernedRules {
  private readonly groups: ReadonlyMap<string, ServedAddress>;

  constructor(
    { addresses }: ServedRules,
    private readonly refOf: (owner: RuleOwner) => ObjectRef | undefined,
  ) {
    this.groups = new Map(addresses.map((one) => [one.group, one]));
  }

  /** The rule whose requests these are, then those of the host that ask for what is served. */
  of({ group, protocol, wasRule, is, isRule, witness }: Difference): Concerned[] {
    const host = askedOf(witness)?.host ?? "";
    const answer = isRule?.to;
    const found = new Map<ServedRule, ServedPort["protocol"]>(wasRule ? [[wasRule, protocol]] : []);
    for (const [rule, on] of this.rulesOf(group, host)) {
      const isAlike = is.kind === "redirect" ? "redirect" in rule.to : answer !== undefined && shareServices(rule.to, answer);
      if (isAlike && !found.has(rule)) found.set(rule, on);
    }
    return [...found].flatMap(([rule, on]) => {
      const ref = rule.by && this.refOf(rule.by);
      return rule.by && ref ? [{ ref, by: rule.by, rule, on }] : [];
    });
  }

  /** True if a spec names the host, or a wildcard that it is below. */
  isNamed(group: string, host: string): boolean {
    const ports = this.groups.get(group)?.ports ?? [];
    return ports.some(({ hosts }) => hosts[host] !== undefined || [...namesFor(host)].some((name) => name !== "" && hosts[name]));
  }

  /** Rules for a host of a group, on all of its ports. */
  private rulesOf(group: string, host: string): [ServedRule, ServedPort["protocol"]][] {
    const names = [...namesFor(host)];
    const ports = this.groups.get(group)?.ports ?? [];
    return ports.flatMap(({ hosts, protocol }) =>
      names.flatMap((name) => (hosts[name]?.rules ?? []).map((rule): [ServedRule, ServedPort["protocol"]] => [rule, protocol])),
    );
  }
}

/** By Service, whatever the port: a port that is missing has no name. */
function shareServices(a: ServedAnswer, b: ServedAnswer): boolean {
  if (!("forward" in a && "forward" in b)) return false;
  const services = new Set(b.forward.map(({ service }) => serviceIn(service)));
  return a.forward.some(({ service }) => service !== undefined && services.has(serviceIn(service)));
}

const serviceIn = (named: string | undefined): string | undefined => named?.replace(/:[^:]*$/, "");
