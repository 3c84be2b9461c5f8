import type { Diagnostic } from "../../resources/diagnostic";
import { coversHost } from "../../resources/host-patterns";
import { diagnose, type HostName, type HostNameType, identityOf, type Spec, type SpecSet } from "../specs";

/** Hosts, and the namespaces whose rules may serve them. */
export interface HostClaim {
  /** `shop.example.com`, `*.team-a.example.com` for every name below, or `*`. */
  hosts: readonly string[];
  namespaces?: readonly string[];
  /** Labels of the namespaces, all of them, in the place of names or beside them. */
  namespaceLabels?: Readonly<Record<string, string>>;
}

/** Setting of a target: who may serve which host. */
export interface ClaimRules {
  claims: readonly HostClaim[];
  /** Hosts that nobody claims are served to nobody. */
  claimsOnly: boolean;
}

/**
 * Refusal of a rule for a host that other namespaces claim. A broader host than a claim has (`*.example.com`, every host) is claimed by nobody,
 * unless it is a name that applies to hosts of others, as those of AKO's HostRules do.
 *
 * @param owner the object that has the host: of a delegation its root
 * @param host empty or `*`: every host
 * @param name its type, if it matches more than one host, and the word for what contributes nothing
 */
export function claimRefusal(
  { claims, claimsOnly }: ClaimRules,
  { namespaces }: Pick<SpecSet, "namespaces">,
  owner: Spec,
  host: string,
  { type, what = "rule" }: { type?: HostNameType; what?: string } = {},
): string | undefined {
  const name = host.toLowerCase() || "*";
  const hosts = type ? claims.flatMap((claim) => claim.hosts.filter((claimed) => reaches(type, name, claimed.toLowerCase()))) : [name];
  const claiming = (one: string) => claims.filter((claim) => coversHost(claim.hosts, one));
  const { namespace } = owner.ref;
  const labels = namespaces.get(namespace)?.meta.labels ?? {};
  const isMeant = ({ namespaces: names = [], namespaceLabels = {} }: HostClaim) =>
    names.includes(namespace) ||
    (Object.keys(namespaceLabels).length > 0 &&
      Object.entries(namespaceLabels).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value));
  const place = name === "*" ? "every host" : name;
  const nothing = `(setting claims); the ${what} of namespace ${namespace} is ignored`;
  const taken = hosts.find((one) => claiming(one).length > 0 && !claiming(one).some(isMeant));
  if (taken !== undefined) {
    const others = [...new Set(claiming(taken).flatMap(claimants))].join(", ");
    const subject =
      taken === name
        ? place
        : `${place} ${type === "Shared" ? "is a shared virtual service and may serve" : `(${type}) also matches`} ${taken}, which`;
    return `${subject} belongs to ${others} ${nothing}`;
  }
  if (!claimsOnly || hosts.some((one) => claiming(one).length > 0)) return undefined;
  return `${place} is claimed by no namespace, and claimsOnly is set ${nothing}`;
}

/**
 * True if a name of this type may match a host of a claim. One without a dot may be a part of the name of a shared virtual service, which
 * serves any host.
 */
function reaches(type: HostNameType, name: string, claimed: string): boolean {
  const part = type === "Wildcard" ? name.replace(/^\*/, "") : name;
  if (type === "Shared" || !part.includes(".") || claimed === "*") return true;
  const below = claimed.startsWith("*.") ? claimed.slice(1) : undefined;
  if (type === "Contains") return below !== undefined || claimed.includes(part);
  return (below ?? claimed).endsWith(part) || (below !== undefined && part.endsWith(below));
}

/** True if the claim has hosts of the name. */
export const isClaimOf = ({ hosts }: HostClaim, { host, type }: Pick<HostName, "host" | "type">): boolean =>
  type ? hosts.some((claimed) => reaches(type, host, claimed.toLowerCase())) : coversHost(hosts, host);

/** A name that an object may not have, with the fault. */
export interface RefusedName extends HostName {
  fault: Diagnostic;
}

/** The names of hosts in an object that others claim. */
export function refusedNames(claims: ClaimRules, specs: Pick<SpecSet, "namespaces" | "hostNames">, owner: Spec): RefusedName[] {
  return (specs.hostNames.get(identityOf(owner.ref)) ?? []).flatMap((name) => {
    const what = name.whole ? owner.ref.kind : "rule";
    const refusal = claimRefusal(claims, specs, owner, name.host, { type: name.type, what });
    return refusal === undefined ? [] : [{ ...name, fault: claimFault(owner, name.at, refusal) }];
  });
}

/** The refusal on the object whose rule it is. */
export const claimFault = (owner: Spec, at: string, message: string): Diagnostic => diagnose("LB1221", owner.ref, at, message);

/** Namespaces of a claim: `namespace team-a`. */
export const claimants = ({ namespaces = [], namespaceLabels }: HostClaim): string[] => [
  ...namespaces.map((name) => `namespace ${name}`),
  ...(namespaceLabels
    ? [
        `namespaces with ${Object.entries(namespaceLabels)
          .map(([key, value]) => `${key}=${value}`)
          .join(" and ")}`,
      ]
    : []),
];
