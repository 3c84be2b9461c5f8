// A client of the Kubernetes REST API.

import type { Answer } from "../http/transport";
import { isObject, type JsonObject, sanitize } from "../lifecycle/bodies/json";
import { allPages, attempt, eventIn, kindAmong, PAGE, refusedBy, resourcesOf, typed, withoutAnswer } from "./answers";
import { KubernetesError, missingRule, refusedBecause } from "./errors";
import type { KubernetesRequest, KubernetesSession } from "./session";
import {
  type ApplyOptions,
  apiVersionOf,
  collectionPath,
  type DeleteOptions,
  describeKey,
  groupPath,
  isKubernetesObject,
  type KubernetesClient,
  type KubernetesObject,
  type ListedObjects,
  type ListOptions,
  type ObjectKey,
  objectPath,
  type PartialObject,
  type ResourceType,
  type ServedKind,
  type WatchOptions,
} from "./types";

/** Options of a client besides its session. */
export interface RestOptions {
  /** Written into the paths of tenanted kinds whose key names none; undefined: paths have no tenants at all. */
  tenant?: string;
  tenantPaths: boolean;
  retryDelayMs: number;
  patienceMs: number;
}

/** A server that ends a watch later than it was asked to has forgotten it, or something in between has. */
const OVERTIME_MS = 15_000;

type Sent = KubernetesRequest & { object: string; type?: ResourceType; verb: string; namespace?: string; subresource?: string };

/** The client over HTTP. */
export class KubernetesRestClient implements KubernetesClient {
  private readonly kindByName = new Map<string, Promise<ServedKind | undefined>>();

  /** @param session asked for by every request, so that a kubeconfig that is put right counts at once */
  constructor(
    private readonly session: () => Promise<KubernetesSession>,
    private readonly options: RestOptions,
  ) {}

  async where(): Promise<{ url: string; context: string }> {
    const { endpoint, context } = await this.session();
    return { url: endpoint.url, context };
  }

  async get(key: ObjectKey): Promise<KubernetesObject | undefined> {
    try {
      return await this.object({ ...this.about(key, "get"), method: "GET", path: this.path(key) });
    } catch (error) {
      if (refusedBecause(error, "not-found")) return undefined;
      throw error;
    }
  }

  async list(type: ResourceType, options?: ListOptions): Promise<KubernetesObject[]> {
    return (await this.listed(type, options)).objects;
  }

  async listed(type: ResourceType, options: ListOptions = {}): Promise<ListedObjects> {
    const { path, object, selectors, namespace } = this.collection(type, options);
    const { items, resourceVersion } = await allPages((next) => {
      const query = new URLSearchParams({ limit: String(PAGE), ...selectors, ...(next ? { continue: next } : {}) });
      return this.json({ object, type, verb: "list", namespace, method: "GET", path: `${path}?${query}` });
    }, object);
    return { objects: items.map((item) => typed(item, type)), resourceVersion };
  }

  async watch(type: ResourceType, { resourceVersion, timeoutSeconds, signal, answered, event, ...options }: WatchOptions): Promise<void> {
    const { path, object, selectors, namespace } = this.collection(type, options);
    const bounds = { watch: "true", allowWatchBookmarks: "true", resourceVersion, timeoutSeconds: String(timeoutSeconds) };
    const session = await this.session();
    const ended = new AbortController();
    const stop = AbortSignal.any([signal, ended.signal]);
    let refused: unknown;
    const line = (text: string) => {
      if (refused) return;
      const parsed = eventIn(text, type);
      if ("event" in parsed) return event(parsed.event);
      refused = refusedBy({ ...parsed.error, headers: {} }, object, session.clean);
      ended.abort();
    };
    const lastsMs = timeoutSeconds * 1000 + OVERTIME_MS;
    const answer = await session
      .follow(`${path}?${new URLSearchParams({ ...bounds, ...selectors })}`, { answered, line, lastsMs, signal: stop })
      .catch((error: unknown) => {
        throw withoutAnswer(error, object, session.endpoint.url);
      });
    if (answer) refused = refusedBy(answer, object, session.clean);
    if (!refused) return;
    throw refusedBecause(refused, "forbidden") ? missingRule(refused, { object, type, verb: "watch", namespace }) : refused;
  }

  private collection(type: ResourceType, { namespace, labelSelector, fieldSelector, tenant }: ListOptions) {
    const selectors = Object.entries({ labelSelector, fieldSelector }).filter((entry): entry is [string, string] => Boolean(entry[1]));
    return {
      path: collectionPath(type, { namespace, tenant: this.tenant(tenant) }),
      object: `${type.plural}${namespace && type.namespaced ? ` in namespace ${namespace}` : ""}`,
      selectors: Object.fromEntries(selectors),
      namespace,
    };
  }

  create(key: ObjectKey, body: PartialObject): Promise<KubernetesObject> {
    const path = collectionPath(key.type, { namespace: key.namespace ?? "default", tenant: this.tenant(key.tenant) });
    return this.object({ ...this.about(key, "create"), method: "POST", path, body: sanitize(body) });
  }

  mergePatch(key: ObjectKey, patch: PartialObject, { subresource }: { subresource?: string } = {}): Promise<KubernetesObject> {
    const contentType = "application/merge-patch+json";
    const path = this.path(key, subresource);
    return this.object({ ...this.about(key, "patch", subresource), method: "PATCH", path, contentType, body: sanitize(patch) });
  }

  apply(key: ObjectKey, body: PartialObject, { fieldManager, force, subresource }: ApplyOptions): Promise<KubernetesObject> {
    const contentType = "application/apply-patch+yaml";
    const query = new URLSearchParams({ fieldManager, ...(force ? { force: "true" } : {}) });
    const path = `${this.path(key, subresource)}?${query}`;
    const identity = identityOf(key);
    const metadata = { ...identity.metadata, ...(isObject(body.metadata) ? body.metadata : {}) };
    return this.object({
      ...this.about(key, "patch", subresource),
      method: "PATCH",
      path,
      contentType,
      body: sanitize({ ...identity, ...body, metadata }),
    });
  }

  async delete(key: ObjectKey, { uid, propagationPolicy, gracePeriodSeconds }: DeleteOptions = {}): Promise<void> {
    const preconditions = uid === undefined ? undefined : { uid };
    const body = sanitize({ kind: "DeleteOptions", apiVersion: "v1", preconditions, propagationPolicy, gracePeriodSeconds });
    const deletion = { ...this.about(key, "delete"), method: "DELETE" as const, path: this.path(key), body };
    try {
      await this.send(deletion);
    } catch (error) {
      if (!refusedBecause(error, "not-found")) throw error;
    }
  }

  async serves(type: ResourceType, tenant?: string): Promise<boolean> {
    const resources = await this.resources(apiVersionOf(type), type.tenanted ? tenant : undefined);
    return resources.some(({ name }) => name === type.plural);
  }

  find(apiVersion: string, kind: string, tenant?: string): Promise<ServedKind | undefined> {
    const key = JSON.stringify([apiVersion, kind, this.tenant(tenant)]);
    const cachedKind = this.kindByName.get(key);
    if (cachedKind) return cachedKind;
    const looking = this.resources(apiVersion, tenant).then((resources) => kindAmong(resources, apiVersion, kind));
    this.kindByName.set(key, looking);
    // Only what is there is remembered: a kind may be installed at any time.
    const forget = () => this.kindByName.delete(key);
    looking.then((served) => served ?? forget(), forget);
    return looking;
  }

  private resources(apiVersion: string, tenant: string | undefined): Promise<JsonObject[]> {
    const read = (path: string) => this.json({ object: `Kinds of ${apiVersion}`, verb: "get", method: "GET", path });
    return resourcesOf(read, groupPath(apiVersion), this.tenant(tenant));
  }

  private about(key: ObjectKey, verb: string, subresource?: string) {
    return { object: describeKey(key), type: key.type, verb, namespace: key.namespace ?? "default", subresource };
  }

  private path(key: ObjectKey, subresource?: string): string {
    return objectPath(key, this.tenant(key.tenant)) + (subresource ? `/${subresource}` : "");
  }

  private tenant(named: string | undefined): string | undefined {
    return this.options.tenantPaths ? (named ?? this.options.tenant) : undefined;
  }

  private async object(sent: Sent): Promise<KubernetesObject> {
    const body = await this.json(sent);
    if (isKubernetesObject(body)) return body;
    throw new KubernetesError({ reason: "unknown", status: 200, text: "the answer is not an object of Kubernetes", object: sent.object });
  }

  private async json(sent: Sent): Promise<JsonObject> {
    const { body, status } = await this.send(sent);
    if (isObject(body)) return body;
    throw new KubernetesError({ reason: "unknown", status, text: "the answer is not an object", object: sent.object });
  }

  private async send({ object, type, verb, namespace, subresource, ...request }: Sent): Promise<Answer> {
    const { retryDelayMs, patienceMs } = this.options;
    const repeatable = request.method !== "POST";
    const session = await this.session();
    try {
      return await attempt(() => session.send(request), {
        repeatable,
        retryDelayMs,
        patienceMs,
        object,
        clean: session.clean,
        url: session.endpoint.url,
      });
    } catch (error) {
      throw type && refusedBecause(error, "forbidden") ? missingRule(error, { object, type, verb, namespace, subresource }) : error;
    }
  }
}

function identityOf({ type, namespace = "default", name }: ObjectKey) {
  return { apiVersion: apiVersionOf(type), kind: type.kind, metadata: { name, ...(type.namespaced ? { namespace } : {}) } };
}
