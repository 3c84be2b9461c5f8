// Endpoints, Pods and nodes by the Service that they belong to.

import { readSpecs } from "../../frontends";
import {
  compare,
  type Endpoints,
  isRecord,
  keyOf,
  podsByService,
  type RawObject,
  readPods,
  type ServedPod,
  type Service,
  type SpecSet,
  selects,
} from "../../specs";
import { kindIn, memberKey, metadataIn, serviceOf } from "../terms/cluster-object";

/** Objects that change servers alone, by the Services that they belong to: what the specs of a moment have of one Service, or of the nodes. */
export class MemberObjects {
  private readonly members = new Map<string, RawObject>();
  private readonly byService = new Map<string, Set<string>>();

  /**
   * @param fixed members from files and programs, which do not move
   * @param services by key
   */
  constructor(
    private readonly fixed: readonly RawObject[],
    members: readonly RawObject[],
    private readonly services: ReadonlyMap<string, Service>,
  ) {
    for (const raw of members) this.put(raw);
  }

  /** @returns the Services that it belonged or belongs to */
  update(raw: RawObject, gone: boolean): string[] {
    const key = memberKey(raw);
    const services = [...this.servicesOf(this.members.get(key)), ...this.servicesOf(raw)];
    if (gone) this.drop(key);
    else this.put(raw);
    return services;
  }

  endpointsOf(service: string): Endpoints | undefined {
    const fixed = this.fixed.filter((raw) => serviceOf(raw) === service);
    return readSpecs([...fixed, ...this.rawsOf(service, (kind) => kind !== "Pod")]).endpoints.get(service);
  }

  podsOf(key: string): readonly ServedPod[] | undefined {
    const service = this.services.get(key);
    if (!service) return undefined;
    const fixed = this.fixed.filter((raw) => kindIn(raw) === "Pod");
    const pods = readPods([...fixed, ...this.rawsOf(key, (kind) => kind === "Pod")]).sort((a, b) => compare(keyOf(a.ref), keyOf(b.ref)));
    return podsByService(new Map([[key, service]]), pods).get(key);
  }

  nodes(): SpecSet["nodes"] {
    return readSpecs([...this.fixed, ...this.members.values()].filter((raw) => kindIn(raw) === "Node")).nodes;
  }

  private rawsOf(service: string, isWanted: (kind: string) => boolean): RawObject[] {
    const raws = [...(this.byService.get(service) ?? [])].flatMap((key) => this.members.get(key) ?? []);
    return raws.filter((raw) => isWanted(kindIn(raw)));
  }

  private put(raw: RawObject): void {
    const key = memberKey(raw);
    this.drop(key);
    this.members.set(key, raw);
    for (const service of this.servicesOf(raw)) {
      const objectsOfService = this.byService.get(service);
      if (objectsOfService) objectsOfService.add(key);
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
    const services = [...this.services].filter(
      ([, service]) => isRecord(labels) && selects(service, String(namespace ?? "default"), labels),
    );
    return services.map(([key]) => key);
  }
}
