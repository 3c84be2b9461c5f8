import { isDeepStrictEqual } from "node:util";
import type { ObjectRef } from "../../../kinds/diagnostic";
import { type PlannedResource, resourceKey } from "../../plan";
import { askingObjects, keyOf, type Spec, type SpecSet, withAsking } from "../../specs";
import { hasMembers } from "../terms/pool-members";
import type { TranslateComponent, TranslatedComponent } from "../terms/translated-component";

const keyOfRef = ({ apiVersion, kind, namespace, name }: ObjectRef) => `${apiVersion.split("/")[0]} ${kind} ${namespace}/${name}`;

/**
 * Cuts out of the specs what one Service is about: the objects that name it, and those that share a host with them. Of that alone the
 * translation is a matter of a millisecond. It is used only where it has shown, with the specs of before, to give exactly what the whole
 * translation gave; a part that depends on the rest in any other way (names that collide, a limit that all share) is translated whole.
 */
export class ServiceSlices {
  private readonly byObject = new Map<string, AskingObject>();
  private readonly byService = new Map<string, Set<string>>();
  private readonly together = new Map<string, Set<string>>();
  private readonly faithful = new Map<string, boolean>();

  constructor(
    private readonly translate: TranslateComponent,
    specs: SpecSet,
    whole: TranslatedComponent,
  ) {
    for (const spec of askingObjects(specs)) {
      const services = servicesOf(specs, spec);
      this.byObject.set(keyOfRef(spec.ref), { spec, services });
      for (const service of services) into(this.byService, service, keyOfRef(spec.ref));
    }
    for (const refs of whole.together) {
      const keys = refs.map(keyOfRef).filter((key) => this.byObject.has(key));
      for (const key of keys) for (const other of keys) into(this.together, key, other);
    }
  }

  /**
   * Resources of a Service now; undefined if only the whole translation can give them.
   *
   * @param before the resources that the specs of before gave, by {@link resourceKey}
   * @param was the specs of before
   */
  of(service: string, specs: SpecSet, was: SpecSet, before: ReadonlyMap<string, PlannedResource>): readonly PlannedResource[] | undefined {
    const objects = this.around(service);
    let good = this.faithful.get(service);
    if (good === undefined) {
      good = isFaithful(
        this.translateSlice(cut(was, service, objects)),
        before,
        new Set([...objects.keys(), ...servicesIn(was, service, objects)]),
      );
      this.faithful.set(service, good);
    }
    return good ? this.translateSlice(cut(specs, service, objects)) : undefined;
  }

  private around(service: string): ObjectsByKey {
    const found = new Map<string, AskingObject>();
    const open = [...(this.byService.get(service) ?? [])];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const object = this.byObject.get(key);
      if (found.has(key) || !object) continue;
      found.set(key, object);
      open.push(...(this.together.get(key) ?? []));
    }
    return found;
  }

  private translateSlice(specs: SpecSet): readonly PlannedResource[] | undefined {
    try {
      return this.translate(specs).resources.filter(({ kind, inputs }) => hasMembers(kind, inputs));
    } catch {
      return undefined;
    }
  }
}

/** An object that asks for load balancing, and the keys of the Services that it names. */
interface AskingObject {
  spec: Spec;
  services: readonly string[];
}

type ObjectsByKey = ReadonlyMap<string, AskingObject>;

function cut(specs: SpecSet, service: string, objects: ObjectsByKey): SpecSet {
  return {
    ...withAsking(specs, ({ ref }) => objects.has(keyOfRef(ref))),
    services: new Map(servicesNamed(specs, service, objects).map((one) => [keyOf(one.ref), one])),
    faulty: [],
    diagnostics: [],
  };
}

function servicesNamed({ services }: SpecSet, service: string, objects: ObjectsByKey) {
  const named = new Set([service, ...[...objects.values()].flatMap((object) => object.services)]);
  return [...named].flatMap((key) => services.get(key) ?? []);
}

/** The Services that texts of a spec may mean: in its own namespace, and in those that it names. */
function servicesOf({ services }: Pick<SpecSet, "services">, spec: Spec): string[] {
  const names = new Set(textsIn(spec));
  const namespaces = new Set([spec.ref.namespace, ...names]);
  return [...names].flatMap((name) => [...namespaces].map((namespace) => keyOf({ namespace, name })).filter((key) => services.has(key)));
}

const servicesIn = (specs: SpecSet, service: string, objects: ObjectsByKey) =>
  servicesNamed(specs, service, objects).map(({ ref }) => keyOfRef(ref));

/** True if a part gave, of all that its objects own, exactly the same as the whole: every pool, with its name and its servers. */
function isFaithful(
  part: readonly PlannedResource[] | undefined,
  whole: ReadonlyMap<string, PlannedResource>,
  objects: ReadonlySet<string>,
): boolean {
  if (!part) return false;
  const given = new Map(part.map((resource) => [resourceKey(resource), resource]));
  const owned = [...whole.values()].filter(
    ({ kind, inputs, owners }) => hasMembers(kind, inputs) && owners.some((ref) => objects.has(keyOfRef(ref))),
  );
  const same = (id: string) => isDeepStrictEqual(given.get(id)?.inputs, whole.get(id)?.inputs);
  return [...given.keys(), ...owned.map(resourceKey)].every(same);
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
