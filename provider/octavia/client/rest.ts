// A REST client of one OpenStack service: objects, lists and pages.

import type { Answer } from "../../http/transport";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { failure } from "../../lifecycle/messages/errors";
import { failedBecause, OpenStackError } from "./errors";
import { type OpenStackService, SERVICES } from "./keystone";
import type { OctaviaRequest } from "./requests";
import { attempt, isExpected, objectOf } from "./requests";
import type { OpenStackSession } from "./session";

/** Parameters of a query; a list is repeated (`fields=a&fields=b`), undefined is left out. */
export type Query = { readonly [name: string]: string | number | boolean | readonly string[] | undefined };

/**
 * One OpenStack service. Paths start at the service's root, e.g. `/v2/lbaas/loadbalancers/ID`, `/v2.0/floatingips`,
 * `/v1/secrets`; bodies are as they are on the wire, e.g. `{ loadbalancer: { ... } }`. Tokens, repeated tries and the number of
 * requests in flight are looked after here. Every method throws an `OpenStackError`.
 */
export class OpenStackRestClient {
  private subject?: string;
  private part?: string;

  constructor(
    protected readonly session: OpenStackSession,
    protected readonly service: OpenStackService,
  ) {}

  /** This service with errors that name `part` instead of the object in the path, e.g. `certificate web`. */
  about(part: string): this {
    return this.naming({ part });
  }

  /** This service with errors that name the subject first, e.g. `LoadBalancer default/web`. */
  of(subject: string): this {
    return this.naming({ subject });
  }

  async get(path: string, query?: Query): Promise<JsonObject> {
    return bodyOf(await this.request({ method: "GET", path: path + queryText(query) }));
  }

  /** The object at a path, which is under this key of the answer; undefined when it is gone. */
  async object(path: string, key: string): Promise<JsonObject | undefined> {
    try {
      const object = (await this.get(path))[key];
      return isObject(object) ? object : undefined;
    } catch (error) {
      if (failedBecause(error, "not-found")) return undefined;
      throw error;
    }
  }

  /** All objects of a list whose JSON key is `key`, every page of it. */
  list(path: string, key: string, query: Query = {}): Promise<JsonObject[]> {
    // Barbican counts, the others go by the last id.
    return allPages((paging) => this.get(path, { ...query, ...paging }), key, this.service === "key-manager" ? "offset" : "marker");
  }

  /**
   * Creates. It is sent again only when it surely was not carried out; reason `unavailable` means it is unknown: look for the
   * object before you create it again.
   */
  async post(path: string, body: JsonObject): Promise<JsonObject> {
    return bodyOf(await this.write({ method: "POST", path, body }));
  }

  /**
   * Changes; undefined when the answer has no body (batch member update, failover).
   *
   * @param revision of an object of Neutron: another one is refused with reason `changed`. Servers without this extension write it.
   */
  async put(path: string, body: JsonObject, query?: Query, revision?: number): Promise<JsonObject | undefined> {
    const answer = await this.write({ method: "PUT", path: path + queryText(query), body, revision });
    return isObject(answer.body) ? answer.body : undefined;
  }

  /** Deletes; an object that is gone already counts as deleted. */
  async delete(path: string, query?: Query): Promise<void> {
    try {
      await this.write({ method: "DELETE", path: path + queryText(query) });
    } catch (error) {
      if (!failedBecause(error, "not-found")) throw error;
    }
  }

  /** A request that changes something. */
  protected write(request: OctaviaRequest): Promise<Answer> {
    return this.request(request);
  }

  /** The project of the token. */
  projectId(): Promise<string> {
    return forObject(this.subject ?? "project", () => this.session.projectId());
  }

  /** Throws what prevents a token. */
  protected signedIn(): Promise<void> {
    return forObject(this.subject ?? "project", () => this.session.signedIn());
  }

  private request(request: OctaviaRequest): Promise<Answer> {
    const object = this.objectOf(request.path, request.body);
    return forObject(object, () => this.answered(request, object));
  }

  private async answered(request: OctaviaRequest, object: string): Promise<Answer> {
    const root = await this.session.root(this.service);
    const { path, method } = request;
    const { name, key } = SERVICES[this.service];
    return attempt(() => this.session.send(this.service, request), {
      repeatable: method !== "POST",
      retryDelayMs: this.session.settings.retryDelayMs,
      patienceMs: this.session.settings.timeoutMs / 2,
      object,
      clean: this.session.clean,
      call: `${method} ${root}${path.replace(/\?.*/, "")}`,
      service: { name, root, settings: `octavia:${key} or the catalogue of Keystone` },
      expected: (answer) => isExpected(request, answer),
    });
  }

  private objectOf(path: string, body?: OctaviaRequest["body"]): string {
    const partName = this.part ?? objectOf(path, isObject(body) ? body : undefined);
    return [this.subject, partName].filter((one, index, all) => one && one !== all[index - 1]).join(", ");
  }

  private naming(names: { subject?: string; part?: string }): this {
    return Object.assign(Object.create(Object.getPrototypeOf(this)), this, names);
  }
}

/** Names the object that waited for a log-in in the error of the log-in, which names none. */
async function forObject<T>(object: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof OpenStackError && !error.object ? error.about(object) : error;
  }
}

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

/** A list that never ends must not keep us for ever. */
const MAX_PAGES = 1000;
/** Page size that we request; servers give less if they allow less (Octavia 1000, Barbican 100 by default). */
const LIMIT = { marker: 1000, offset: 100 } as const;

/**
 * All objects of a list. The server's own `next` link loses the filters, so pages are asked for by our own marker (or offset);
 * the link only tells that a page was full although it is shorter than what we asked for. What moved to a later page while we
 * read counts once.
 *
 * @unverified octavia/pages
 */
async function allPages(page: (paging: Query) => Promise<JsonObject>, key: string, style: keyof typeof LIMIT): Promise<JsonObject[]> {
  const byId = new Map<unknown, JsonObject>();
  const limit = LIMIT[style];
  let read = 0;
  let marker: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const body = await page(style === "offset" ? { limit, offset: read } : { limit, marker });
    const objects = objectsOf(body, key);
    for (const object of objects) byId.set(object.id ?? object.secret_ref ?? object.container_ref ?? object, object);
    read += objects.length;
    const last = objects.at(-1)?.id;
    if (objects.length === 0 || (objects.length < limit && !hasNext(body, key))) return [...byId.values()];
    if (style === "marker") {
      if (typeof last !== "string" || last === marker) return [...byId.values()];
      marker = last;
    }
  }
  throw failure("LB2015", { message: `the list of ${key} does not end: stopped after ${read} objects` });
}

function objectsOf(body: JsonObject, key: string): JsonObject[] {
  const objects = body[key];
  if (Array.isArray(objects)) return objects.filter(isObject);
  throw failure("LB2015", { message: `a list of ${key} was expected, the server answered something else` });
}

function hasNext(body: JsonObject, key: string): boolean {
  const links = body[`${key}_links`];
  return typeof body.next === "string" || (Array.isArray(links) && links.some((link) => isObject(link) && link.rel === "next"));
}
