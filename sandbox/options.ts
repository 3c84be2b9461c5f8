import type { Settings } from "./avi/state";
import type { FaultRule } from "./shared/fault-rule";

/** How an Avi sandbox is to be; everything has a default. */
export interface AviSandboxOptions {
  /** Default: any free port. */
  port?: number;
  /** Serve https with a certificate of its own. Default false. */
  https?: boolean;
  /** Default `admin`. */
  username?: string;
  /** Default `sandbox-password`. */
  password?: string;
  /** Version of the controller; clients may be older. Default `22.1.2`. */
  version?: string;
  /** Added to every answer. Default 0. */
  latencyMs?: number;
  /** Requests per second before they have to wait. Default 32, as on a real controller. */
  rateLimit?: number | "off";
  /** Start of the random numbers behind uuids. Default 1. */
  seed?: number;
  /** Keep objects and sessions in this file across restarts. */
  stateFile?: string;
  faults?: FaultRule[];
  /** Take certificates that are not PEM. Default false. */
  lenientCertificates?: boolean;
  /** Domains of the cloud's DNS profile. Default `avi.internal` and `example.com`. */
  dnsDomains?: string[];
  /** Refuse FQDNs outside those domains. Default false. */
  enforceDnsDomains?: boolean;
  /** Page size of lists where the client gives none. Default 25. */
  pageSize?: number;
}

const DEFAULT_USERNAME = "admin";
const DEFAULT_PASSWORD = "sandbox-password";
const DEFAULT_VERSION = "22.1.2";

export function settingsOf(options: AviSandboxOptions): Settings {
  return {
    username: options.username ?? DEFAULT_USERNAME,
    password: options.password ?? DEFAULT_PASSWORD,
    version: options.version ?? DEFAULT_VERSION,
    seed: options.seed ?? 1,
    latencyMs: options.latencyMs ?? 0,
    rateLimit: options.rateLimit ?? 32,
    lenientCertificates: options.lenientCertificates ?? false,
    dnsDomains: options.dnsDomains ?? ["avi.internal", "example.com"],
    enforceDnsDomains: options.enforceDnsDomains ?? false,
    pageSize: options.pageSize ?? 25,
    maxPageSize: 200,
  };
}
