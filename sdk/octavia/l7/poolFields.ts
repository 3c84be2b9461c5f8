import type { HealthMonitorBody, PoolBody } from "../../../contract/octavia";
import type { Backend, HealthCheck } from "../../routing";
import type { Lowering } from "../context";
import type { Profile } from "../profile";
import { speaksTls } from "./expressible";

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

/** Contour's defaults where the check leaves them out; Octavia must have a number for each, from 1 to 10 for the counts. */
export function monitorOf(cx: Lowering, pool: string, check: HealthCheck): HealthMonitorBody {
  const { delay, timeout } = timesOf(check);
  const count = (value: number | undefined, otherwise: number) => Math.min(10, Math.max(1, value ?? otherwise));
  return {
    name: pool,
    type: "HTTP",
    delay,
    timeout,
    max_retries: count(check.healthyThresholdCount, 2),
    max_retries_down: count(check.unhealthyThresholdCount, 3),
    http_method: "GET",
    url_path: check.path || "/",
    expected_codes: "200",
    ...(check.host && cx.can.has("monitorHost") ? { http_version: 1.1, domain_name: check.host } : {}),
  };
}

/** A check must have failed before the next one begins, so a longer timeout is cut to the interval. */
export function timesOf({ intervalSeconds = 10, timeoutSeconds = 2 }: HealthCheck): { delay: number; timeout: number; cut: boolean } {
  const [delay, timeout] = [Math.max(1, intervalSeconds), Math.max(1, timeoutSeconds)];
  return { delay, timeout: Math.min(timeout, delay), cut: timeout > delay };
}
