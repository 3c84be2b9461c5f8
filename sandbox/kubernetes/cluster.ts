import type { HttpRequest, HttpResponse } from "../shared/http";
import { SeededRandom } from "../shared/random";
import { readIfThere, Saver } from "../shared/state-file";
import { Tokens } from "./access";
import { answer } from "./api";
import { CustomKinds } from "./kinds/custom-resource-definition";
import { builtinResources } from "./kinds/index";
import { seed } from "./lab";
import { isEnding, nameOf } from "./metadata";
import { Registry, storageOf } from "./registry";
import { Store } from "./store";

export interface ClusterSettings {
  mode: "vanilla" | "arktos";
  /** Tenants to begin with besides `system`. */
  tenants: string[];
  seed: number;
  /** `AlwaysAllow`: everybody with a token may do everything. */
  authorization: "RBAC" | "AlwaysAllow";
  /** Users with a token of their own, whom only roles allow anything. */
  users: string[];
  /** Services get their addresses from it. */
  serviceCidr: string;
}

interface Saved {
  format: 1;
  mode: ClusterSettings["mode"];
  random: number;
  store: ReturnType<Store["save"]>;
}

/** An API server: its state, what its handlers share, and what it keeps in a file. */
export class Cluster {
  readonly store = new Store();
  readonly registry: Registry;
  readonly kinds: CustomKinds;
  readonly tokens: Tokens;
  readonly random: SeededRandom;
  readonly chores = new Chores();
  /** How many node ports have been given out, and how many addresses of each range. */
  portsGiven = 0;
  readonly addressesGiven = new Map<string, number>();
  /** Arktos: features that are on. */
  featureGates: { [gate: string]: boolean } = {};
  private readonly saver: Saver | undefined;

  constructor(
    readonly settings: ClusterSettings,
    stateFile?: string,
  ) {
    this.random = new SeededRandom(settings.seed);
    this.registry = new Registry(builtinResources(this.arktos));
    this.kinds = new CustomKinds(this);
    this.tokens = new Tokens(this);
    const saved = stateFile === undefined ? undefined : this.read(stateFile);
    if (saved) this.restore(saved);
    else seed(this);
    this.saver = stateFile === undefined ? undefined : new Saver(stateFile, () => this.snapshot());
    this.store.onChange = () => this.saver?.schedule();
    if (!saved) this.saver?.schedule();
  }

  get arktos(): boolean {
    return this.settings.mode === "arktos";
  }

  get rbac(): boolean {
    return this.settings.authorization === "RBAC";
  }

  answer(request: HttpRequest): HttpResponse {
    return answer(this, request);
  }

  /** Names of the tenants that there are; none on a server without them. */
  tenants(): string[] {
    return this.store.list("tenants").map(([, tenant]) => nameOf(tenant));
  }

  /** Back to what there is at the start. Watches see every object go. */
  reset(): void {
    this.chores.stop();
    this.store.clear();
    this.kinds.refresh();
    seed(this);
  }

  close(): void {
    this.chores.stop();
    this.saver?.flush();
  }

  private read(file: string): Saved | undefined {
    const content = readIfThere(file);
    if (content === undefined) return undefined;
    const saved: Saved = JSON.parse(content);
    if (saved.format !== 1) throw new Error(`${file} was written by another version of the sandbox; remove it to start afresh`);
    // the two sorts of servers keep their objects under different keys
    if (saved.mode !== this.settings.mode) throw new Error(`${file} holds a server of mode ${saved.mode}; use another file`);
    return saved;
  }

  private snapshot(): Saved {
    return { format: 1, mode: this.settings.mode, random: this.random.position(), store: this.store.save() };
  }

  /** Takes up what was under way when the objects were saved. */
  private restore(saved: Saved): void {
    this.store.restore(saved.store);
    this.random.continueAt(saved.random);
    this.kinds.refresh();
    for (const resource of this.registry.all())
      for (const [, object] of this.store.list(storageOf(resource))) if (isEnding(object)) resource.stored?.(object, this);
  }
}

/** Work that the server does a moment after a request, as the controllers beside a real one do. */
class Chores {
  private readonly timers = new Set<NodeJS.Timeout>();

  later(work: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      work();
    }, ms);
    this.timers.add(timer.unref());
  }

  /** Nothing that waits will be done. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
  }
}
