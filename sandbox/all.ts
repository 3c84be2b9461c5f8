import { type AviSandbox, startAviSandbox } from "./avi-sandbox";
import type { AviSandboxOptions } from "./options";

/** Options of a sandbox with every back end; each back end has a fixed place above `portBase`. */
export interface SandboxOptions extends Omit<AviSandboxOptions, "port"> {
  /** Port of the first back end (Avi). Default: any free ports. */
  portBase?: number;
}

/** What somebody needs to know to use a running sandbox; the CLI prints exactly this. */
export interface SandboxAddresses {
  avi: { url: string; username: string; password: string; ca?: string };
  /** Variables that point a Pulumi program at the sandbox. */
  env: { [name: string]: string };
}

export interface Sandbox extends SandboxAddresses {
  backends: { avi: AviSandbox };
  addresses(): SandboxAddresses;
  close(): Promise<void>;
}

/** Starts every back end there is. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { portBase, ...rest } = options;
  const avi = await startAviSandbox({ https: true, ...rest, port: portBase ?? 0 });
  const { url, username, password, ca } = avi;
  const env: { [name: string]: string } = {
    AVI_CONTROLLER: url,
    AVI_USERNAME: username,
    AVI_PASSWORD: password,
    AVI_RATE_LIMIT: "off", // our own pacing is for real controllers
  };
  if (ca !== undefined) env.AVI_CA_CERT = ca;
  const shown: SandboxAddresses = { avi: ca === undefined ? { url, username, password } : { url, username, password, ca }, env };
  return { ...shown, backends: { avi }, addresses: () => shown, close: () => avi.close() };
}
