// Backends as `--to routes` prints them.

import { shares } from "../../../graph/shares";
import type { Backend, HealthCheck } from "../../../routing";
import { keyOf } from "../../../specs";

/** A backend as `--to routes` shows it. */
export interface ShownCluster {
  /** `namespace/name`. */
  service: string;
  port?: number;
  /** As the model has it, 0 where there is none. */
  weight: number;
  /** Its part of the traffic of the route, as a reduced fraction. */
  share: string;
  protocol?: string;
  strategy?: string;
  /** null: the kind says that there is none. */
  healthCheck?: HealthCheck | null;
  /** It cannot be used: its part of the requests gets 500. Backends of Gateways alone. */
  invalid?: true;
  validation?: { caSecret?: string; subjectName?: string };
}

/** Backends of a route with their parts of the traffic. `resolved`: says of each that has no health check that there is none. */
export function shownClusters(backends: readonly (Backend & { invalid?: true })[], resolved = false): ShownCluster[] {
  const parts = shares(backends.map(({ weight }) => weight));
  return backends.map(({ service, port, weight, protocol, strategy, healthCheck, validation, invalid }, i) => ({
    service: keyOf(service),
    port: port?.port,
    weight: weight ?? 0,
    share: parts[i] ?? "0",
    protocol,
    strategy,
    healthCheck: healthCheck ?? (resolved ? null : undefined),
    ...(invalid ? { invalid } : {}),
    validation: validation
      ? { caSecret: validation.source ? keyOf(validation.source) : undefined, subjectName: validation.subjectName }
      : undefined,
  }));
}
