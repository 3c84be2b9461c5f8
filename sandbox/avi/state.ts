// State of a controller: its objects by type and uuid.
import { isObject, type JsonObject, text } from "../shared/json";
import { SeededRandom } from "../shared/random";
import { Store, ValueIndex } from "../shared/store";
import { canonical, target, visitReferences } from "./references";
import { modelOf } from "./schema";

/**
 * Behaviour that a controller might have in the place of what its documents suggest: tests of clients switch it on.
 *
 * - `names-twice`: a second object of a name is accepted
 * - `stale-writes`: a PUT with an old `_last_modified` is accepted
 * - `put-merges`: a PUT leaves what its body leaves out
 * - `deletes-referred`: an object is deleted although others refer to it
 * - `no-next-page`: lists end after the first page
 * - `filters-nothing`: lists ignore filters and return every object
 * - `references-without-names`: `include_name` has no effect
 * - `sni-names-twice`: two children of a parent may have one name
 * - `full-logs-on`: full logs are on if a body does not say
 */
export type AviDifference =
  | "names-twice"
  | "stale-writes"
  | "put-merges"
  | "deletes-referred"
  | "no-next-page"
  | "filters-nothing"
  | "references-without-names"
  | "sni-names-twice"
  | "full-logs-on";

/** Settings of a sandbox; see `AviSandboxOptions` for the meaning of each. */
export interface AviSandboxSettings {
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
  differs: ReadonlySet<AviDifference>;
}

/** Everything a controller remembers about its configuration. Sessions are kept apart: they are not configuration. */
export class ControllerState {
  readonly store = new AviObjects();
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
  /** By uuid of the pool and `address:port`: states of servers that a test has set; all others are up. */
  readonly serverReports = new Map<string, Map<string, { state: string; reason: string[] }>>();

  constructor(readonly settings: AviSandboxSettings) {
    this.random = new SeededRandom(settings.seed);
  }

  newUuid(type: string): string {
    return `${type}-${this.random.uuid4()}`;
  }
}

/** Tenant, cloud and API version of a request. */
export interface AviScope {
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
export class AviObjects extends Store {
  private readonly names = new ValueIndex();
  /** Canonical reference -> canonical references of the objects that hold it. */
  private readonly referrers = new ValueIndex();

  constructor() {
    super(({ uuid }) => text(uuid));
  }

  named(type: string, name: string): JsonObject[] {
    return [...this.names.get(`${type}/${name}`)].map((uuid) => this.get(type, uuid)).filter(isObject);
  }

  /** The objects that hold a reference to this one. */
  referrersOf(type: string, uuid: string): { type: string; object: JsonObject }[] {
    return [...this.referrers.get(canonical(type, uuid))].flatMap((reference) => {
      const at = target(reference);
      const object = at && this.get(at.type, at.uuid);
      return object ? [{ type: at.type, object }] : [];
    });
  }

  protected override changed(type: string, uuid: string, before: JsonObject | undefined, after: JsonObject | undefined): void {
    const ownReference = canonical(type, uuid);
    if (before) this.names.remove(`${type}/${text(before.name)}`, uuid);
    if (before) for (const reference of referencesOf(type, before)) this.referrers.remove(reference, ownReference);
    if (after) this.names.add(`${type}/${text(after.name)}`, uuid);
    if (after) for (const reference of referencesOf(type, after)) this.referrers.add(reference, ownReference);
  }
}

/** The canonical references an object holds. */
export function referencesOf(type: string, object: JsonObject): Set<string> {
  const references = new Set<string>();
  const model = modelOf(type);
  if (model) {
    visitReferences(model, object, (reference) => {
      if (target(reference)) references.add(reference);
      return reference;
    });
  }
  return references;
}
