// Starts an Avi controller in memory, for tests and programs.
import { AviController } from "./avi/controller";
import { type Inspection, inspect } from "./avi/lab";
import type { AviDifference, AviSandboxSettings } from "./avi/state";
import { StateFile } from "./avi/state-file";
import type { FaultRule } from "./shared/fault-rule";
import type { Call } from "./shared/front";
import { listen, tlsIdentity } from "./shared/http";

/** Options of an Avi sandbox; everything has a default. */
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
  /** Behaviour in the place of the documented one. Default none. */
  differs?: AviDifference[];
}

/** A running Avi controller that lives in this process. */
export interface AviSandbox {
  url: string;
  username: string;
  password: string;
  /** PEM of the certificate to trust, when serving https. */
  ca?: string;
  store: Inspection;
  /** The API calls since the start or the last `resetCalls`. */
  calls(): Call[];
  resetCalls(): void;
  fault(rule: FaultRule): void;
  /** Back to the seed objects; no one is logged in any more. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts an Avi controller in memory, on loopback.
 *
 * @example
 * ```ts
 * import { startAviSandbox } from "pulumi-k8s-lb-sandbox";
 *
 * async function test() {
 *   const controller = await startAviSandbox({ rateLimit: "off" });
 *   console.log(`point a client at ${controller.url}`);
 *   await controller.close();
 * }
 * void test();
 * ```
 */
export async function startAviSandbox(options: AviSandboxOptions = {}): Promise<AviSandbox> {
  const controller = new AviController(settingsOf(options));
  const stateFile = options.stateFile === undefined ? undefined : new StateFile(controller, options.stateFile);
  for (const rule of options.faults ?? []) controller.front.faults.add(rule);
  const tls = options.https ? await tlsIdentity(options.stateFile && `${options.stateFile}.tls.json`) : undefined;
  const server = await listen((request) => controller.handle(request), options.port ?? 0, tls);
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${server.port}`,
    username: controller.settings.username,
    password: controller.settings.password,
    ca: tls?.cert,
    store: inspect(controller),
    calls: () => controller.front.calls.list(),
    resetCalls: () => controller.front.calls.clear(),
    fault: (rule) => controller.front.faults.add(rule),
    reset: () => controller.reset(),
    async close() {
      await server.close();
      stateFile?.flush();
    },
  };
}

function settingsOf(options: AviSandboxOptions): AviSandboxSettings {
  return {
    username: options.username ?? "admin",
    password: options.password ?? "sandbox-password",
    version: options.version ?? "22.1.2",
    seed: options.seed ?? 1,
    latencyMs: options.latencyMs ?? 0,
    rateLimit: options.rateLimit ?? 32,
    lenientCertificates: options.lenientCertificates ?? false,
    dnsDomains: options.dnsDomains ?? ["avi.internal", "example.com"],
    enforceDnsDomains: options.enforceDnsDomains ?? false,
    pageSize: options.pageSize ?? 25,
    maxPageSize: 200,
    differs: new Set(options.differs),
  };
}
