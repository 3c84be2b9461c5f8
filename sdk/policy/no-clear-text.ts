// The policy rule `noClearText`: no host is served over plain HTTP.

import { coversHost } from "../../resources/host-patterns";
import { desiredRoutes } from "./facts";
import { type LoadBalancingPolicy, type PolicyOptions, policyOf } from "./policy";

/**
 * A rule: no spec asks for a route over plain HTTP. A redirect from HTTP to HTTPS is no such route.
 *
 * @param options.except hosts that may, `status.example.com` or `*.internal.example.com`. Default none.
 *
 * @example
 * ```ts
 * import { noClearText } from "pulumi-k8s-lb/policy";
 *
 * const rule = noClearText({ except: ["*.internal.example.com"], enforcementLevel: "advisory" });
 * ```
 */
export function noClearText({ except = [], ...options }: PolicyOptions & { except?: readonly string[] } = {}): LoadBalancingPolicy {
  return policyOf("k8s-lb-no-clear-text", "Hosts are served over TLS.", options, (resources) =>
    desiredRoutes(resources)
      .filter(({ host, isClearText }) => isClearText && !coversHost(except, host))
      .map(({ object, url, urn }) => ({ urn, message: `${object} asks for ${url} without TLS. Give its host a certificate.` })),
  );
}
