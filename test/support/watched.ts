import { v1 } from "../../provider";
import type { AviSandbox } from "../../sandbox";
import type { HandedComponent } from "../../sdk/components/hand-over";
import { FollowedCluster } from "../../sdk/kubernetes/follow";
import { readSpecs } from "../../sdk/specs";
import type { Program } from "../../sdk/watch/program";
import { idOf } from "../../sdk/watch/slice";
import type { StateResource } from "../../sdk/watch/stack-state";
import { translationOf } from "../../sdk/watch/translation";
import type { FakeCluster } from "./fake-cluster";

/** A component of Avi that reads the fake cluster. */
export const COMPONENT: HandedComponent = {
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
export class FakeProgram implements Program {
  state = new Map<string, StateResource>();
  version = 0;
  started = 0;
  previews = 0;

  constructor(
    private readonly cluster: FakeCluster,
    avi: AviSandbox,
    private readonly components: HandedComponent[] = [COMPONENT],
  ) {
    this.values = { "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password, "avi:rateLimit": "off" };
  }

  private readonly values: { [key: string]: string };

  async preview() {
    this.previews++;
    return { steps: [], components: this.components };
  }

  /** @param read called when the program has read the cluster and nothing is written yet */
  async up(_options = {}, read: () => Promise<unknown> = async () => undefined) {
    this.started = Date.now();
    const planned = this.components.flatMap((component) => {
      const specs = readSpecs(this.cluster.objects().map((value) => ({ value, source: { file: "cluster fake" } })));
      return translationOf(component)?.(specs).resources ?? [];
    });
    await read();
    const wanted = new Map(planned.map((resource) => [idOf(resource), resource]));
    for (const { type, name, inputs } of planned) {
      const key = idOf({ type, name });
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
      if (wanted.has(key)) continue;
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

  async lastRun() {
    return { id: String(this.version), version: this.version, kind: "update", result: "succeeded", started: this.started };
  }

  private provider(type: string) {
    const provider = v1(type);
    void provider.configure({ config: { get: (key) => this.values[key] } });
    return provider;
  }
}

/** Follows the fake cluster, in place of the clusters that components name. */
export const followFake =
  (cluster: FakeCluster): NonNullable<import("../../sdk/watch/watcher").WatchOptions["follow"]> =>
  async (components, _texts, listener) => {
    const followed = await FollowedCluster.begin(
      {},
      "routing",
      listener(components, () => "fake"),
      { client: cluster.client, patience: cluster.patience },
    );
    return new Map(components.map((component) => [component, [followed]]));
  };
