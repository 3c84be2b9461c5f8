// Checks the hosts of all objects against the claims of namespaces.

import type { Diagnostic } from "../../resources/diagnostic";
import { identityOf, type Spec, type SpecSet } from "../specs";
import { type ClaimRules, claimFault, claimRefusal, type RefusedName, refusedNames } from "./claims";
import type { StatusRecorder } from "./status";

/** A rule with its object, its pointer, and the objects that delegated the host, the root first. */
interface HostRequest {
  owner: Spec;
  at?: string;
  through?: readonly Spec[];
}

/** Checks the objects of one translation against the claims of hosts, and reports refused ones. */
export class ClaimChecker {
  readonly #refused = new Map<Spec, RefusedName[]>();
  /** Names that were checked with a rule, by object. */
  readonly #judged = new Set<string>();

  constructor(
    private readonly claims: ClaimRules,
    private readonly specs: SpecSet,
    private readonly ledger: StatusRecorder,
  ) {}

  /** Reason why the whole object is refused. */
  refusesWhole(owner: Spec): Diagnostic | undefined {
    const faults = this.#namesOf(owner).flatMap(({ whole, fault }) => (whole ? [fault] : []));
    for (const fault of faults) this.ledger.refuse(fault);
    return faults[0];
  }

  /** Reason why no rule of the object may serve the host; the caller reports it. */
  refusal(owner: Spec, host: string): string | undefined {
    this.#judged.add(nameKey(owner, host));
    return claimRefusal(this.claims, this.specs, owner, host);
  }

  /** True if the rule may serve its host. */
  allows({ owner, at = "", through = [] }: HostRequest, host: string): boolean {
    if ([owner, ...through].filter((one) => this.refusesWhole(one)).length > 0) return false;
    const root = through[0] ?? owner;
    const refusal = this.refusal(root, host);
    if (refusal !== undefined) this.ledger.report(claimFault(owner, at, refusal));
    return refusal === undefined;
  }

  /** Reports refused names that no rule uses. */
  reportRest(owners: readonly Spec[]): void {
    for (const owner of owners)
      for (const { host, whole, fault } of this.#namesOf(owner))
        if (whole) this.ledger.refuse(fault);
        else if (!this.#judged.has(nameKey(owner, host))) this.ledger.report(fault);
  }

  #namesOf(owner: Spec): RefusedName[] {
    const refused = this.#refused.get(owner) ?? refusedNames(this.claims, this.specs, owner);
    this.#refused.set(owner, refused);
    return refused;
  }
}

const nameKey = ({ ref }: Spec, host: string) => `${identityOf(ref)} ${host.toLowerCase()}`;
