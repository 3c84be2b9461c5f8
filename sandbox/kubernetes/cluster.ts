import { SeededRandom } from "../shared/random";
import { Tokens } from "./access/tokens";
import { Chores } from "./chores/chores";
import { GarbageCollector } from "./chores/garbage-collector";
import { CustomKinds } from "./custom/kinds";
import { builtinResources } from "./resources/builtin";
import { isEnding } from "./resources/meta";
import { Registry } from "./resources/registry";
import { storageOf } from "./resources/resource";
import { Store } from "./store/store";

export type Mode = "vanilla" | "arktos";

export interface ClusterSettings {
  mode: Mode;
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

  readonly garbage: GarbageCollector;
  /** How many node ports have been given out. */
  portsGiven = 0;
  /** How many addresses of each range. */
  readonly addressesGiven = new Map<string, number>();
  /** Arktos: features that are on. */
  featureGates: { [gate: string]: boolean } = {};

  constructor(readonly settings: ClusterSettings) {
    this.random = new SeededRandom(settings.seed);
    this.registry = new Registry(builtinResources(this.arktos));
    this.kinds = new CustomKinds(this);
    this.tokens = new Tokens(this);
    this.garbage = new GarbageCollector(this);
    this.store.everyChange = (change) => this.garbage.saw(change);
  }

  get arktos(): boolean {
    return this.settings.mode === "arktos";
  }

  get rbac(): boolean {
    return this.settings.authorization === "RBAC";
  }

  newUid(): string {
    return this.random.uuid4();
  }

  /** Takes up what was under way when the objects were saved. */
  resume(): void {
    this.garbage.restore();
    for (const resource of this.registry.all()) {
      for (const [, object] of this.store.list(storageOf(resource))) if (isEnding(object)) resource.stored?.(object, this);
    }
  }
}
