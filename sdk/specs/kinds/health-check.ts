// Schema of health checks in Contour's kinds.

import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import { diagnose } from "../diagnose";
import { breaksLine } from "../line-breaks";
import { pointer } from "../pointer";
import { fieldPath, isAddress, isHost, shown } from "../validation";

/** A health check as written: absent, empty and 0 mean a default. */
export interface HealthCheckSpec {
  path?: string;
  host?: string;
  intervalSeconds?: number;
  timeoutSeconds?: number;
  unhealthyThresholdCount?: number;
  healthyThresholdCount?: number;
}

const integer = z.number().int().nullish();

export const healthCheckSchema = z
  .looseObject({
    path: z.string().nullish(),
    host: z.string().nullish(),
    intervalSeconds: integer,
    timeoutSeconds: integer,
    unhealthyThresholdCount: integer,
    healthyThresholdCount: integer,
  })
  .nullish();

/**
 * Health check of a Service in an IngressRoute. Contour accepts checks that no server could pass: Envoy allows no negative times
 * (envoy.config.core.v3.HealthCheck) and requests the path as written. Such fields are reported and corrected.
 */
export function healthCheckOf(
  ref: ObjectRef,
  value: z.infer<typeof healthCheckSchema>,
  at: readonly (string | number)[],
  report: (diagnostic: Diagnostic) => void,
): HealthCheckSpec | undefined {
  if (!value) return undefined;
  const wrong = (field: string, problem: string, remedy: string) =>
    report(diagnose("LB1116", ref, pointer(...at, field), `${fieldPath([...at, field])} ${problem}`, { remedy }));
  const count = (field: "intervalSeconds" | "timeoutSeconds" | "unhealthyThresholdCount" | "healthyThresholdCount") => {
    const configured = value[field] || undefined;
    if (configured === undefined || configured > 0) return configured;
    wrong(field, `must not be negative, got ${configured}; the default is used`, `Write a positive number, or leave ${field} out.`);
    return undefined;
  };
  const path = value.path || undefined;
  const absolute = path === undefined || path.startsWith("/");
  if (!absolute) wrong("path", `must begin with a slash, got ${shown(path)}; ${shown(`/${path}`)} is asked for`, "Write an absolute path.");
  // a line break is reported by the front end as a fault of the object
  const usable = value.host && (breaksLine(value.host) || isServerName(value.host)) ? value.host : undefined;
  if (value.host && usable === undefined)
    wrong("host", `must be a DNS name or an address, got ${shown(value.host)}; none is sent`, "Write a DNS name.");
  return {
    path: absolute ? path : `/${path}`,
    host: usable,
    intervalSeconds: count("intervalSeconds"),
    timeoutSeconds: count("timeoutSeconds"),
    unhealthyThresholdCount: count("unhealthyThresholdCount"),
    healthyThresholdCount: count("healthyThresholdCount"),
  };
}

/** True for a valid Host header, with or without port. */
const isServerName = (host: string) => isAddress(host) || isHost(host.replace(/:\d{1,5}$/, "")) || isAddress(host.replace(/:\d{1,5}$/, ""));
