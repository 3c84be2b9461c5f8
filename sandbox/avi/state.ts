import type { JsonObject } from "../shared/json";
import { SeededRandom } from "../shared/random";
import { Allocator } from "./allocator";
import { MicrosecondClock } from "./clock";
import { Store } from "./store";

/** What a sandbox can be told about itself; see `AviSandboxOptions` for the meaning of each. */
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
  readonly allocator = new Allocator(this.store);
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

/** Whose request it is and in which version it is spoken. */
export interface Scope {
  tenant: string;
  /** `X-Avi-Tenant: *` */
  allTenants: boolean;
  version: string;
  /** `X-Avi-Cloud`, the name of a cloud. */
  cloud?: string;
}

export const ADMIN_TENANT = "admin";
