import type { Answer } from "../../http/transport";
import { failure } from "../../lifecycle/errors";
import { isObject, type JsonObject } from "../../lifecycle/sanitize";
import { attempt } from "./attempts";
import type { Service } from "./endpoints";
import { failedBecause } from "./errors";
import { objectOf } from "./names";
import { allPages } from "./pages";
import type { Request, Session } from "./session";
import type { Query, RestClient } from "./types";

/** One service over HTTP. */
export class Rest implements RestClient {
  private object?: string;

  constructor(
    protected readonly session: Session,
    protected readonly service: Service,
  ) {}

  about(object: string): this {
    const same = Object.assign(Object.create(Object.getPrototypeOf(this)), this) as this;
    same.object = object;
    return same;
  }

  async get(path: string, query?: Query): Promise<JsonObject> {
    return this.json(await this.request({ method: "GET", path: path + queryText(query) }), path);
  }

  list(path: string, key: string, query: Query = {}): Promise<JsonObject[]> {
    // Barbican counts, the others go by the last id.
    return allPages((paging) => this.get(path, { ...query, ...paging }), key, this.service === "key-manager" ? "offset" : "marker");
  }

  async post(path: string, body: JsonObject): Promise<JsonObject> {
    return this.json(await this.write({ method: "POST", path, body }), path, body);
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

  private request(request: Request): Promise<Answer> {
    return attempt(() => this.session.send(this.service, request), {
      repeatable: request.method !== "POST",
      wantsBody: request.method === "GET" || request.method === "POST",
      retryDelayMs: this.session.settings.retryDelayMs,
      patienceMs: this.session.settings.timeoutMs / 2,
      object: this.objectOf(request.path, request.body),
      clean: this.session.clean,
    });
  }

  private json({ body, status }: Answer, path: string, sent?: JsonObject): JsonObject {
    if (isObject(body)) return body;
    throw failure("LB2015", { object: this.objectOf(path, sent), message: `the answer (${status}) is not an object` });
  }

  private objectOf(path: string, body?: Request["body"]): string {
    return this.object ?? objectOf(path.replace(/\?.*/, ""), isObject(body) ? body : undefined);
  }
}

/** `?a=1&b=2`, or nothing. */
function queryText(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (typeof value === "object" ? value : [value]).map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(one)}`);
  });
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}
