// Decides which namespaces may serve a host.

import type { Diagnostic } from "../../resources/diagnostic";
import { coversHost } from "../../resources/host-patterns";
import { diagnose, type HostName, type HostNameType, identityOf, type Spec, type SpecSet } from "../specs";

/** Hosts, and the namespaces that may serve them. */
export interface HostClaim {
  /** `shop.example.com`, `*.team-a.example.com` for every name below, or `*`. */
  hosts: readonly string[];
  namespaces?: readonly string[];
  /** Labels that a namespace must have, instead of or in addition to names. */
  namespaceLabels?: Readonly<Record<string, string>>;
}

/** Setting of a target: which namespace may serve which host. */
export interface ClaimRules {
  claims: readonly HostClaim[];
  /** Hosts without a claim are not served. */
  claimsOnly: boolean;
}

/**
 * Message for a host that other namespaces claim. A host that is broader than the claim (`*.example.com`, every host) belongs to no
 * namespace, except for names that apply to hosts of other objects, as in AKO's HostRules.
 *
 * @param owner object of the host: the root of a delegation
 * @param host empty or `*`: every host
 * @param name its type, if it matches more than one host, and the noun for what is ignored
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
  const { namespace } = owner.ref;
  const place = name === "*" ? "every host" : name;
  const nothing = `(setting claims); the ${what} of namespace ${namespace} is ignored`;
  const conflict = claimConflict({ claims, claimsOnly }, { namespace, labels: namespaces.get(namespace)?.meta.labels }, hosts);
  if (!conflict) return undefined;
  if (conflict.host === undefined) return `${place} is claimed by no namespace, and claimsOnly is set ${nothing}`;
  const subject =
    conflict.host === name
      ? place
      : `${place} ${type === "Shared" ? "is a shared virtual service and may serve" : `(${type}) also matches`} ${conflict.host}, which`;
  return `${subject} belongs to ${claimantsOf(conflict.claiming).join(", ")} ${nothing}`;
}

/**
 * The first of the hosts that only other namespaces claim, with their claims. With `claimsOnly` a conflict without a host: nobody claims any
 * of them. Undefined where the namespace may serve them.
 */
export function claimConflict(
  { claims, claimsOnly }: ClaimRules,
  { namespace, labels = {} }: { namespace: string; labels?: Readonly<Record<string, string>> },
  hosts: readonly string[],
): { host?: string; claiming: readonly HostClaim[] } | undefined {
  const isMeant = ({ namespaces = [], namespaceLabels = {} }: HostClaim) =>
    namespaces.includes(namespace) ||
    (Object.keys(namespaceLabels).length > 0 &&
      Object.entries(namespaceLabels).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value));
  const claimed = hosts
    .map((host) => ({ host, claiming: claims.filter((claim) => coversHost(claim.hosts, host)) }))
    .filter(({ claiming }) => claiming.length > 0);
  const taken = claimed.find(({ claiming }) => !claiming.some(isMeant));
  return taken ?? (claimsOnly && claimed.length === 0 ? { claiming: [] } : undefined);
}

/**
 * True if a name of this type may match a claimed host. A name without a dot may be part of the name of a shared virtual service, which
 * serves any host.
 */
function reaches(type: HostNameType, name: string, claimed: string): boolean {
  const part = type === "Wildcard" ? name.replace(/^\*/, "") : name;
  if (type === "Shared" || !part.includes(".") || claimed === "*") return true;
  const below = claimed.startsWith("*.") ? claimed.slice(1) : undefined;
  if (type === "Contains") return below !== undefined || claimed.includes(part);
  return (below ?? claimed).endsWith(part) || (below !== undefined && part.endsWith(below));
}

/** True if the claim contains hosts that the name matches. */
export const isClaimOf = ({ hosts }: HostClaim, { host, type }: Pick<HostName, "host" | "type">): boolean =>
  type ? hosts.some((claimed) => reaches(type, host, claimed.toLowerCase())) : coversHost(hosts, host);

/** A name that the object may not use, with the message. */
export interface RefusedName extends HostName {
  fault: Diagnostic;
}

/** Names in an object that other namespaces claim. */
export function refusedNames(claims: ClaimRules, specs: Pick<SpecSet, "namespaces" | "hostNames">, owner: Spec): RefusedName[] {
  return (specs.hostNames.get(identityOf(owner.ref)) ?? []).flatMap((name) => {
    const what = name.whole ? owner.ref.kind : "rule";
    const refusal = claimRefusal(claims, specs, owner, name.host, { type: name.type, what });
    return refusal === undefined ? [] : [{ ...name, fault: claimFault(owner, name.at, refusal) }];
  });
}

/** Diagnostic for a refused name. */
export const claimFault = (owner: Spec, at: string, message: string): Diagnostic => diagnose("LB1221", owner.ref, at, message);

/** Namespaces of claims, each once: `namespace team-a`. */
export const claimantsOf = (claims: readonly HostClaim[]): string[] => [...new Set(claims.flatMap(claimants))];

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
