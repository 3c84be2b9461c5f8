import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { connect } from "../../provider/kubernetes/connect";
import type { KubernetesClient, PartialObject } from "../../provider/kubernetes/types";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../sandbox/index";
import { PulumiLab, root } from "../cli/pr/harness";
import { eventually } from "./eventually";
import { ownPorts } from "./ports";
import { addressesIn } from "./watched";

export const NAMESPACE = "shop";
/** Longest time from a signal to the end: 5 s as documented, and twice as much again for a machine that runs other tests beside it. */
export const ENDS_MS = 15_000;

type LabBody = PartialObject & {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: { [name: string]: string }; annotations?: { [name: string]: string } };
};

/** A program in TypeScript, or the files of a project in another language. */
type Program = string | { [file: string]: string };

/** A running `k8s-lb watch`. */
export class RunningWatch {
  said = "";
  readonly listen = `127.0.0.1:${ownPorts()}`;
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(lab: PulumiLab, args: readonly string[]) {
    const main = join(root, "dist/sdk/cli/main.js");
    this.child = spawn(process.execPath, [main, "watch", "--listen", this.listen, ...args], {
      cwd: lab.program,
      env: { ...process.env, ...lab.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child.stderr?.on("data", (bytes) => {
      this.said += bytes;
      if (process.env.SHOW) process.stderr.write(bytes);
    });
    this.ended = new Promise((done) => this.child.once("exit", done));
  }

  /** Waits until the watch has printed this. */
  says(words: string | RegExp, timeout = 150_000): Promise<void> {
    return eventually(() => expect(this.said).toMatch(words), timeout);
  }

  /** Answer of `/pending`. */
  async status(): Promise<{ pending: unknown[]; drift: unknown[]; troubles: string[]; queue: { waiting: number } }> {
    return (await fetch(`http://${this.listen}/pending`)).json() as never;
  }

  /** SIGTERM; milliseconds to the end. */
  async stop(): Promise<number> {
    const begun = Date.now();
    this.child.kill("SIGTERM");
    expect(await this.ended).toBe(0);
    return Date.now() - begun;
  }

  kill(): void {
    this.child.kill("SIGKILL");
  }
}

/** A project whose program reads a cluster, its stack `test`, and watches over it. */
export class WatchLab {
  readonly lab: PulumiLab;
  readonly client: KubernetesClient;
  private readonly watches: RunningWatch[] = [];

  /**
   * @param client who changes objects; default: with the kubeconfig of the program
   * @param hosts the program is in YAML or Python
   */
  constructor(kubeconfig: string, env: Record<string, string>, client = connect({ kubeconfig }), hosts = false) {
    this.lab = new PulumiLab({ env, hosts });
    this.lab.env.KUBECONFIG = join(this.lab.folder, "kubeconfig");
    this.login(kubeconfig);
    this.client = client;
  }

  /** The kubeconfig that the program and the watch find. */
  login(kubeconfig: string): void {
    writeFileSync(join(this.lab.folder, "kubeconfig"), kubeconfig);
  }

  /** Objects into the cluster, then the first `pulumi up`. */
  async begin(program: Program, objects: readonly LabBody[]): Promise<void> {
    if (typeof program === "string") this.lab.writeProject("watched", program);
    else this.lab.write(program);
    await this.put({ apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
    for (const object of objects) await this.put(object);
    await this.lab.pulumi(["stack", "init", "test"]);
    await this.up();
  }

  /** Somebody runs `pulumi up`. */
  up = () => this.lab.pulumi(["up", "--yes", "--skip-preview"]);

  /** Creates or replaces objects, as kubectl would. */
  async put(...bodies: LabBody[]): Promise<void> {
    for (const body of bodies) {
      const key = await this.keyOf(body);
      await ((await this.client.get(key)) ? this.client.mergePatch(key, body) : this.client.create(key, body));
    }
  }

  async read(body: LabBody) {
    return this.client.get(await this.keyOf(body));
  }

  async remove(body: LabBody): Promise<void> {
    await this.client.delete(await this.keyOf(body));
  }

  /** Runs `k8s-lb watch`, until it is ready. */
  async watch(...args: string[]): Promise<RunningWatch> {
    const watch = this.run(...args);
    await watch.says("watching test");
    return watch;
  }

  /** Runs `k8s-lb watch`. */
  run(...args: string[]): RunningWatch {
    const watch = new RunningWatch(this.lab, args);
    this.watches.push(watch);
    return watch;
  }

  dispose(): void {
    for (const watch of this.watches) watch.kill();
    this.lab.dispose();
  }

  private async keyOf({ apiVersion, kind, metadata: { name, namespace = NAMESPACE } }: LabBody) {
    const served = await this.client.find(apiVersion, kind);
    if (!served) throw new Error(`the cluster has no ${kind} of ${apiVersion}`);
    return { type: served.type, name, ...(served.type.namespaced ? { namespace } : {}) };
  }
}

/** A Service `name` with port 80. */
export const service = (name = "web", spec: object = {}): LabBody => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: NAMESPACE },
  spec: { ports: [{ port: 80, targetPort: 8080, protocol: "TCP" }], ...spec },
});

/** Its Endpoints at these addresses. */
export const endpoints = (ips: readonly string[], name = "web"): LabBody => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name, namespace: NAMESPACE },
  subsets: ips.length > 0 ? [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 8080, protocol: "TCP" }] }] : [],
});

/** The same as the one EndpointSlice of the Service. */
export const slice = (...ips: string[]): LabBody => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "web-1", namespace: NAMESPACE, labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: ips.map((ip) => ({ addresses: [ip], conditions: { ready: true } })),
  ports: [{ name: "", port: 8080, protocol: "TCP" }],
});

/** An Ingress for one host, to one Service. */
export const ingress = (host: string, name = "web", to = "web"): LabBody => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name, namespace: NAMESPACE },
  spec: {
    rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: to, port: { number: 80 } } } }] } }],
  },
});

/** A program of Avi that reads the namespace. */
export const AVI_PROGRAM = `
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new KubernetesCluster("main", {
  specs: liveCluster({ namespaces: ["${NAMESPACE}"] }),
  settings: { clusterName: "c1", shardVSSize: "SMALL", disableStaticRouteSync: true },
});
`;

/** Login of a sandbox for Avi. */
export const aviEnv = (avi: { url: string; username: string; password: string }) => ({
  AVI_CONTROLLER: avi.url,
  AVI_USERNAME: avi.username,
  AVI_PASSWORD: avi.password,
  AVI_RATE_LIMIT: "off",
});

/** A cluster in memory and its one host on an Avi in memory, for all tests of a file; `env` is for the program and the watch. */
export function watchedAvi(program: Program = AVI_PROGRAM, env: Record<string, string> = {}) {
  let [world, avi, cluster]: [WatchLab?, AviSandbox?, KubernetesSandbox?] = [];
  const begun = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error("the sandboxes have not begun");
    return one;
  };
  const pools = () => begun(avi).store.list("pool");

  beforeAll(async () => {
    [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
    const { kubeconfig } = cluster;
    world = new WatchLab(kubeconfig, { ...aviEnv(avi), ...env }, connect({ kubeconfig }), typeof program !== "string");
    await world.begin(program, [service(), endpoints(["10.1.0.1"]), ingress("shop.example.com")]);
  });

  afterAll(async () => {
    world?.dispose();
    await Promise.all([avi?.close(), cluster?.close()]);
  });

  return {
    get world() {
      return begun(world);
    },
    get avi() {
      return begun(avi);
    },
    /** Names of the pools, without that of the cluster. */
    pools: () => pools().map(({ name }) => String(name).slice("c1--".length)),
    /** Addresses of all servers. */
    servers: () => addressesIn(pools().map((pool) => pool.servers ?? [])),
  };
}
