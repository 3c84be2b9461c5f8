import type { Diagnostic } from "../../kinds/diagnostic";
import { coversHost } from "../../kinds/host-patterns";
import { diagnose, type Spec, type SpecSet } from "../specs";

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
 * Refusal of a rule for a host that other namespaces claim. A broader host than a claim has (`*.example.com`, every host) is claimed by nobody.
 *
 * @param owner the object that has the host: of a delegation its root
 * @param host empty or `*`: every host
 */
export function claimRefusal(
  { claims, claimsOnly }: ClaimRules,
  { namespaces }: Pick<SpecSet, "namespaces">,
  owner: Spec,
  host: string,
): string | undefined {
  const name = host.toLowerCase() || "*";
  const claiming = claims.filter(({ hosts }) => coversHost(hosts, name));
  if (claiming.length === 0 && !claimsOnly) return undefined;
  const { namespace } = owner.ref;
  const labels = namespaces.get(namespace)?.meta.labels ?? {};
  const isMeant = ({ namespaces: names = [], namespaceLabels }: HostClaim) =>
    names.includes(namespace) ||
    (namespaceLabels !== undefined &&
      Object.entries(namespaceLabels).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value));
  if (claiming.some(isMeant)) return undefined;
  const place = name === "*" ? "every host" : name;
  const others = [...new Set(claiming.flatMap(claimants))].join(", ");
  const why = claiming.length > 0 ? `belongs to ${others}` : "is claimed by no namespace, and claimsOnly is set";
  return `${place} ${why} (setting claims); the rule of namespace ${namespace} contributes nothing`;
}

/** The refusal on the object whose rule it is. */
export const claimFault = (owner: Spec, at: string, message: string): Diagnostic => diagnose("LB1221", owner.ref, at, message);

/** `namespace team-a` */
const claimants = ({ namespaces = [], namespaceLabels }: HostClaim): string[] => [
  ...namespaces.map((name) => `namespace ${name}`),
  ...(namespaceLabels
    ? [
        `namespaces with ${Object.entries(namespaceLabels)
          .map(([key, value]) => `${key}=${value}`)
          .join(" and ")}`,
      ]
    : []),
];
