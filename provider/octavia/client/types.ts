import type { JsonObject } from "../../lifecycle/json";
import type { Feature } from "./features";
import type { ApiVersion } from "./version";

/** Parameters of a query; a list is repeated (`fields=a&fields=b`), undefined is left out. */
export type Query = { readonly [name: string]: string | number | boolean | readonly string[] | undefined };

/**
 * One OpenStack service. Paths start at the service's root, e.g. `/v2/lbaas/loadbalancers/ID`, `/v2.0/floatingips`,
 * `/v1/secrets`; bodies are as they stand on the wire, e.g. `{ loadbalancer: { ... } }`. Tokens, repeated tries and the number of
 * requests in flight are looked after here. Every method throws {@link OpenStackError}.
 */
export interface RestClient {
  get(path: string, query?: Query): Promise<JsonObject>;
  /** All objects of a list whose JSON key is `key`, every page of it. */
  list(path: string, key: string, query?: Query): Promise<JsonObject[]>;
  /**
   * Creates. It is sent again only when it surely was not carried out; reason `unavailable` means nobody knows: look for the
   * object before you create it again.
   */
  post(path: string, body: JsonObject): Promise<JsonObject>;
  /** Changes; undefined when the answer has no body (batch member update, failover). */
  put(path: string, body: JsonObject, query?: Query): Promise<JsonObject | undefined>;
  /** Deletes; an object that is gone already counts as deleted. */
  delete(path: string, query?: Query): Promise<void>;
  /** The same service; its errors name this in place of what the path tells, e.g. `certificate web`. */
  about(part: string): this;
  /** The same service; its errors name this first, e.g. `LoadBalancer default/web`. */
  of(whole: string): this;
}

/** Types whose lists are shared, by the name they have in paths and as list keys. */
export type ListedType = "loadbalancers" | "listeners" | "pools" | "healthmonitors" | "l7policies";

/**
 * What to look for in a shared list: exactly one of the first five. `loadbalancer_id` serves listeners and pools, `listener_id`
 * pools and l7policies, `pool_id` healthmonitors. `project_id` defaults to the token's project.
 */
export interface Wanted {
  id?: string;
  name?: string;
  loadbalancer_id?: string;
  listener_id?: string;
  pool_id?: string;
  project_id?: string;
}

/** The load balancer service. */
export interface Octavia extends RestClient {
  /** The newest API version the server speaks. */
  version(): Promise<ApiVersion>;
  supports(feature: Feature): Promise<boolean>;
  /** Refuses (LB2038) what the server is too old for. `what` starts the sentence, e.g. `allowed_cidrs of listener web`. */
  requireFeature(feature: Feature, what: string): Promise<void>;
  /**
   * Objects of a type for a refresh: when several ask within moments they share one list of the whole project, else the server
   * filters. Any write through this client makes it forget. For polling use {@link RestClient.get}: a list may be seconds old.
   */
  find(type: ListedType, wanted: Wanted): Promise<JsonObject[]>;
}

/** One OpenStack project, seen through one set of credentials. */
export interface OpenStack {
  readonly octavia: Octavia;
  /** Neutron. */
  readonly network: RestClient;
  /** Barbican. */
  readonly keyManager: RestClient;
  /** The project of the token; of the configuration where the server wants no token. */
  projectId(): Promise<string>;
}
