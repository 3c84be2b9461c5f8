import { isDeepStrictEqual } from "node:util";
import { readSpecs } from "../../frontends";
import { type PlannedResource, resourceKey } from "../../plan";
import {
  compare,
  type Endpoints,
  isRecord,
  keyOf,
  podsByService,
  type RawObject,
  readPods,
  type ServedPod,
  type SpecSet,
  selects,
} from "../../specs";
import { isMemberKind } from "../judge/structure-or-members";
import { kindIn, memberKey, metadataIn, serviceOf } from "../terms/cluster-object";
import { membersOf } from "../terms/pool-members";
import type { TranslateComponent, TranslatedComponent } from "../terms/translated-component";
import { ServiceSlices, type Slice } from "./service-slices";

/** For more Services at once the whole is translated. */
const MOST_SERVICES = 40;

/**
 * Plan of a component while its structure stays as reviewed and its servers move. The translation is the component's own. Only the part
 * that an event can have changed is translated again.
 */
export class ReviewedPlan {
  /** Members among the structure: from files and programs, they do not move. */
  private given: readonly RawObject[] = [];
  private readonly members = new Map<string, RawObject>();
  private readonly byService = new Map<string, Set<string>>();
  private specs: OwnSpecs;
  private plan = new Map<string, PlannedResource>();
  private slices: ServiceSlices | undefined;
  /** Slices that are still to be translated, with the specs that the plan is of. */
  private readonly open = new Map<Slice, SpecSet>();
  /** Ids that {@link translateUpdates} has not returned yet. */
  private readonly changed = new Set<string>();
  private readonly dirty = new Set<string>();
  private nodesChanged = false;
  /** Counts what it was given. */
  version = 0;

  constructor(private readonly translate: TranslateComponent) {
    this.specs = withOwnMembers(readSpecs([]));
  }

  /** The plan, by {@link resourceKey}. */
  get resources(): ReadonlyMap<string, PlannedResource> {
    return this.plan;
  }

  /**
   * Puts other objects in place of all: structure that was reviewed, members as they are.
   *
   * @returns ids of the resources whose servers are others now
   */
  replace(structure: readonly RawObject[], members: readonly RawObject[]): Set<string> {
    this.given = structure.filter((raw) => isMemberKind(kindIn(raw)));
    this.members.clear();
    this.byService.clear();
    this.specs = withOwnMembers(readSpecs([...structure, ...members]));
    for (const raw of members) this.put(raw);
    this.dirty.clear();
    this.open.clear();
    this.nodesChanged = false;
    this.slices = undefined;
    return this.translateAll();
  }

  /** Takes a member that is new, changed or gone; {@link translateUpdates} translates it. */
  update(raw: RawObject, gone: boolean): void {
    this.version++;
    const key = memberKey(raw);
    const services = [...this.servicesOf(this.members.get(key)), ...this.servicesOf(raw)];
    if (gone) this.drop(key);
    else this.put(raw);
    for (const service of services) this.dirty.add(service);
    if (kindIn(raw) === "Node") this.nodesChanged = true;
  }

  /**
   * Translates what has changed since the last time; of a Service that very many objects name one slice, so that its writes begin at once:
   * {@link isCurrent} says whether more is left.
   *
   * @returns ids of the resources whose servers are others now
   */
  translateUpdates(): Set<string> {
    this.openUpdates();
    if (!this.translateOpen(1)) this.translateWith([]);
    const changed = new Set(this.changed);
    this.changed.clear();
    return changed;
  }

  /** True if nothing is left to translate. */
  get isCurrent(): boolean {
    return this.open.size === 0 && this.dirty.size === 0 && !this.nodesChanged;
  }

  /** Translates the slices that are left; {@link translateUpdates} returns the ids. */
  finish(): void {
    if (!this.translateOpen()) this.translateWith([]);
  }

  private openUpdates(): void {
    const services = [...this.dirty].filter((service) => this.hasChanged(service));
    this.dirty.clear();
    const all = (this.nodesChanged && this.updateNodes()) || services.length > MOST_SERVICES;
    this.nodesChanged = false;
    if (all) {
      this.translateWith(services);
      return;
    }
    for (const [done, service] of services.entries()) {
      // slices are checked with the specs of before, and the plan must be of these
      if (!this.slices || !this.translateOpen()) {
        this.translateWith(services.slice(done));
        return;
      }
      const was = { ...this.specs, endpoints: new Map(this.specs.endpoints), pods: new Map(this.specs.pods) };
      this.updateService(service);
      for (const slice of this.slices.of(service)) this.open.set(slice, was);
    }
  }

  /** Translates slices; false if only the whole translation can give their resources. */
  private translateOpen(most = Number.POSITIVE_INFINITY): boolean {
    for (const [slice, was] of [...this.open].slice(0, most)) {
      const resources = this.slices?.translated(slice, this.specs, was, this.plan);
      if (!resources) return false;
      this.open.delete(slice);
      for (const id of this.replaceResources(resources)) this.changed.add(id);
    }
    return true;
  }

  /** Translates everything, with these Services as they are now. */
  private translateWith(services: readonly string[]): void {
    this.open.clear();
    for (const service of services) this.updateService(service);
    for (const id of this.translateAll()) this.changed.add(id);
  }

  private translateAll(): Set<string> {
    const translated = this.translated();
    if (!translated) return new Set();
    const before = this.plan;
    this.plan = new Map();
    if (this.slices) this.slices.note(translated.resources);
    else this.slices = new ServiceSlices(this.translate, this.specs, translated);
    return this.replaceResources(translated.resources, before);
  }

  /** Specs that a component refuses leave everything as it is; the preview shows why. */
  private translated(): TranslatedComponent | undefined {
    try {
      return this.translate(this.specs);
    } catch {
      return undefined;
    }
  }

  private replaceResources(resources: readonly PlannedResource[], before: ReadonlyMap<string, PlannedResource> = this.plan): Set<string> {
    const changed = new Set<string>();
    for (const resource of resources) {
      const id = resourceKey(resource);
      const known = before.get(id);
      const isChanged = !known || !isDeepStrictEqual(membersOf(resource.kind, known.inputs), membersOf(resource.kind, resource.inputs));
      if (isChanged) changed.add(id);
      this.plan.set(id, resource);
    }
    return changed;
  }

  private endpointsOf(service: string): Endpoints | undefined {
    const given = this.given.filter((raw) => serviceOf(raw) === service);
    return readSpecs([...given, ...this.rawsOf(service, (kind) => kind !== "Pod")]).endpoints.get(service);
  }

  private podsOf(key: string): readonly ServedPod[] | undefined {
    const service = this.specs.services.get(key);
    if (!service) return undefined;
    const given = this.given.filter((raw) => kindIn(raw) === "Pod");
    const pods = readPods([...given, ...this.rawsOf(key, (kind) => kind === "Pod")]).sort((a, b) => compare(keyOf(a.ref), keyOf(b.ref)));
    return podsByService(new Map([[key, service]]), pods).get(key);
  }

  private rawsOf(service: string, isWanted: (kind: string) => boolean): RawObject[] {
    const raws = [...(this.byService.get(service) ?? [])].flatMap((key) => this.members.get(key) ?? []);
    return raws.filter((raw) => isWanted(kindIn(raw)));
  }

  private hasChanged(service: string): boolean {
    const { endpoints, pods } = this.specs;
    return (
      !isDeepStrictEqual(this.endpointsOf(service)?.subsets, endpoints.get(service)?.subsets) ||
      !isDeepStrictEqual(this.podsOf(service), pods.get(service))
    );
  }

  private updateService(service: string): void {
    setOrDelete(this.specs.endpoints, service, this.endpointsOf(service));
    setOrDelete(this.specs.pods, service, this.podsOf(service));
  }

  /** Nodes renew their status every few seconds; only a change that translations read counts. */
  private updateNodes(): boolean {
    const raws = [...this.given, ...this.members.values()].filter((raw) => kindIn(raw) === "Node");
    const { nodes } = readSpecs(raws);
    const known = this.specs.nodes;
    this.specs = { ...this.specs, nodes };
    return !isDeepStrictEqual(nodes, known);
  }

  private put(raw: RawObject): void {
    const key = memberKey(raw);
    this.drop(key);
    this.members.set(key, raw);
    for (const service of this.servicesOf(raw)) {
      const known = this.byService.get(service);
      if (known) known.add(key);
      else this.byService.set(service, new Set([key]));
    }
  }

  private drop(key: string): void {
    for (const service of this.servicesOf(this.members.get(key))) this.byService.get(service)?.delete(key);
    this.members.delete(key);
  }

  /** Services that a member belongs to: of a Pod those that select it. */
  private servicesOf(raw: RawObject | undefined): string[] {
    if (!raw || kindIn(raw) !== "Pod") return [serviceOf(raw) ?? []].flat();
    const { namespace, labels } = metadataIn(raw);
    const found = [...this.specs.services].filter(
      ([, service]) => isRecord(labels) && selects(service, String(namespace ?? "default"), labels),
    );
    return found.map(([key]) => key);
  }
}

/** Specs whose members may be put in place of others. */
type OwnSpecs = SpecSet & { endpoints: Map<string, Endpoints>; pods: Map<string, readonly ServedPod[]> };

const withOwnMembers = (specs: SpecSet): OwnSpecs => ({ ...specs, endpoints: sorted(specs.endpoints), pods: sorted(specs.pods) });

const sorted = <T>(map: ReadonlyMap<string, T>) => new Map([...map].sort(([a], [b]) => compare(a, b)));

function setOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}
