// A policy: only claimed namespaces may serve a host.

import { type HostClaim as ClaimOfSetting, claimantsOf, claimConflict } from "../routing/claims";
import { desiredRoutes } from "./facts";
import { type LoadBalancingPolicy, type PolicyOptions, policyOf } from "./policy";

/** Hosts, and the namespaces that may ask for them: as in the setting `claims`, by name alone, since a policy sees no labels. */
export interface HostClaim extends Omit<ClaimOfSetting, "namespaceLabels"> {
  namespaces: readonly string[];
}

/**
 * A rule: only the namespaces of a claim ask for its hosts.
 *
 * @param claims a host that several claims cover belongs to the namespaces of all of them
 * @param options.claimsOnly true forbids hosts that nobody claims, and rules for every host. Default false.
 *
 * @example
 * ```ts
 * import { hostsByNamespace } from "pulumi-k8s-lb/policy";
 *
 * const rule = hostsByNamespace([{ hosts: ["*.team-a.example.com"], namespaces: ["team-a"] }], { claimsOnly: true });
 * ```
 */
export function hostsByNamespace(
  claims: readonly HostClaim[],
  { claimsOnly = false, ...options }: PolicyOptions & { claimsOnly?: boolean } = {},
): LoadBalancingPolicy {
  const description = "Only the namespaces that claim a host ask for it.";
  return policyOf("k8s-lb-hosts-by-namespace", description, options, (resources) =>
    desiredRoutes(resources).flatMap(({ object, namespace, host, url, urn }) => {
      const conflict = claimConflict({ claims, claimsOnly }, { namespace }, [host]);
      if (!conflict) return [];
      const owner = conflict.host === undefined ? "is claimed by no namespace" : `belongs to ${claimantsOf(conflict.claiming).join(", ")}`;
      const remedy = `Remove the host from ${object}, or add namespace ${namespace} to the claim.`;
      return [{ urn, message: `${object} asks for ${url}, but the host ${owner}. ${remedy}` }];
    }),
  );
}
