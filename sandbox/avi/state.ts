import { type JsonObject, text } from "../shared/json";
import { SeededRandom } from "../shared/random";
import { canonical, target, visitReferences } from "./references";
import { modelOf } from "./schema";

/** Settings of a sandbox; see `AviSandboxOptions` for the meaning of each. */
export interface Settings {
  username: string;
  password: string;
  version: string;
  seed: number;
  latencyMs: number;
  rateLimit: number | "off";
  lenientCertificates: boolean;
  enforceDnsDomains: boolean;
  dnsDomains: string[];
  pageSize: number;
  maxPageSize: number;
}

/** Everything a controller remembers about its configuration. Sessions are kept apart: they are not configuration. */
export class ControllerState {
  readonly store = new Store();
  clock = new MicrosecondClock();
  random: SeededRandom;
  /** Objects there is exactly one of, such as `systemconfiguration`. */
  readonly singletons = new Map<string, JsonObject>();
  /** Canonical references of the objects the controller came with; they cannot be deleted. */
  readonly systemObjects = new Set<string>();
  /** User name -> password. */
  readonly passwords = new Map<string, string>();
  /** `<type>/<name>/<tenant>` -> until when (ms) a name stays taken after its object went. */
  readonly heldNames = new Map<string, number>();

  constructor(readonly settings: Settings) {
    this.random = new SeededRandom(settings.seed);
  }

  newUuid(type: string): string {
    return `${type}-${this.random.uuid4()}`;
  }
}

/** Tenant, cloud and API version of a request. */
export interface Scope {
  tenant: string;
  /** `X-Avi-Tenant: *` */
  allTenants: boolean;
  version: string;
  /** `X-Avi-Cloud`, the name of a cloud. */
  cloud?: string;
}

/** Microseconds since the epoch, strictly increasing, because `_last_modified` must differ after every write. */
export class MicrosecondClock {
  constructor(private last = 0) {}

  tick(): string {
    const now = Date.now() * 1000;
    this.last = now > this.last ? now : this.last + 1;
    return String(this.last);
  }

  /** Returns the last time given out; after a restart the clock must not fall behind it. */
  current(): number {
    return this.last;
  }
}

/** The objects of the controller, with the two indexes that keep a store of thousands quick: by name and by what refers to what. */
export class Store {
  private readonly objects = new Map<string, Map<string, JsonObject>>();
  private readonly names = new Map<string, Set<string>>();
  /** Canonical reference -> canonical references of the objects that hold it. */
  private readonly referrers = new Map<string, Set<string>>();
  /** Called after each change, for the state file. */
  onChange: () => void = () => {};

  get(type: string, uuid: string): JsonObject | undefined {
    return this.objects.get(type)?.get(uuid);
  }

  list(type: string): JsonObject[] {
    return [...(this.objects.get(type)?.values() ?? [])];
  }

  types(): string[] {
    return [...this.objects.keys()];
  }

  named(type: string, name: string): JsonObject[] {
    const found: JsonObject[] = [];
    for (const uuid of this.names.get(`${type}/${name}`) ?? []) {
      const object = this.get(type, uuid);
      if (object) found.push(object);
    }
    return found;
  }

  put(type: string, object: JsonObject): void {
    const uuid = text(object.uuid);
    const before = this.get(type, uuid);
    if (before) this.unindex(type, uuid, before);
    let ofType = this.objects.get(type);
    if (!ofType) {
      ofType = new Map();
      this.objects.set(type, ofType);
    }
    ofType.set(uuid, object);
    this.index(type, uuid, object);
    this.onChange();
  }

  delete(type: string, uuid: string): void {
    const before = this.get(type, uuid);
    if (!before) return;
    this.unindex(type, uuid, before);
    this.objects.get(type)?.delete(uuid);
    this.onChange();
  }

  clear(): void {
    this.objects.clear();
    this.names.clear();
    this.referrers.clear();
    this.onChange();
  }

  /** The objects that hold a reference to this one. */
  referrersOf(type: string, uuid: string): { type: string; object: JsonObject }[] {
    const found: { type: string; object: JsonObject }[] = [];
    for (const reference of this.referrers.get(canonical(type, uuid)) ?? []) {
      const at = target(reference);
      const object = at && this.get(at.type, at.uuid);
      if (at && object) found.push({ type: at.type, object });
    }
    return found;
  }

  private index(type: string, uuid: string, object: JsonObject): void {
    add(this.names, `${type}/${text(object.name)}`, uuid);
    for (const reference of referencesOf(type, object)) add(this.referrers, reference, canonical(type, uuid));
  }

  private unindex(type: string, uuid: string, object: JsonObject): void {
    remove(this.names, `${type}/${text(object.name)}`, uuid);
    for (const reference of referencesOf(type, object)) remove(this.referrers, reference, canonical(type, uuid));
  }
}

/** The canonical references an object holds. */
function referencesOf(type: string, object: JsonObject): Set<string> {
  const found = new Set<string>();
  const model = modelOf(type);
  if (model) {
    visitReferences(model, object, (reference) => {
      if (target(reference)) found.add(reference);
      return reference;
    });
  }
  return found;
}

function add(index: Map<string, Set<string>>, key: string, value: string): void {
  const values = index.get(key);
  if (values) values.add(value);
  else index.set(key, new Set([value]));
}

function remove(index: Map<string, Set<string>>, key: string, value: string): void {
  const values = index.get(key);
  values?.delete(value);
  if (values?.size === 0) index.delete(key);
}
