import { Controller } from "./avi/controller";
import { type Inspection, inspect } from "./avi/inspection";
import { StateFile } from "./avi/state-file";
import { type AviSandboxOptions, settingsOf } from "./options";
import type { Call } from "./shared/calls";
import type { FaultRule } from "./shared/fault-rule";
import { listen } from "./shared/server";
import { tlsIdentity } from "./tls";

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
  /** Back to the seed objects; nobody is logged in any more. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts an Avi controller in memory, on loopback.
 *
 * @example
 * ```ts
 * import { startAviSandbox } from "pulumi-k8s-lb/sandbox";
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
  const controller = new Controller(settingsOf(options));
  const stateFile = options.stateFile === undefined ? undefined : new StateFile(controller, options.stateFile);
  for (const rule of options.faults ?? []) controller.faults.add(rule);
  const tls = options.https ? await tlsIdentity(options.stateFile && `${options.stateFile}.tls.json`) : undefined;
  const server = await listen((request) => controller.handle(request), options.port ?? 0, tls);
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${server.port}`,
    username: controller.settings.username,
    password: controller.settings.password,
    ca: tls?.cert,
    store: inspect(controller),
    calls: () => controller.calls.list(),
    resetCalls: () => controller.calls.clear(),
    fault: (rule) => controller.faults.add(rule),
    reset: () => controller.reset(),
    async close() {
      await server.close();
      stateFile?.flush();
    },
  };
}
