import type { HealthMonitorBody, PoolBody } from "../../../kinds/octavia/pool";
import { type Backend, completeHealthCheck, type HealthCheck, speaksTls } from "../../routing";
import type { Lowering, Profile } from "../context";

/** What the strategy of a service means for its pool (contour.md 5.3). */
export function balancing(
  cx: Lowering,
  profile: Profile,
  strategy: Backend["strategy"],
): Pick<PoolBody, "lb_algorithm" | "session_persistence"> {
  if (!strategy) return { lb_algorithm: profile.algorithm(cx.settings) };
  if (strategy === "WeightedLeastRequest") return { lb_algorithm: "LEAST_CONNECTIONS" };
  if (strategy === "RingHash" || strategy === "Maglev") return { lb_algorithm: "SOURCE_IP" };
  if (strategy === "Cookie") return { lb_algorithm: "ROUND_ROBIN", session_persistence: { type: "HTTP_COOKIE" } };
  return { lb_algorithm: "ROUND_ROBIN" };
}

/** TLS to the servers, with HTTP/2 where they speak it. */
export function encryption(cx: Lowering, backend: Backend | undefined, authority: string | undefined): Partial<PoolBody> {
  if (!backend || !speaksTls(backend)) return {};
  const alpn = backend.protocol === "h2" && cx.can.has("poolAlpn") ? { alpn_protocols: ["h2"] } : {};
  return { tls_enabled: true, ...(authority ? { ca_tls_container_ref: { name: authority } } : {}), ...alpn };
}

/** Octavia must have a number for everything, from 1 to 10 for the counts. */
export function monitorOf(cx: Lowering, pool: string, given: HealthCheck): HealthMonitorBody {
  const check = completeHealthCheck(given);
  return {
    name: pool,
    type: "HTTP",
    delay: check.interval,
    timeout: check.timeout,
    max_retries: Math.min(10, check.healthy),
    max_retries_down: Math.min(10, check.unhealthy),
    http_method: "GET",
    url_path: check.path,
    expected_codes: "200",
    ...(check.host && cx.can.has("monitorHost") ? { http_version: 1.1, domain_name: check.host } : {}),
  };
}

/** The heaviest member Octavia takes. */
const MAX_WEIGHT = 256;

/**
 * Weights of members from weights of services: Octavia weighs members of one pool, the specs weigh services, so a service with
 * more servers must not get more. Ratios are kept exactly where they fit into 0 to 256, else rounded, never down to nothing.
 */
export function memberWeights(backends: readonly { weight: number; servers: number }[]): number[] {
  const common = backends.reduce((product, { servers }) => lcm(product, servers || 1), 1);
  const exact = backends.map(({ weight, servers }) => (weight * common) / (servers || 1));
  const divisor = exact.reduce(gcd, 0) || 1;
  const least = exact.map((value) => value / divisor);
  const heaviest = Math.max(...least);
  if (heaviest <= MAX_WEIGHT) return least;
  return least.map((value) => (value === 0 ? 0 : Math.max(1, Math.round((value * MAX_WEIGHT) / heaviest))));
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function lcm(a: number, b: number): number {
  return (a / gcd(a, b)) * b;
}
