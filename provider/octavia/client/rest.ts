import type { Answer } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/json";
import { attempt, type Peer } from "./attempts";
import type { Service } from "./endpoints";
import { failedBecause } from "./errors";
import { isExpected } from "./expected";
import { objectOf } from "./names";
import { allPages } from "./pages";
import type { Request, Session } from "./session";
import type { Query, RestClient } from "./types";

/** One service over HTTP. */
export class Rest implements RestClient {
  private whole?: string;
  private part?: string;

  constructor(
    protected readonly session: Session,
    protected readonly service: Service,
  ) {}

  about(part: string): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, { part }) as this;
  }

  of(whole: string): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, { whole }) as this;
  }

  async get(path: string, query?: Query): Promise<JsonObject> {
    return bodyOf(await this.request({ method: "GET", path: path + queryText(query) }));
  }

  list(path: string, key: string, query: Query = {}): Promise<JsonObject[]> {
    // Barbican counts, the others go by the last id.
    return allPages((paging) => this.get(path, { ...query, ...paging }), key, this.service === "key-manager" ? "offset" : "marker");
  }

  async post(path: string, body: JsonObject): Promise<JsonObject> {
    return bodyOf(await this.write({ method: "POST", path, body }));
  }

  async put(path: string, body: JsonObject, query?: Query): Promise<JsonObject | undefined> {
    const answer = await this.write({ method: "PUT", path: path + queryText(query), body });
    return isObject(answer.body) ? answer.body : undefined;
  }

  async delete(path: string, query?: Query): Promise<void> {
    try {
      await this.write({ method: "DELETE", path: path + queryText(query) });
    } catch (error) {
      if (!failedBecause(error, "not-found")) throw error;
    }
  }

  /** A request that changes something. */
  protected write(request: Request): Promise<Answer> {
    return this.request(request);
  }

  private async request(request: Request): Promise<Answer> {
    const root = await this.session.root(this.service);
    const { path, method, body } = request;
    return attempt(() => this.session.send(this.service, request), {
      repeatable: method !== "POST",
      retryDelayMs: this.session.settings.retryDelayMs,
      patienceMs: this.session.settings.timeoutMs / 2,
      object: this.objectOf(path, body),
      clean: this.session.clean,
      call: `${method} ${root}${path.replace(/\?.*/, "")}`,
      service: { ...PEER[this.service], root },
      expected: (answer) => isExpected(request, answer),
    });
  }

  private objectOf(path: string, body?: Request["body"]): string {
    const own = this.part ?? objectOf(path, isObject(body) ? body : undefined);
    return [this.whole, own].filter((one, index, all) => one && one !== all[index - 1]).join(", ");
  }
}

/** The services as errors call them. */
const PEER: { readonly [S in Service]: Omit<Peer, "root"> } = {
  "load-balancer": { name: "Octavia", settings: "octavia:loadBalancerEndpoint or the catalogue of Keystone" },
  network: { name: "Neutron", settings: "octavia:networkEndpoint or the catalogue of Keystone" },
  "key-manager": { name: "Barbican", settings: "octavia:keyManagerEndpoint or the catalogue of Keystone" },
};

function bodyOf({ body }: Answer): JsonObject {
  return isObject(body) ? body : {};
}

/** `?a=1&b=2`, or nothing. */
function queryText(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (typeof value === "object" ? value : [value]).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
