import type { HealthCheck, Retry, TlsVersion } from "../routing";

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
  validation?: { caSecret?: string; subjectName?: string };
}

/** A route: one of `prefix` (by characters), `segments` and `exact` says what it matches. */
export interface ShownRoute {
  prefix?: string;
  segments?: string;
  exact?: string;
  /** Clear text is answered with the https URL; what is served there stands in `clusters` all the same. */
  redirectToHttps?: true;
  clusters: ShownCluster[];
  timeout?: number | "infinite";
  retry?: Retry;
  prefixRewrite?: string;
  websockets?: boolean;
}

/** A host on one port: 80 in clear text, 443 on TLS. */
export interface ShownVirtualHost {
  fqdn: string;
  port: 80 | 443;
  tls?: { secret: string; minimumProtocolVersion?: TlsVersion };
  passthrough?: true;
  tcpProxy?: { clusters: ShownCluster[] };
  routes: ShownRoute[];
}
