import type { Call } from "./avi/calls";
import { Controller } from "./avi/controller";
import type { FaultRule } from "./avi/fault-rule";
import { type Inspection, inspect } from "./avi/inspection";
import { serve } from "./avi/server";
import { type AviSandboxOptions, settingsOf } from "./options";

export type { Call } from "./avi/calls";
export { type FaultRule, parseFault } from "./avi/fault-rule";
export type { Inspection } from "./avi/inspection";
export type { AviSandboxOptions } from "./options";

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
 * const avi = await startAviSandbox({ rateLimit: "off" });
 * // ... point a client at avi.url ...
 * await avi.close();
 */
export async function startAviSandbox(options: AviSandboxOptions = {}): Promise<AviSandbox> {
  const controller = new Controller(settingsOf(options));
  for (const rule of options.faults ?? []) controller.faults.add(rule);
  const server = await serve(controller, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${server.port}`,
    username: controller.settings.username,
    password: controller.settings.password,
    store: inspect(controller),
    calls: () => controller.calls.list(),
    resetCalls: () => controller.calls.clear(),
    fault: (rule) => controller.faults.add(rule),
    reset: () => controller.reset(),
    close: () => server.close(),
  };
}
