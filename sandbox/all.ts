import { type AviSandbox, startAviSandbox } from "./avi-sandbox";
import { type OctaviaSandbox, startOctaviaSandbox } from "./octavia-sandbox";
import { openstackEnvironment } from "./openstack/environment";
import type { AviSandboxOptions } from "./options";

/** Options of a sandbox with every back end; each back end has a fixed place above `portBase`. */
export interface SandboxOptions extends Omit<AviSandboxOptions, "port"> {
  /** Port of the first back end (Avi); Octavia, Keystone, Neutron and Barbican follow. Default: any free ports. */
  portBase?: number;
  /** How clients of Octavia log in. Default `keystone`. */
  octaviaAuth?: "noauth" | "keystone";
}

/** What somebody needs to know to use a running sandbox; the CLI prints exactly this. */
export interface SandboxAddresses {
  avi: { url: string; username: string; password: string; ca?: string };
  octavia: { url: string; authUrl?: string };
  /** Variables that point a Pulumi program at the sandbox. */
  env: { [name: string]: string };
}

export interface Sandbox extends SandboxAddresses {
  backends: { avi: AviSandbox; octavia: OctaviaSandbox };
  addresses(): SandboxAddresses;
  close(): Promise<void>;
}

/** Starts every back end there is. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { portBase, octaviaAuth, ...rest } = options;
  const avi = await startAviSandbox({ https: true, ...rest, port: portBase ?? 0 });
  const octavia = await startBeside(avi, options);
  const { url, username, password, ca } = avi;
  const env: { [name: string]: string } = {
    AVI_CONTROLLER: url,
    AVI_USERNAME: username,
    AVI_PASSWORD: password,
    AVI_RATE_LIMIT: "off", // our own pacing is for real controllers
    ...openstackEnvironment(octavia),
  };
  if (ca !== undefined) env.AVI_CA_CERT = ca;
  const shown: SandboxAddresses = {
    avi: ca === undefined ? { url, username, password } : { url, username, password, ca },
    octavia: octavia.authUrl === undefined ? { url: octavia.url } : { url: octavia.url, authUrl: octavia.authUrl },
    env,
  };
  const close = async () => {
    await Promise.all([avi.close(), octavia.close()]);
  };
  return { ...shown, backends: { avi, octavia }, addresses: () => shown, close };
}

/** OpenStack on the ports after Avi's, its objects in a file beside Avi's. When it cannot start, Avi ends too. */
async function startBeside(avi: AviSandbox, options: SandboxOptions): Promise<OctaviaSandbox> {
  const { portBase, octaviaAuth, latencyMs, seed, stateFile, faults } = options;
  try {
    return await startOctaviaSandbox({
      ...{ auth: octaviaAuth, latencyMs, seed, faults },
      port: portBase === undefined ? 0 : portBase + 1,
      stateFile: stateFile === undefined ? undefined : `${stateFile}.octavia.json`,
    });
  } catch (error) {
    await avi.close();
    throw error;
  }
}
