// Reads answers of an API server: objects, pages of lists, watch events, refusals.

import { type Attempts, MAX_TRIES, MAX_TRIES_500, retryAfterMs, attempt as send } from "../http/attempts";
import { withoutMarkup } from "../http/markup";
import { type Answer, NoAnswer, parsed, type TransportFault } from "../http/transport";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { type FieldCause, KubernetesError, type KubernetesReason, refusedBecause } from "./errors";
import { apiVersionOf, isKubernetesObject, type KubernetesObject, type ResourceType, type ServedKind, type WatchEvent } from "./types";

/** The Status object of an answer, when it is one. */
function statusOf({ body }: Answer): JsonObject | undefined {
  return isObject(body) && body.kind === "Status" ? body : undefined;
}

/** Text of the server: the message of its Status, or that of a proxy in front of it; else its text without HTML. JSON is for programs. */
function serverText(answer: Answer): string {
  const { body, status } = answer;
  if (!isObject(body) && !Array.isArray(body)) return withoutMarkup(answer.text);
  const parts = isObject(body) ? body : {};
  const inner = isObject(parts.error) ? parts.error : {};
  const words = [parts.message, inner.message, parts.error, parts.detail, parts.reason].find(
    (text) => typeof text === "string" && text !== "",
  );
  return typeof words === "string" ? words : `answered ${status} with JSON that says nothing`;
}

/** A person does not read more of them, and a server may send any number. */
const MAX_CAUSES = 50;

/** The fields that the server complains about. */
function causesOf(answer: Answer, clean: (text: string) => string): FieldCause[] {
  const details = statusOf(answer)?.details;
  const causes = isObject(details) && Array.isArray(details.causes) ? details.causes.slice(0, MAX_CAUSES).filter(isObject) : [];
  const text = (value: unknown) => (typeof value === "string" ? clean(value) : "");
  return causes.map(({ field, reason, message }) => ({ field: text(field), reason: text(reason), message: text(message) }));
}

/** Reason of a refusal. */
function reasonOf(answer: Answer): KubernetesReason {
  const { status } = answer;
  const { reason } = statusOf(answer) ?? {};
  if (status === 401) return "unauthenticated";
  // The admission of quotas refuses with the status of RBAC.
  if (status === 403) return /exceeded quota/.test(serverText(answer)) ? "quota" : "forbidden";
  // A path of a kind that is not installed gets a plain "404 page not found", an object that is not there a Status with its name.
  if (status === 404) return statusOf(answer) ? (namesAnObject(answer) ? "not-found" : "unknown-kind") : plainMiss(answer);
  if (status === 409) return reason === "AlreadyExists" ? "exists" : "conflict";
  if (status === 410) return "expired";
  if (status === 429 || status === 503) return "busy";
  if (status === 400 || status === 405 || status === 415 || status === 422 || status === 413) return "invalid";
  return status >= 500 ? "unavailable" : "unknown";
}

/** Only the API server itself can say that an object is gone: the page of a proxy would empty the state. */
function namesAnObject(answer: Answer): boolean {
  const details = statusOf(answer)?.details;
  return isObject(details) && typeof details.name === "string" && details.name !== "";
}

function plainMiss({ text }: Answer): KubernetesReason {
  return /^404 page not found\s*$/.test(text) ? "unknown-kind" : "unknown";
}

interface Sending extends Attempts {
  /** Object of the request, for errors. */
  object: string;
  /** Address of the API server. */
  url: string;
}

/** Remedy when the server does not answer, in the words of a kubeconfig. */
const REMEDY: { readonly [T in TransportFault]?: string } = {
  address:
    "Check `server` of the cluster in the kubeconfig, that the API server runs there, and that the network lets this machine through.",
  certificate:
    "Set `certificate-authority-data` of the cluster in the kubeconfig to the authority that signed it; the host in `server`, or `tls-server-name`, must be one of the certificate's.",
};

/** Error for an answer that cannot be used. */
export function refusedBy(answer: Answer, object: string, clean: (text: string) => string): KubernetesError {
  const { status } = answer;
  const text = clean(serverText(answer));
  return new KubernetesError({ reason: reasonOf(answer), status, text, object, causes: causesOf(answer, clean) });
}

/** Sends to an API server; a create that may have been carried out has reason `unavailable`. */
export function attempt(once: () => Promise<Answer>, options: Sending): Promise<Answer> {
  const { repeatable, object, clean, url } = options;
  return send(once, options, {
    unanswered: (cause, trouble) => silentServer(cause, trouble, object, url),
    answered(answer) {
      const { status } = answer;
      if (status >= 200 && status < 300) {
        if (answer.body !== undefined) return { answer };
        const text = `the answer (${status}) is not JSON`;
        return { fail: new KubernetesError({ reason: repeatable ? "unknown" : "unavailable", status, text, object }) };
      }
      const refused = refusedBy(answer, object, clean);
      const { reason } = refused;
      // 429 says that nothing was done; a 503 may come from something in between that lost the answer.
      if (reason === "busy" && (repeatable || status === 429)) return { again: refused, tries: MAX_TRIES, pauseMs: retryAfterMs(answer) };
      if (reason === "unavailable" && repeatable) return { again: refused, tries: MAX_TRIES_500 };
      return { fail: refused };
    },
  });
}

function silentServer(reason: string, trouble: TransportFault, object: string, url: string): KubernetesError {
  const text = `${url}: ${reason}`;
  return new KubernetesError({ reason: "unavailable", status: 0, text, object, remedy: REMEDY[trouble], shared: text });
}

/** The error for a watch that the server no longer answers. */
export function withoutAnswer(error: unknown, object: string, url: string): unknown {
  return error instanceof NoAnswer ? silentServer(error.message, error.trouble, object, url) : error;
}

/** One line of a watch; an `ERROR` in it has the form of an answer, 410 for a point that is no longer known. */
export function eventIn(line: string, of: ResourceType): { event: WatchEvent } | { error: Pick<Answer, "status" | "body" | "text"> } {
  const read = parsed(line);
  const { type, object } = isObject(read) ? read : {};
  const body = isObject(object) ? object : {};
  if (type === "ADDED" || type === "MODIFIED" || type === "DELETED" || type === "BOOKMARK")
    return { event: { type, object: typed(body, of) } };
  const text = line.slice(0, 500);
  if (typeof body.code === "number") return { error: { status: body.code, body, text } };
  return { error: { status: 200, body: undefined, text: `the answer to a watch is no event: ${text}` } };
}

/** Number of objects that one request asks for. */
export const PAGE = 500;
/** A list that never ends must not keep us for ever. */
const MAX_PAGES = 2000;
/** Number of times that a list is begun again because its continuation has expired. */
const MAX_STARTS = 3;

/** One page, from where the token of the last one points to. */
export type PageReader = (next: string | undefined) => Promise<JsonObject>;

/** A list, and the point from which a watch continues. */
export interface WholeList {
  items: JsonObject[];
  resourceVersion: string;
}

/**
 * All objects of a list, or an error. When the server has forgotten where we were (410), half of the list is older than the other
 * half: it is read again from the start.
 */
export async function allPages(page: PageReader, object: string): Promise<WholeList> {
  for (let start = 1; ; start++) {
    try {
      return await once(page, object);
    } catch (error) {
      if (start === MAX_STARTS || !(refusedBecause(error, "expired") || error instanceof NoList)) throw error;
    }
  }
}

async function once(page: PageReader, object: string): Promise<WholeList> {
  const objects: JsonObject[] = [];
  const seenKeys = new Set<string>();
  let next: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const body = await page(next);
    if (!Array.isArray(body.items)) throw new NoList(object);
    objects.push(...body.items.filter(isObject));
    const { continue: token, resourceVersion } = isObject(body.metadata) ? body.metadata : {};
    // all pages of a list are of one point in time
    if (typeof token !== "string" || token === "") return { items: objects, resourceVersion: String(resourceVersion ?? "") };
    if (seenKeys.has(token)) throw cut(object, "the server gives the same page again and again");
    seenKeys.add(token);
    next = token;
  }
  throw cut(object, `it does not end: stopped after ${objects.length} objects`);
}

/** Something between us and the server has answered. */
class NoList extends KubernetesError {
  constructor(object: string) {
    super({ reason: "unknown", status: 200, text: "the answer to a list holds no items", object });
  }
}

function cut(object: string, text: string): KubernetesError {
  return new KubernetesError({ reason: "expired", status: 200, text, object });
}

/** An element of a list with the type that lists of built-in kinds leave out. */
export function typed(item: JsonObject, type: ResourceType): KubernetesObject {
  const object: unknown = { ...item, apiVersion: apiVersionOf(type), kind: type.kind };
  if (isKubernetesObject(object)) return object;
  throw cut(type.plural, "an item has no metadata");
}

/** Reads one path of the server. */
type Read = (path: string) => Promise<JsonObject>;

/** Everything that a group version has, `pods/status` and the like included; nothing when the server does not know it. */
async function resourcesAt(read: Read, path: string, ofTenant = false): Promise<JsonObject[]> {
  try {
    const { kind, resources } = await read(path);
    if (Array.isArray(resources)) return resources.filter(isObject);
    // In the core group the Tenant itself is there.
    if (ofTenant && typeof kind === "string") return [];
  } catch (error) {
    if (refusedBecause(error, "unknown-kind", "not-found")) return [];
    throw error;
  }
  // Taken for a server without the kind, it would make an object look gone that is there.
  throw new KubernetesError({ reason: "unknown", status: 200, text: "the answer is not a list of kinds", object: `Kinds below ${path}` });
}

/** The resources of a group version. Arktos lists those of a tenant's own definitions below the tenant. */
export async function resourcesOf(read: Read, path: string, tenant: string | undefined): Promise<JsonObject[]> {
  const shared = await resourcesAt(read, path);
  if (tenant === undefined) return shared;
  return [...shared, ...(await resourcesAt(read, `${path}/tenants/${encodeURIComponent(tenant)}`, true))];
}

/** The kind among the resources of its group version. */
export function kindAmong(resources: readonly JsonObject[], apiVersion: string, kind: string): ServedKind | undefined {
  const existing = resources.find(
    (resource) => resource.kind === kind && typeof resource.name === "string" && !resource.name.includes("/"),
  );
  if (!existing) return undefined;
  const plural = String(existing.name);
  const [version = "", group = ""] = apiVersion.split("/").reverse();
  const type: ResourceType = {
    group,
    version,
    plural,
    kind,
    namespaced: existing.namespaced === true,
    tenanted: existing.namespaced === true || existing.tenanted === true,
  };
  const below = resources.map(({ name }) => String(name)).filter((name) => name.startsWith(`${plural}/`));
  return { type, subresources: below.map((name) => name.slice(plural.length + 1)) };
}
