// State of a cluster: its tenants, kinds and objects.
import type { JsonObject } from "../shared/json";
import { SeededRandom } from "../shared/random";
import { nameOf } from "./metadata";
import type { KindSchema } from "./schema/schema";
import type { FieldError } from "./status";
import { RevisionStore } from "./store";

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

/** State that the handlers of an API server share: its objects, its kinds and its running chores. */
export class Cluster {
  readonly store = new RevisionStore();
  readonly registry: Registry;
  readonly random: SeededRandom;
  readonly chores = new Chores();
  /** Number of node ports given out; below, the number of addresses given out of each range. */
  portsGiven = 0;
  readonly addressesGiven = new Map<string, number>();
  /** Arktos: features that are on. */
  featureGates: { [gate: string]: boolean } = {};

  constructor(
    readonly settings: ClusterSettings,
    builtin: KubernetesResource[],
  ) {
    this.random = new SeededRandom(settings.seed);
    this.registry = new Registry(builtin);
  }

  get arktos(): boolean {
    return this.settings.mode === "arktos";
  }

  get rbac(): boolean {
    return this.settings.authorization === "RBAC";
  }

  /** Names of the tenants that there are; none on a server without them. */
  tenants(): string[] {
    return this.store.list("tenants").map(([, tenant]) => nameOf(tenant));
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

/** Owner of the objects of a kind; `Tenant` exists in Arktos only. */
export type ResourceScope = "Cluster" | "Namespaced" | "Tenant";

/** Behaviour of a kind beyond that of all kinds; called in this order when an object is written. */
export interface Behaviour {
  /** Rule for its names; default: subdomains. */
  names?(name: string): string[];
  /** Values of fields that the writer left out. */
  defaults?(object: JsonObject): void;
  /** Sets the fields that the server decides and a writer cannot set this way. `old` is absent at creation. */
  prepare?(object: JsonObject, old: JsonObject | undefined, cluster: Cluster): void;
  validate?(object: JsonObject, old: JsonObject | undefined, cluster: Cluster): FieldError[];
  /** Gives addresses and ports to an object that has passed validation. */
  complete?(object: JsonObject, cluster: Cluster): void;
  /** Seconds an object has to end by default; absent where deletion is at once. */
  gracePeriod?(object: JsonObject): number;
  /** Something besides finalizers in its metadata keeps an object that must go. */
  holds?(object: JsonObject): boolean;
  /** Returns the form of an object that is being deleted. */
  ending?(object: JsonObject): JsonObject;
  /** After it has been stored, and after it has gone. */
  stored?(object: JsonObject, cluster: Cluster): void;
  removed?(object: JsonObject, cluster: Cluster): void;
  /** After a client's deletion took it away; what fails here fails too late. */
  deleted?(object: JsonObject, cluster: Cluster): void;
}

/** One kind in one version, as the API serves it. */
export interface KubernetesResource extends Behaviour {
  group: string;
  version: string;
  plural: string;
  singular: string;
  kind: string;
  listKind: string;
  scope: ResourceScope;
  shortNames: string[];
  categories: string[];
  /** `status`, `token`. */
  subresources: string[];
  schema: KindSchema;
  /** Comes from a CustomResourceDefinition; on Arktos with the tenant that has it, unless it serves all of them. */
  custom?: { tenant?: string };
  /** `metadata.generation` counts changes of everything but metadata and status. */
  generation: boolean;
  /** A deletion answers with the object in place of a Status. */
  returnsDeleted: boolean;
}

/** Name under which the store keeps the objects of a resource: the same for all its versions. */
export const storageOf = ({ plural, group }: Pick<KubernetesResource, "plural" | "group">): string =>
  group ? `${plural}.${group}` : plural;

export const apiVersionOf = ({ group, version }: Pick<KubernetesResource, "group" | "version">): string =>
  group ? `${group}/${version}` : version;

/** The tenant that is always there, on Arktos, and has the nodes and Mizar's objects. */
export const SYSTEM_TENANT = "system";

/** All tenants at once, for lists and watches. */
export const ALL_TENANTS = "all";

/** The kinds that are served. */
export class Registry {
  private custom: KubernetesResource[] = [];

  constructor(private readonly builtin: KubernetesResource[]) {}

  all(): KubernetesResource[] {
    return [...this.builtin, ...this.custom];
  }

  /** Visible to a tenant: built-in ones and those whose definition is its own or shared. */
  visible(tenant: string): KubernetesResource[] {
    return this.all().filter(({ custom }) => custom?.tenant === undefined || custom.tenant === tenant);
  }

  find(group: string, version: string, plural: string, tenant: string): KubernetesResource | undefined {
    return this.visible(tenant).find((each) => each.plural === plural && each.version === version && each.group === group);
  }

  /** The kind of what is kept somewhere, in any version. */
  at(storage: string): KubernetesResource | undefined {
    return this.all().find((resource) => storageOf(resource) === storage);
  }

  /** Takes the place of every kind that came from CustomResourceDefinitions. */
  setCustom(resources: KubernetesResource[]): void {
    this.custom = resources;
  }
}
