import type { HttpRequest, HttpResponse } from "../shared/http";
import { readIfThere, Saver } from "../shared/state-file";
import { answer } from "./api";
import { Cluster, type ClusterSettings } from "./cluster";
import { nameOf } from "./metadata";
import { seed } from "./seed";
import type { Store } from "./store";

interface Saved {
  format: 1;
  mode: ClusterSettings["mode"];
  random: number;
  store: ReturnType<Store["save"]>;
}

/** An API server with what it keeps in a file. */
export class KubernetesService {
  readonly cluster: Cluster;
  private readonly saver: Saver | undefined;

  constructor(
    settings: ClusterSettings,
    private readonly firstTenants: string[],
    stateFile: string | undefined,
  ) {
    this.cluster = new Cluster(settings);
    const saved = stateFile === undefined ? undefined : this.read(stateFile);
    if (saved) this.restore(saved);
    else seed(this.cluster, firstTenants);
    this.saver = stateFile === undefined ? undefined : new Saver(stateFile, () => this.snapshot());
    this.cluster.store.onChange = () => this.saver?.schedule();
    if (!saved) this.saver?.schedule();
  }

  answer(request: HttpRequest): HttpResponse {
    return answer(this.cluster, request);
  }

  /** Names of the tenants that there are; none on a server without them. */
  tenants(): string[] {
    return this.cluster.store.list("tenants").map(([, tenant]) => nameOf(tenant));
  }

  /** Back to what there is at the start. Watches see every object go. */
  reset(): void {
    const { cluster } = this;
    cluster.chores.stop();
    cluster.store.clear();
    cluster.kinds.refresh();
    seed(cluster, this.firstTenants);
  }

  close(): void {
    this.cluster.chores.stop();
    this.saver?.flush();
  }

  private read(file: string): Saved | undefined {
    const content = readIfThere(file);
    if (content === undefined) return undefined;
    const saved: Saved = JSON.parse(content);
    if (saved.format !== 1) throw new Error(`${file} was written by another version of the sandbox; remove it to start afresh`);
    // the two sorts of servers keep their objects under different keys
    if (saved.mode !== this.cluster.settings.mode) throw new Error(`${file} holds a server of mode ${saved.mode}; use another file`);
    return saved;
  }

  private snapshot(): Saved {
    const { store, random, settings } = this.cluster;
    return { format: 1, mode: settings.mode, random: random.position(), store: store.save() };
  }

  private restore(saved: Saved): void {
    this.cluster.store.restore(saved.store);
    this.cluster.random.continueAt(saved.random);
    this.cluster.resume();
  }
}
