// Starts one sandbox with all back ends: Avi, Octavia, Mizar and Kubernetes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type AviSandbox, type AviSandboxOptions, startAviSandbox } from "./avi-sandbox";
import { type KubernetesSandbox, startKubernetesSandbox } from "./kubernetes-sandbox";
import { type OctaviaSandbox, openstackEnvironment, startOctaviaSandbox } from "./octavia-sandbox";
import { writeAtomically } from "./shared/state-file";
import { startUi } from "./ui/server";

/** Options of a sandbox with every back end; each back end has a fixed place above `portBase`. */
export interface SandboxOptions extends Omit<AviSandboxOptions, "port"> {
  /** Port of the first back end (Avi); Octavia, Keystone, Neutron, Barbican, Kubernetes and the page follow. Default: any free ports. */
  portBase?: number;
  /** Login of clients of Octavia. Default `keystone`. */
  octaviaAuth?: "noauth" | "keystone";
  /** `arktos`: the Kubernetes API has tenants. Default `vanilla`. */
  kubernetesMode?: "vanilla" | "arktos";
}

/** Everything needed to use a running sandbox; the CLI prints exactly this. */
export interface SandboxAddresses {
  avi: { url: string; username: string; password: string; ca?: string };
  octavia: { url: string; authUrl?: string };
  /** `kubeconfig` is the path of a file; `tenants` is empty where there are none. */
  kubernetes: { url: string; kubeconfig: string; tenants: string[] };
  /** A page with the objects, the last calls, and a switch for each server. */
  ui: { url: string };
  /** Variables that point a Pulumi program at the sandbox. */
  env: { [name: string]: string };
}

export interface Sandbox extends SandboxAddresses {
  backends: { avi: AviSandbox; octavia: OctaviaSandbox; kubernetes: KubernetesSandbox };
  addresses(): SandboxAddresses;
  close(): Promise<void>;
}

/** Starts every back end there is. When one cannot start, those that run end too. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { portBase, octaviaAuth, kubernetesMode, ...rest } = options;
  const started: { close(): Promise<void> }[] = [];
  const keep = <T extends { close(): Promise<void> }>(backend: T): T => {
    started.push(backend);
    return backend;
  };
  const close = async () => {
    await Promise.all(started.map((backend) => backend.close()));
  };
  try {
    const avi = keep(await startAviSandbox({ https: true, ...rest, port: portBase ?? 0 }));
    const octavia = keep(await startOctavia(options));
    const kubernetes = keep(await startKubernetes(options));
    const file = keep(writeKubeconfig(kubernetes.kubeconfig, options.stateFile));
    const ui = keep(await startUi({ avi, octavia, kubernetes }, portBase === undefined ? 0 : portBase + 6));
    const shown = addressesOf({ avi, octavia, kubernetes }, file.path, ui.url);
    return { ...shown, backends: { avi, octavia, kubernetes }, addresses: () => shown, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressesOf({ avi, octavia, kubernetes }: Sandbox["backends"], path: string, ui: string): SandboxAddresses {
  const { url, username, password, ca } = avi;
  const env: { [name: string]: string } = {
    AVI_CONTROLLER: url,
    AVI_USERNAME: username,
    AVI_PASSWORD: password,
    AVI_RATE_LIMIT: "off", // our own pacing is for real controllers
    ...openstackEnvironment(octavia),
    KUBECONFIG: path,
  };
  if (ca !== undefined) env.AVI_CA_CERT = ca;
  return {
    avi: ca === undefined ? { url, username, password } : { url, username, password, ca },
    octavia: octavia.authUrl === undefined ? { url: octavia.url } : { url: octavia.url, authUrl: octavia.authUrl },
    kubernetes: { url: kubernetes.url, kubeconfig: path, tenants: kubernetes.tenants },
    ui: { url: ui },
    env,
  };
}

/** Each back end keeps its objects in a file beside Avi's. */
const fileBeside = (stateFile: string | undefined, name: string): string | undefined =>
  stateFile === undefined ? undefined : `${stateFile}.${name}.json`;

function startOctavia({ portBase, octaviaAuth, latencyMs, seed, stateFile, faults }: SandboxOptions): Promise<OctaviaSandbox> {
  return startOctaviaSandbox({
    ...{ auth: octaviaAuth, latencyMs, seed, faults },
    port: portBase === undefined ? 0 : portBase + 1,
    stateFile: fileBeside(stateFile, "octavia"),
  });
}

/** After the four ports of OpenStack. */
function startKubernetes(options: SandboxOptions): Promise<KubernetesSandbox> {
  const { portBase, kubernetesMode, https, latencyMs, seed, stateFile, faults } = options;
  return startKubernetesSandbox({
    ...{ mode: kubernetesMode, https, latencyMs, seed, faults },
    port: portBase === undefined ? 0 : portBase + 5,
    stateFile: fileBeside(stateFile, kubernetesMode === "arktos" ? "arktos" : "kubernetes"),
  });
}

interface KubeconfigFile {
  path: string;
  /** Takes it away where it was made for this run alone. */
  close(): Promise<void>;
}

/** Writes a kubeconfig beside the state file, where the next run finds the same place, or to a folder of its own. */
function writeKubeconfig(content: string, stateFile: string | undefined): KubeconfigFile {
  const path = stateFile === undefined ? join(mkdtempSync(join(tmpdir(), "k8s-lb-")), "kubeconfig") : `${stateFile}.kubeconfig`;
  writeAtomically(path, content);
  return {
    path,
    async close() {
      if (stateFile === undefined) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
}
