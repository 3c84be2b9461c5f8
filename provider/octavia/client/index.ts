// A client of Octavia, Neutron, Barbican and Keystone for one project.

import type { LbError } from "../../../resources/diagnostic";
import { type ApiVersion, atLeast, newest, type OctaviaFeature, parseVersion, versionOf } from "../../../resources/octavia/versions";
import type { Answer } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import type { ConfigSource } from "../../lifecycle/handler";
import { failure } from "../../lifecycle/messages/errors";
import { SharedListings } from "../../lifecycle/shared-listings";
import { failedBecause } from "./errors";
import type { OctaviaRequest } from "./requests";
import { OpenStackRestClient } from "./rest";
import { OpenStackSession } from "./session";
import { readSettings } from "./settings";

/** One OpenStack project, seen through one set of credentials. */
export interface OpenStack {
  readonly octavia: Octavia;
  /** Neutron. */
  readonly network: OpenStackRestClient;
  /** Barbican. */
  readonly keyManager: OpenStackRestClient;
  /** The project of the token; of the configuration where the server wants no token. */
  projectId(): Promise<string>;
  /** True for the role admin, and where the server wants no token. */
  isAdministrator(): Promise<boolean>;
}

const connections = new Map<string, OpenStack>();

/**
 * The project that the configuration names. Settings come from two namespaces: `openstack:` (the keys of pulumi-openstack, shared
 * with it) and `octavia:` (our own keys: pulumi-openstack refuses a key it does not know). The same configuration gives the same
 * connection, with its token, its keep-alive sockets and its shared lists; nothing is sent before the first call. Throws LB2001,
 * LB2002 or LB2039 when the configuration cannot be used.
 */
export function connect(config: ConfigSource): OpenStack {
  const settings = readSettings(config);
  const cachedConnection = connections.get(settings.key);
  if (cachedConnection) return cachedConnection;
  const session = new OpenStackSession(settings);
  const connection: OpenStack = {
    octavia: new Octavia(session),
    network: new OpenStackRestClient(session, "network"),
    keyManager: new OpenStackRestClient(session, "key-manager"),
    projectId: () => session.projectId(),
    isAdministrator: () => session.isAdministrator(),
  };
  connections.set(settings.key, connection);
  return connection;
}

/** Root of the API below the endpoint. */
export const LBAAS = "/v2/lbaas";

/** Types whose lists are shared, by the name they have in paths and as list keys. */
export type ListedType = "loadbalancers" | "listeners" | "pools" | "healthmonitors" | "l7policies";

/**
 * Filter for a shared list: exactly one of the first five. `loadbalancer_id` serves listeners and pools, `listener_id` pools and
 * l7policies, `pool_id` healthmonitors. `project_id` defaults to the token's project.
 */
export interface ObjectQuery {
  id?: string;
  name?: string;
  loadbalancer_id?: string;
  listener_id?: string;
  pool_id?: string;
  project_id?: string;
}

/** The load balancer service. */
export class Octavia extends OpenStackRestClient {
  /** In an object of its own, which the clients of {@link OpenStackRestClient.about} share. */
  private readonly cache: { version?: Promise<ApiVersion> } = {};
  /** Every object of the project by `field=value`; the server lists a thousand at once. */
  private readonly shared: SharedListings<Map<string, JsonObject[]>>;

  constructor(session: OpenStackSession) {
    super(session, "load-balancer");
    this.shared = new SharedListings(session.settings.listCacheMs);
  }

  /** The newest API version the server speaks. */
  version(): Promise<ApiVersion> {
    const { apiVersion } = this.session.settings;
    if (apiVersion) return Promise.resolve(apiVersion);
    if (this.cache.version) return this.cache.version;
    const discovered = this.discover();
    this.cache.version = discovered;
    discovered.catch(() => {
      this.cache.version = undefined;
    });
    return discovered;
  }

  async supports(feature: OctaviaFeature): Promise<boolean> {
    return atLeast(await this.version(), versionOf(feature));
  }

  /**
   * Objects of a type for a refresh: when several ask within moments they share one list of the whole project, else the server
   * filters. What the list does not have is asked for by itself, so a list that was cut short never makes an object look gone. Any
   * write through this client makes it forget. For polling use {@link OpenStackRestClient.get}: a list may be seconds old.
   */
  async find(type: ListedType, { project_id, ...filter }: ObjectQuery): Promise<JsonObject[]> {
    const [field, value] = Object.entries(filter).find(([, wanted]) => wanted !== undefined) ?? [];
    if (!field || !value) throw new Error("find() needs one field to look for");
    const path = `${LBAAS}/${type}`;
    const project = project_id ?? (await this.projectId());
    const index = await this.shared.of(`${type} ${project}`, () => this.list(path, type, { project_id: project }).then(indexed));
    return index?.get(`${field}=${value}`) ?? this.list(path, type, { [field]: value, project_id });
  }

  protected override async write(request: OctaviaRequest): Promise<Answer> {
    this.shared.drop();
    try {
      return await super.write(request);
    } finally {
      this.shared.drop();
    }
  }

  /** The root lists every version; the largest counts, by number and not by its place. */
  private async discover(): Promise<ApiVersion> {
    await this.signedIn();
    const root = await this.session.root("load-balancer");
    const body = await this.get("/").catch((error: unknown) => {
      if (failedBecause(error, "unknown", "invalid", "forbidden", "not-found")) throw untold(root, error.text);
      throw error;
    });
    const entries = Array.isArray(body.versions) ? body.versions.filter(isObject) : [];
    const versions = entries.map(({ id }) => parseVersion(String(id))).filter((one) => one !== undefined);
    const newestVersion = newest(versions.filter(({ major }) => major === 2));
    if (newestVersion) return newestVersion;
    throw untold(root, "no version of the load balancer API is in its answer");
  }
}

function untold(root: string, message: string): LbError {
  return failure("LB2015", {
    object: `versions of ${root}`,
    message,
    remedy: "Check octavia:loadBalancerEndpoint, or say what the server speaks in octavia:apiVersion, e.g. 2.26.",
  });
}

/** Fields of an object that name its parent. */
const PARENTS = [
  ["loadbalancers", "loadbalancer_id"],
  ["listeners", "listener_id"],
  ["pools", "pool_id"],
] as const;

function indexed(objects: readonly JsonObject[]): Map<string, JsonObject[]> {
  const index = new Map<string, JsonObject[]>();
  const put = (field: string, value: unknown, object: JsonObject) => {
    if (typeof value !== "string") return;
    const key = `${field}=${value}`;
    const same = index.get(key);
    if (same) same.push(object);
    else index.set(key, [object]);
  };
  for (const object of objects) {
    put("id", object.id, object);
    put("name", object.name, object);
    for (const [several, field] of PARENTS) {
      put(field, object[field], object);
      const parents = object[several];
      for (const parent of Array.isArray(parents) ? parents : []) if (isObject(parent)) put(field, parent.id, object);
    }
  }
  return index;
}
