import type { HealthCheck } from "./model";

/**
 * Contour's defaults where a check leaves something out (contour.md 1.2, "Health check"). A check must have ended before the next one
 * begins, so a timeout longer than the interval is cut to it.
 */
export function completeHealthCheck({
  path,
  host,
  intervalSeconds = 10,
  timeoutSeconds = 2,
  unhealthyThresholdCount = 3,
  healthyThresholdCount = 2,
}: HealthCheck) {
  const [interval, timeout] = [Math.max(1, intervalSeconds), Math.max(1, timeoutSeconds)];
  return {
    path: path || "/",
    host,
    interval,
    timeout: Math.min(timeout, interval),
    /** Whether the timeout was cut. */
    cut: timeout > interval,
    unhealthy: Math.max(1, unhealthyThresholdCount),
    healthy: Math.max(1, healthyThresholdCount),
  };
}
