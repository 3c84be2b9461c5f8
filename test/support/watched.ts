import { v1 } from "../../provider";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import type { AviSandbox } from "../../sandbox/index";
import type { ComponentDescriptor } from "../../sdk/components/register-with-watch";
import { readSpecs } from "../../sdk/frontends";
import { FollowedCluster } from "../../sdk/kubernetes/follow";
import { resourceKey } from "../../sdk/plan";
import { targetOf } from "../../sdk/targets";
import type { PastRun, RunStep, StackProgram } from "../../sdk/watch/stack/program";
import type { StateResource } from "../../sdk/watch/stack/stack-state";
import { registrationOf } from "../../sdk/watch/translate/translation";
import { Watcher } from "../../sdk/watch/watcher";
import type { WatcherOptions } from "../../sdk/watch/watcher-options";
import type { FakeCluster } from "./fake-cluster";

/** A component of Avi that reads the fake cluster. */
export const COMPONENT: ComponentDescriptor = {
  target: "avi",
  kind: "KubernetesCluster",
  name: "main",
  options: { owner: "pulumi-k8s-lb:p/s/c1/main", settings: { clusterName: "c1", disableStaticRouteSync: true } },
  clusters: [{}],
  files: [],
  objects: [],
};

/**
 * A program without Pulumi: an `up` translates what the cluster holds and calls the kinds, as the engine would call them. Its state is a
 * list of resources, and its history counts.
 */
export class FakeProgram implements StackProgram {
  state = new Map<string, StateResource>();
  version = 0;
  started = 0;
  previews = 0;
  /** Steps of a preview besides the translated resources. */
  steps: RunStep[] = [];

  constructor(
    private readonly cluster: Pick<FakeCluster, "objects">,
    avi: AviSandbox,
    /** Components that the program hands over; a test may change them. */
    public components: ComponentDescriptor[] = [COMPONENT],
  ) {
    this.values = { "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password, "avi:rateLimit": "off" };
  }

  private readonly values: { [key: string]: string };

  async preview() {
    this.previews++;
    return { steps: this.steps, components: structuredClone(this.components) };
  }

  /** @param during called with 0 when the program has read the cluster and nothing is written yet, then with 1, 2 ... before each resource */
  async up(_options = {}, during: (step: number) => Promise<unknown> = async () => undefined) {
    this.started = Date.now();
    const planned = this.components.flatMap((component) => {
      const specs = readSpecs(this.cluster.objects().map((value) => ({ value, source: { file: "cluster fake" } })));
      return registrationOf(component)?.(specs).resources ?? [];
    });
    let step = 0;
    await during(step);
    const expected = new Map(planned.map((resource) => [resourceKey(resource), resource]));
    for (const { kind: type, name, inputs } of planned) {
      await during(++step);
      const key = resourceKey({ kind: type, name });
      const known = this.state.get(key);
      const news = JSON.parse(JSON.stringify(inputs));
      const provider = this.provider(type);
      if (!known) {
        const { id, outs } = await provider.create(news);
        this.state.set(key, { type, name, id, inputs: news, outputs: outs });
      } else if ((await provider.diff(known.id, known.outputs as never, news)).changes) {
        const { outs } = await provider.update(known.id, known.outputs as never, news);
        this.state.set(key, { ...known, inputs: news, outputs: outs });
      }
    }
    for (const [key, known] of [...this.state].reverse()) {
      if (expected.has(key)) continue;
      await this.provider(known.type).delete(known.id, known.outputs as never);
      this.state.delete(key);
    }
    this.version++;
    return [];
  }

  async drift() {
    return [];
  }

  async resources() {
    return structuredClone([...this.state.values()]);
  }

  async config() {
    return this.values;
  }

  /** The last run alone, whatever is asked for. */
  async runs(_most?: number): Promise<PastRun[]> {
    return [{ id: String(this.version), version: this.version, kind: "update", result: "succeeded", started: this.started }];
  }

  private provider(type: string) {
    const provider = v1(type);
    void provider.configure({ config: { get: (key) => this.values[key] } });
    return provider;
  }
}

type FollowFunction = NonNullable<WatcherOptions["follow"]>;

/** Follows one cluster, in place of those that components name. */
export const followOne =
  ({ client, patience }: Pick<FakeCluster, "client" | "patience">): FollowFunction =>
  async (components, _texts, listener) => {
    const followed = await FollowedCluster.begin(
      {},
      targetOf(String(components[0]?.target)).family(components[0]?.options.settings ?? {}),
      (context) => listener(components, context),
      { client, patience },
    );
    return new Map(components.map((component) => [component, [followed]]));
  };

let runs = 0;

/** A component of its own, so that many runs may share one controller. */
export function ownComponent(): ComponentDescriptor {
  const clusterName = `c${++runs}x`;
  const settings = { clusterName, disableStaticRouteSync: true };
  return { ...COMPONENT, options: { owner: `pulumi-k8s-lb:p/s/${clusterName}/main`, settings } };
}

/** A watch that is quick with everything, and has begun. */
export async function watchOver(
  program: StackProgram,
  cluster: Pick<FakeCluster, "client" | "patience">,
  more: Partial<WatcherOptions> = {},
): Promise<Watcher> {
  const watcher = new Watcher(program, {
    ...{ apply: "members", debounceMs: 3, resyncMs: 3_600_000, settleMs: 3_600_000, emptyAfterMs: 30, historyMs: 20, planFile: "" },
    emit: () => undefined,
    follow: followOne(cluster),
    ...more,
  });
  await watcher.start();
  return watcher;
}

/** Servers of each pool of a component, names without their cluster. */
export function poolsOf(avi: AviSandbox, { options }: ComponentDescriptor): Record<string, string[]> {
  const prefix = `${String(options.settings?.clusterName)}--`;
  const own = avi.store.list("pool").filter((pool) => String(pool.name).startsWith(prefix));
  return Object.fromEntries(own.map((pool) => [String(pool.name).slice(prefix.length), addressesIn(pool.servers ?? [])]));
}

/** Objects of the namespace `shop`, as the tests of the watch have them. */
export const shop = {
  service: (name: string): KubernetesObject => ({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace: "shop" },
    spec: { ports: [{ port: 80 }] },
  }),
  endpoints: (name: string, hosts: readonly number[]): KubernetesObject => ({
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name, namespace: "shop" },
    subsets: hosts.length > 0 ? [{ addresses: hosts.map((host) => ({ ip: `10.1.0.${host}` })), ports: [{ port: 8080 }] }] : [],
  }),
  ingress: (host: string, to: string): KubernetesObject => ({
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: host, namespace: "shop" },
    spec: {
      rules: [
        {
          host: `${host}.example.com`,
          http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: to, port: { number: 80 } } } }] },
        },
      ],
    },
  }),
};

/** Addresses in a text, each once. */
export const addressesIn = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(/10\.1\.0\.\d+/g))].sort();
