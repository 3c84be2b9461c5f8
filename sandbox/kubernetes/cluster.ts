import { SeededRandom } from "../shared/random";
import { CustomKinds } from "./kinds/custom-resource-definition";
import { builtinResources } from "./kinds/index";
import { isEnding } from "./metadata";
import { Registry, storageOf } from "./registry";
import { Store } from "./store";
import { Tokens } from "./users";

export interface ClusterSettings {
  mode: "vanilla" | "arktos";
  seed: number;
  /** `AlwaysAllow`: everybody with a token may do everything. */
  authorization: "RBAC" | "AlwaysAllow";
  /** Users with a token of their own, whom only roles allow anything. */
  users: string[];
  /** Services get their addresses from it. */
  serviceCidr: string;
}

/** The state of one API server and what its handlers share. */
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

  constructor(readonly settings: ClusterSettings) {
    this.random = new SeededRandom(settings.seed);
    this.registry = new Registry(builtinResources(this.arktos));
    this.kinds = new CustomKinds(this);
    this.tokens = new Tokens(this);
  }

  get arktos(): boolean {
    return this.settings.mode === "arktos";
  }

  get rbac(): boolean {
    return this.settings.authorization === "RBAC";
  }

  /** Takes up what was under way when the objects were saved. */
  resume(): void {
    this.kinds.refresh();
    for (const resource of this.registry.all())
      for (const [, object] of this.store.list(storageOf(resource))) if (isEnding(object)) resource.stored?.(object, this);
  }
}

/** Work that the server does a moment after a request, as the controllers beside a real one do. */
class Chores {
  private readonly timers = new Set<NodeJS.Timeout>();

  later(work: () => void, ms = 0): void {
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
