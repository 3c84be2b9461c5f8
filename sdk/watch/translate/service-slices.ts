import { isDeepStrictEqual } from "node:util";
import type { ObjectRef } from "../../../kinds/diagnostic";
import { type PlannedResource, resourceKey } from "../../plan";
import { askingObjects, keyOf, type Spec, type SpecSet, withAsking } from "../../specs";
import { hasMembers } from "../terms/pool-members";
import type { TranslateComponent, TranslatedComponent } from "../terms/translated-component";

const keyOfRef = ({ apiVersion, kind, namespace, name }: ObjectRef) => `${apiVersion.split("/")[0]} ${kind} ${namespace}/${name}`;

/** A part of the specs: what one Service is about, or some of it where very many objects name the Service. */
export interface Slice {
  readonly service: string;
  readonly objects: ServicesByObject;
  /** Undefined until the slice is translated for the first time. */
  isFaithful?: boolean;
}

/** Objects from which on a slice is full. Its translation is a matter of milliseconds, and others wait for no more than that. */
const FULL = 64;

/**
 * Cuts out of the specs what one Service is about: the objects that name it, and those that share a host with them. Of that alone the
 * translation is a matter of a millisecond. It is used only where it has shown, with the specs of before, to give exactly what the whole
 * translation gave; a part that depends on the rest in any other way (names that collide, a limit that all share) is translated whole.
 */
export class ServiceSlices {
  private readonly byObject = new Map<string, readonly string[]>();
  private readonly keys = new Map<Spec, string>();
  /** Ids of resources with servers, by the objects that own them. */
  private readonly owned = new Map<string, Set<string>>();
  private readonly byService = new Map<string, Set<string>>();
  private readonly together = new Map<string, Set<string>>();
  private readonly slices = new Map<string, readonly Slice[]>();

  constructor(
    private readonly translate: TranslateComponent,
    specs: SpecSet,
    whole: TranslatedComponent,
  ) {
    for (const spec of askingObjects(specs)) {
      const [key, services] = [keyOfRef(spec.ref), servicesOf(specs, spec)];
      this.keys.set(spec, key);
      this.byObject.set(key, services);
      for (const service of services) into(this.byService, service, key);
    }
    for (const refs of whole.together) {
      const keys = refs.map(keyOfRef).filter((key) => this.byObject.has(key));
      for (const key of keys) for (const other of keys) into(this.together, key, other);
    }
    this.note(whole.resources);
  }

  /** Notes whose resources the plan has. */
  note(resources: readonly PlannedResource[]): void {
    for (const resource of resources.filter(({ kind, inputs }) => hasMembers(kind, inputs)))
      for (const ref of resource.owners) into(this.owned, keyOfRef(ref), resourceKey(resource));
  }

  /** The slices of a Service: objects that are translated together are in one of them. */
  of(service: string): readonly Slice[] {
    const known = this.slices.get(service);
    if (known) return known;
    const slices = this.cutUp(service);
    this.slices.set(service, slices);
    return slices;
  }

  /**
   * Resources of a slice now; undefined if only the whole translation can give them.
   *
   * @param before the resources that the specs of before gave, by {@link resourceKey}
   * @param was the specs of before
   */
  translated(
    slice: Slice,
    specs: SpecSet,
    was: SpecSet,
    before: ReadonlyMap<string, PlannedResource>,
  ): readonly PlannedResource[] | undefined {
    slice.isFaithful ??= this.isFaithful(slice, was, before);
    const resources = slice.isFaithful ? this.translateSlice(slice, specs) : undefined;
    if (resources) this.note(resources);
    return resources;
  }

  /** True if a slice gives, of all that its objects own, exactly the same as the whole: every pool, with its name and its servers. */
  private isFaithful(slice: Slice, was: SpecSet, before: ReadonlyMap<string, PlannedResource>): boolean {
    const part = this.translateSlice(slice, was);
    if (!part) return false;
    const given = new Map(part.map((resource) => [resourceKey(resource), resource]));
    const owners = [...slice.objects.keys(), ...servicesNamed(was, slice).map(({ ref }) => keyOfRef(ref))];
    const owned = owners.flatMap((owner) => [...(this.owned.get(owner) ?? [])]);
    return [...given.keys(), ...owned].every((id) => isDeepStrictEqual(given.get(id)?.inputs, before.get(id)?.inputs));
  }

  private cutUp(service: string): readonly Slice[] {
    const slices: Slice[] = [];
    let objects = new Map<string, readonly string[]>();
    const keys = new Set(this.byService.get(service));
    for (const key of keys) {
      for (const [one, services] of this.around(key)) {
        objects.set(one, services);
        keys.delete(one);
      }
      if (objects.size < FULL) continue;
      slices.push({ service, objects });
      objects = new Map();
    }
    if (objects.size > 0 || slices.length === 0) slices.push({ service, objects });
    return slices;
  }

  /** An object with all that are translated together with it. */
  private around(first: string): ServicesByObject {
    const found = new Map<string, readonly string[]>();
    const open = [first];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const services = this.byObject.get(key);
      if (found.has(key) || !services) continue;
      found.set(key, services);
      open.push(...(this.together.get(key) ?? []));
    }
    return found;
  }

  private translateSlice(slice: Slice, specs: SpecSet): readonly PlannedResource[] | undefined {
    const cut = {
      ...withAsking(specs, (spec) => slice.objects.has(this.keys.get(spec) ?? "")),
      services: new Map(servicesNamed(specs, slice).map((one) => [keyOf(one.ref), one])),
      faulty: [],
      diagnostics: [],
    };
    try {
      return this.translate(cut).resources.filter(({ kind, inputs }) => hasMembers(kind, inputs));
    } catch {
      return undefined;
    }
  }
}

/** Keys of the Services that objects name, by the key of the object. */
type ServicesByObject = ReadonlyMap<string, readonly string[]>;

function servicesNamed({ services }: SpecSet, { service, objects }: Slice) {
  const named = new Set([service, ...[...objects.values()].flat()]);
  return [...named].flatMap((key) => services.get(key) ?? []);
}

/** The Services that texts of a spec may mean: in its own namespace, and in those that it names. */
function servicesOf({ services }: Pick<SpecSet, "services">, spec: Spec): string[] {
  const names = new Set(textsIn(spec));
  const namespaces = new Set([spec.ref.namespace, ...names]);
  return [...names].flatMap((name) => [...namespaces].map((namespace) => keyOf({ namespace, name })).filter((key) => services.has(key)));
}

function into(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.add(value);
  else map.set(key, new Set([value]));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
