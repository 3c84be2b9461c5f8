// Plan of a component with the reviewed structure and the current servers.

import { isDeepStrictEqual } from "node:util";
import { readSpecs } from "../../frontends";
import type { PoolServers } from "../../plan";
import { compare, type Endpoints, type RawObject, type ServedPod, type SpecSet } from "../../specs";
import { isMemberKind } from "../evaluate/structure-or-members";
import { kindIn } from "../terms/cluster-object";
import type { TranslateComponent } from "../terms/translated-component";
import { MemberObjects } from "./member-objects";
import { ServicePools } from "./service-pools";

/** Specs whose members may be put in place of others. */
type OwnSpecs = SpecSet & { endpoints: Map<string, Endpoints>; pods: Map<string, readonly ServedPod[]> };

/** The reviewed structure: its specs with the members of this moment, and the pools that follow from both. */
interface Reviewed {
  members: MemberObjects;
  specs: OwnSpecs;
  pools: ServicePools;
  /** False where a component refuses the specs: the pools are those of before, and the preview shows why. */
  isTranslated: boolean;
}

/**
 * The servers of a component while its structure stays as reviewed and its servers move. The structure is translated once; an event works
 * out the ports of one Service, and the pools that are for them.
 */
export class ReviewedPlan {
  private reviewed: Reviewed;
  /** Services whose members have changed, and whether nodes have. */
  private dirty = { services: new Set<string>(), nodes: false };
  /** Keys of resources that {@link translateUpdates} has not returned yet. */
  private changed = new Set<string>();
  /** Counts what it was given. */
  version = 0;

  constructor(private readonly translate: TranslateComponent) {
    this.reviewed = reviewedOf([], [], new ServicePools({ resources: [], moving: [] }));
  }

  /** The servers of each pool, by `resourceKey` and the name of the pool. */
  get servers(): ReadonlyMap<string, ReadonlyMap<string, PoolServers>> {
    return this.reviewed.pools.servers;
  }

  /**
   * Puts other objects in place of all: structure that was reviewed, members as they are.
   *
   * @returns keys of the resources whose servers are others now
   */
  replace(structure: readonly RawObject[], members: readonly RawObject[]): Set<string> {
    this.reviewed = reviewedOf(structure, members, this.reviewed.pools);
    this.dirty = { services: new Set(), nodes: false };
    return this.translateAll();
  }

  /** Takes a member that is new, changed or gone; {@link translateUpdates} works out what follows. */
  update(raw: RawObject, gone: boolean): void {
    this.version++;
    for (const service of this.reviewed.members.update(raw, gone)) this.dirty.services.add(service);
    if (kindIn(raw) === "Node") this.dirty.nodes = true;
  }

  /** @returns keys of the resources whose servers have changed since the last time */
  translateUpdates(): Set<string> {
    this.finish();
    const { changed } = this;
    this.changed = new Set();
    return changed;
  }

  /** Works out what has changed; {@link translateUpdates} returns the keys. */
  finish(): void {
    const { dirty, reviewed } = this;
    this.dirty = { services: new Set(), nodes: false };
    const nodesMoved = dirty.nodes && updateNodes(reviewed);
    const services = [...dirty.services].filter((service) => updateService(reviewed, service));
    if (!nodesMoved && services.length === 0) return;
    const { endpoints, nodes, pods } = reviewed.specs;
    const moved = reviewed.isTranslated ? reviewed.pools.move(nodesMoved ? undefined : services, { endpoints, nodes, pods }) : undefined;
    for (const key of moved ?? this.translateAll()) this.changed.add(key);
  }

  private translateAll(): Set<string> {
    const { reviewed } = this;
    try {
      const pools = new ServicePools(this.translate(reviewed.specs));
      const changed = pools.changedSince(reviewed.pools.servers);
      this.reviewed = { ...reviewed, pools, isTranslated: true };
      return changed;
    } catch {
      this.reviewed = { ...reviewed, isTranslated: false };
      return new Set();
    }
  }
}

function reviewedOf(structure: readonly RawObject[], members: readonly RawObject[], pools: ServicePools): Reviewed {
  const specs = readSpecs([...structure, ...members]);
  const fixed = structure.filter((raw) => isMemberKind(kindIn(raw)));
  return {
    members: new MemberObjects(fixed, members, specs.services),
    specs: { ...specs, endpoints: sorted(specs.endpoints), pods: sorted(specs.pods) },
    pools,
    isTranslated: false,
  };
}

/** Nodes renew their status every few seconds; only a change that translations read counts. */
function updateNodes({ members, specs }: Reviewed): boolean {
  const nodes = members.nodes();
  if (isDeepStrictEqual(nodes, specs.nodes)) return false;
  specs.nodes = nodes;
  return true;
}

/** True if the endpoints of a Service or its Pods are others than before. */
function updateService({ members, specs }: Reviewed, service: string): boolean {
  const [endpoints, pods] = [members.endpointsOf(service), members.podsOf(service)];
  const same =
    isDeepStrictEqual(endpoints?.subsets, specs.endpoints.get(service)?.subsets) && isDeepStrictEqual(pods, specs.pods.get(service));
  setOrDelete(specs.endpoints, service, endpoints);
  setOrDelete(specs.pods, service, pods);
  return !same;
}

const sorted = <T>(map: ReadonlyMap<string, T>) => new Map([...map].sort(([a], [b]) => compare(a, b)));

function setOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
