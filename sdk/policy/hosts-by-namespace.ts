// A policy: only claimed namespaces may serve a host.

import { coversHost } from "../../resources/host-patterns";
import { desiredRoutes } from "./facts";
import { type LoadBalancingPolicy, type PolicyOptions, policyOf } from "./policy";

/** Hosts, and the namespaces that may ask for them. */
export interface HostClaim {
  /** `shop.example.com`, or `*.team-a.example.com` for every name below. */
  hosts: readonly string[];
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
      const claiming = claims.filter(({ hosts }) => coversHost(hosts, host));
      if (claiming.some(({ namespaces }) => namespaces.includes(namespace)) || (claiming.length === 0 && !claimsOnly)) return [];
      const allowed = [...new Set(claiming.flatMap(({ namespaces }) => namespaces))];
      const owner = allowed.length > 0 ? `belongs to ${spoken(allowed)}` : "is claimed by no namespace";
      const remedy = `Take it out of ${object}, or add ${namespace} to the claim.`;
      return [{ urn, message: `${object} asks for ${url}, but the host ${owner}. ${remedy}` }];
    }),
  );
}

const spoken = (names: readonly string[]): string => `the namespace${names.length === 1 ? "" : "s"} ${names.join(", ")}`;
