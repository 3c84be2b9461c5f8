// The API server of the Kubernetes sandbox: answers requests about one cluster, and saves its objects in a file.

import type { HttpRequest, HttpResponse } from "../shared/http";
import { readSaved, Saver } from "../shared/state-file";
import { answer } from "./api";
import { Cluster, type ClusterSettings, storageOf } from "./cluster";
import { refreshKinds } from "./kinds/custom-resource-definition";
import { builtinResources } from "./kinds/index";
import { isEnding } from "./metadata";
import { seed } from "./seed";
import type { RevisionStore } from "./store";

interface SavedCluster {
  format: 1;
  mode: ClusterSettings["mode"];
  random: number;
  store: ReturnType<RevisionStore["save"]>;
}

/** An API server, and what it keeps in a file. */
export class ApiServer {
  readonly cluster: Cluster;
  private readonly saver: Saver | undefined;

  constructor(settings: ClusterSettings, stateFile?: string) {
    this.cluster = new Cluster(settings, builtinResources(settings.mode === "arktos"));
    const saved = stateFile === undefined ? undefined : this.read(stateFile);
    if (saved) this.restore(saved);
    else seed(this.cluster);
    this.saver = stateFile === undefined ? undefined : new Saver(stateFile, () => this.snapshot());
    this.cluster.store.onChange = () => this.saver?.schedule();
    if (!saved) this.saver?.schedule();
  }

  answer(request: HttpRequest): HttpResponse {
    return answer(this.cluster, request);
  }

  /** Back to what there is at the start. Watches see every object go. */
  reset(): void {
    this.cluster.chores.stop();
    this.cluster.store.clear();
    refreshKinds(this.cluster);
    seed(this.cluster);
  }

  close(): void {
    this.cluster.chores.stop();
    this.saver?.flush();
  }

  private read(file: string): SavedCluster | undefined {
    const saved = readSaved<SavedCluster>(file);
    // the two sorts of servers keep their objects under different keys
    const { mode } = this.cluster.settings;
    if (saved && saved.mode !== mode) throw new Error(`${file} holds a server of mode ${saved.mode}; use another file`);
    return saved;
  }

  private snapshot(): SavedCluster {
    const { settings, random, store } = this.cluster;
    return { format: 1, mode: settings.mode, random: random.position(), store: store.save() };
  }

  /** Takes up what was under way when the objects were saved. */
  private restore(saved: SavedCluster): void {
    const { cluster } = this;
    cluster.store.restore(saved.store);
    cluster.random.continueAt(saved.random);
    refreshKinds(cluster);
    for (const resource of cluster.registry.all())
      for (const [, object] of cluster.store.list(storageOf(resource))) if (isEnding(object)) resource.stored?.(object, cluster);
  }
}
