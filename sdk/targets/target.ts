// The interface of a target: what the commands and components need of Avi, Octavia, Mizar and `routes`.

import type { AdoptionQuery } from "../../provider";
import type { FixedAnswer, RoutingTable } from "../../requests/table/routing-table";
import type { Diagnostic } from "../../resources/diagnostic";
import type { Kind } from "../../resources/kind";
import type { Family, MizarSpecs } from "../frontends";
import type { Canvas } from "../graph/canvas";
import type { FaultSources } from "../graph/faults";
import type { Plan, PlannedResource } from "../plan";
import type { RoutingModel } from "../routing";
import type { RawObject, SpecSet } from "../specs";
import type { GatewayView } from "./gateway-view";

/** Name of a target, as `--to` takes it. */
export type TargetName = "avi" | "mizar" | "octavia" | "routes";

/** Settings as they are in a file or program, before they are parsed. */
export interface SettingsInput {
  readonly [key: string]: unknown;
}

/** Options that a component gives its translation: settings, owner mark, and whether it is for one object. */
export interface TargetOptions {
  readonly owner?: string;
  readonly settings?: SettingsInput;
  readonly [option: string]: unknown;
}

/** Bodies of a plan by API type, and the specs that each represents by `<api type>/<name>`. */
export interface ShownObjects {
  objects: object;
  owners: Record<string, string[]>;
}

/** Right in a cluster that a target needs for objects that it manages there itself. */
export interface ClusterRight {
  readonly group: string;
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** They are cluster-scoped, or in a namespace outside the selection. */
  readonly clusterWide?: true;
}

/** Plan without the facts of a run. */
export type PlanOf<Shown> = Omit<Plan<Shown>, "facts">;

/** A target as the verbs and the components know it: from specs to a plan, and what to show of a plan. */
export interface Target<Specs = SpecSet | MizarSpecs, Shown = unknown> {
  readonly name: TargetName;
  /** The kinds of its resources. */
  readonly kinds: readonly Kind[];
  /** Kinds that it reads from a live cluster. */
  family(settings: SettingsInput): Family;
  read(objects: readonly RawObject[], diagnostics?: readonly Diagnostic[]): Specs;
  translate(specs: Specs, options: TargetOptions): Plan<Shown>;
  objects(plan: PlanOf<Shown>, options?: { showSecrets?: boolean }): ShownObjects;
  /** The way of requests, from hosts to servers. */
  draw(plan: PlanOf<Shown>, sources: FaultSources): Canvas;
  /** The model that says which requests the specs ask for; absent where they ask for none. */
  asks?(specs: SpecSet, settings: SettingsInput): RoutingModel;
  /** A load balancer that answers requests of hosts; absent where the target is none. */
  readonly balancer?: Balancer<Specs, Shown>;
  /** Pools inside of other resources, taken apart; absent where each pool is a resource, or none is. */
  readonly bundles?: Bundles;
  /** Load balancers that specs name by an id which their resource may have anyway; absent where specs name none by id. */
  readonly ownIds?: OwnIds<Shown>;
  /** Rights of a target whose objects are in the cluster; others read, and write the statuses of what they read. */
  readonly rights?: { readonly manage: readonly ClusterRight[]; readonly writeStatus: readonly ClusterRight[] };
  /** A map of addresses as SVG. */
  map?(plan: PlanOf<Shown>): string;
}

/** Everything that a load balancer of hosts declares. */
export interface Balancer<Specs = SpecSet | MizarSpecs, Shown = unknown> {
  /** Setting that holds the name of the cluster, and its default. */
  readonly cluster: { readonly key: string; readonly usual: string; isInNames(settings: SettingsInput): boolean };
  /** Class and controller of the Ingresses that are its own. */
  readonly ingressClass: { readonly name: string; readonly controller: string };
  /** Settings that decide how specs become objects, defaults included; undefined where they are wrong. */
  decisive(settings: SettingsInput): Readonly<Record<string, string>> | undefined;
  /** Taking over what another controller made, by the name of the controller. */
  readonly takeOver: { readonly [controller: string]: TakeOver };
  /** Specs that a component of this class takes, of all that it is given. */
  select(specs: Specs, kind: string): Specs;
  /** Input of a conversion of specs to Gateway API. */
  gatewayView(specs: SpecSet, settings: SettingsInput): GatewayView;
  /** Routing table of a plan. */
  served(plan: PlanOf<Shown>): RoutingTable;
  /** Routing table of a live server at the addresses of a plan. */
  servedLive(bodies: object, plan: PlanOf<Shown>): RoutingTable;
  /** Plans as a state declares them. */
  readonly state: StateReader<Shown>;
}

/** Pools inside of other resources. */
export interface Bundles {
  /** The resources with each pool as a resource of its own. */
  unbundle(resources: readonly PlannedResource[]): readonly PlannedResource[];
  /** Splits a resource of a state in the same way. */
  unbundleState<R extends ResourceInState>(resource: R): R[];
}

/** A resource of a Pulumi state. */
export interface ResourceInState {
  /** `avi:Pool`. */
  type: string;
  name: string;
  id: string;
  inputs: { readonly [property: string]: unknown };
  outputs: { readonly [property: string]: unknown };
  /** The inputs with all parts, and the keys of these, where its parts are resources beside it. */
  whole?: { readonly inputs: { readonly [property: string]: unknown }; readonly parts: readonly string[] };
}

/** Ids by which specs name objects that their resources have anyway. */
export interface OwnIds<Shown = unknown> {
  /** The plan with the objects of such ids as those of their resources; the bodies have the ids still where it `keepsId`. */
  resolve<P extends PlanOf<Shown> & Partial<Pick<Plan, "facts">>>(
    plan: P,
    isOwn: (resource: string, id: string) => boolean,
    keepsId?: boolean,
  ): P;
  /** Ids that may be those of resources to which the other side of a comparison leaves theirs. */
  openIn(other: PlanOf<Shown>): (resource: string, id: string) => boolean;
  /** True for the ids that the resources of a state have. */
  heldIn(resources: readonly ResourceInState[]): (resource: string, id: string) => boolean;
}

/** Search for the objects of a controller, and the plan that they are compared with. */
export interface TakeOver {
  /** Settings with the naming of the controller. */
  settings(input: SettingsInput): SettingsInput;
  /** Further options of the translation. */
  readonly options?: TargetOptions;
  /** Name of the cluster in marks and names, the naming and the tenant; defaults included. */
  subject(settings: SettingsInput): Pick<AdoptionQuery, "cluster" | "naming" | "tenant">;
  /** Fate of objects that the plan does not name; absent where they can be swept. */
  readonly notSwept?: string;
}

/** A Service that gives every request the same answer: `namespace/service` or `namespace/service:port`. */
export interface FixedAnswerOf {
  readonly service: string;
  readonly answer: FixedAnswer;
}

/** Reader of what the resources of a state declare. */
export interface StateReader<Shown = unknown> {
  /** Fields that components add to a translation: owner and place of an object. */
  readonly added: readonly string[];
  /**
   * @param resources those of the target, with the specs that they name
   * @param hosts host names by the object that answers for them
   */
  plan(resources: readonly PlannedResource[], hosts: ReadonlyMap<string, readonly string[]>): PlanOf<Shown>;
  /** Services that give every request the same answer, by the settings of the last run; absent where none do. */
  answers?(settings: SettingsInput): readonly FixedAnswerOf[];
}
