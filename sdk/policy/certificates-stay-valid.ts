// The policy rule `certificatesStayValid`: every certificate is valid for some days more.

import { servedCertificates } from "./facts";
import { type LoadBalancingPolicy, type PolicyOptions, policyOf } from "./policy";

const DAY = 86_400_000;

/**
 * A rule: every certificate is valid for some days more.
 *
 * @param options.days days that have to remain. Default 30.
 * @param options.now the time of the check. Default: the clock's.
 *
 * @example
 * ```ts
 * import { certificatesStayValid } from "pulumi-k8s-lb/policy";
 *
 * const rule = certificatesStayValid({ days: 14 });
 * ```
 */
export function certificatesStayValid({
  days = 30,
  now = () => new Date(),
  ...options
}: PolicyOptions & { days?: number; now?: () => Date } = {}): LoadBalancingPolicy {
  const count = days === 1 ? "1 day" : `${days} days`;
  return policyOf("k8s-lb-certificates-stay-valid", `Certificates are valid for at least ${count} more.`, options, (resources) => {
    const time = now().getTime();
    return servedCertificates(resources).flatMap(({ held, ends, hosts, urn }) => {
      const remaining = new Date(ends).getTime() - time;
      if (!(remaining < days * DAY)) return [];
      const day = ends.slice(0, 10);
      const when = remaining < 0 ? `expired on ${day}` : `expires on ${day}, in less than ${count}`;
      const names = hosts.length > 0 ? ` (${hosts.join(", ")})` : "";
      return [{ urn, message: `The certificate of ${held}${names} ${when}. Renew it.` }];
    });
  });
}
