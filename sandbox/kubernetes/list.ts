// Lists of the Kubernetes API: selectors and pages.
import type { HttpResponse } from "../shared/http";
import { asObject, type Json, type JsonObject, text } from "../shared/json";
import { type KubernetesCall, ok, shown, storage } from "./call";
import { ALL_TENANTS, apiVersionOf, type KubernetesResource } from "./cluster";
import { labelsOf, nameOf } from "./metadata";
import { badRequest, expired, internal, StatusError } from "./status";
import type { StoreEntry } from "./store";

/** GET of a collection: filtered, in pages when a limit is given; later pages show what was there at the first. */
export function list(call: KubernetesCall): HttpResponse {
  const { query, cluster, resource } = call;
  const limit = numberOf(query, "limit");
  const token = query.get("continue");
  if (token && versionIn(query) > 0) throw badRequest("specifying resource version is not allowed when using continue");
  const { revision, start } = token ? readToken(token) : { revision: revisionOf(call), start: "" };
  const keep = filterOf(call);
  const all = token ? past(call, revision) : cluster.store.list(storage(call));
  const rest = all.filter(([key, object]) => key > start && keep(key, object));
  const page = limit > 0 ? rest.slice(0, limit) : rest;
  const remaining = rest.length - page.length;
  const metadata: JsonObject = { ...(resource.custom ? { continue: "" } : {}), resourceVersion: String(revision) };
  if (remaining > 0) {
    metadata.continue = writeToken(revision, page.at(-1)?.[0] ?? "");
    if (!query.get("labelSelector") && !query.get("fieldSelector")) metadata.remainingItemCount = remaining;
  }
  // of built-in kinds the kind is not repeated
  const bare = ({ kind: _, apiVersion: __, ...rest }: JsonObject) => rest;
  const items = page.map(([, object]) => (resource.custom ? shown(call, object) : bare(object)));
  return ok(200, { kind: resource.listKind, apiVersion: apiVersionOf(resource), metadata, items });
}

function past(call: KubernetesCall, revision: number): StoreEntry[] {
  const then = call.cluster.store.listAt(storage(call), revision);
  if (then) return then;
  throw expired(
    "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
  );
}

/** The revision that a list shows: the newest, which one asked for must not be ahead of. */
function revisionOf({ query, cluster: { store } }: KubernetesCall): number {
  const version = versionIn(query, (why) => badRequest(`invalid resource version: ${why}`));
  if (version <= store.revision) return store.revision;
  const causes = [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }];
  const text = `Timeout: Too large resource version: ${version}, current: ${store.revision}`;
  throw new StatusError(504, "Timeout", text, { causes, retryAfterSeconds: 1 });
}

const writeToken = (revision: number, start: string): string =>
  Buffer.from(JSON.stringify({ v: "meta.k8s.io/v1", rv: revision, start })).toString("base64url");

function readToken(token: string): { revision: number; start: string } {
  try {
    const { rv, start } = JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
    if (Number.isInteger(rv) && typeof start === "string") return { revision: rv, start };
  } catch {
    // reported below
  }
  throw badRequest("invalid continue token: continue key is not valid: <parser>");
}

/** A parameter that is a number; absent is 0. */
export function numberOf(query: URLSearchParams, name: string): number {
  const written = query.get(name) || "0";
  if (/^-?\d+$/.test(written)) return Number(written);
  throw badRequest(`strconv.ParseInt: parsing ${JSON.stringify(written)}: invalid syntax`);
}

/** The resourceVersion that a read is from; absent is 0. */
export function versionIn(query: URLSearchParams, refuse = internal): number {
  const written = query.get("resourceVersion") || "0";
  if (/^\d+$/.test(written)) return Number(written);
  const shown = JSON.stringify(written);
  throw refuse(`resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: invalid syntax`);
}

/** Returns a filter for the objects that a list or watch asks for: by its place and the selectors. */
export function filterOf(call: KubernetesCall): (key: string, object: JsonObject) => boolean {
  const { query, resource, target } = call;
  const labels = labelSelector(query.get("labelSelector") ?? "");
  const fields = fieldSelector(query.get("fieldSelector") ?? "", resource);
  const isInPlace = listKeyOf(call);
  return (key, object) =>
    isInPlace(key) && (target.name === undefined || nameOf(object) === target.name) && labels(labelsOf(object)) && fields(object);
}

function listKeyOf({ cluster, tenant, namespace }: KubernetesCall): (key: string) => boolean {
  if (cluster.arktos && tenant === ALL_TENANTS) return (key) => namespace === "" || key.split("/")[1] === namespace;
  const prefix = namespace ? `${tenant}/${namespace}/` : `${tenant}/`;
  return (key) => key.startsWith(prefix);
}

type Requirement = (labels: JsonObject) => boolean;

const NAME = "[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?";
const KEY = `(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?/)?${NAME}`;
const LIST = "\\(([^()]*)\\)";
const VALUE = `((?:${NAME})?)`;
const FORMS: [form: string, meets: (value: string | undefined, operand: string) => boolean][] = [
  [`(${KEY})\\s+in\\s+${LIST}`, (value, values) => value !== undefined && valuesIn(values).includes(value)],
  [`(${KEY})\\s+notin\\s+${LIST}`, (value, values) => value === undefined || !valuesIn(values).includes(value)],
  [`(${KEY})\\s*(?:==|=)\\s*${VALUE}`, (value, operand) => value === operand],
  [`(${KEY})\\s*!=\\s*${VALUE}`, (value, operand) => value !== operand],
  [`!\\s*(${KEY})`, (value) => value === undefined],
  [`(${KEY})`, (value) => value !== undefined],
];

const valuesIn = (values: string): string[] => values.split(",").map((value) => value.trim());

/** A `labelSelector`: equality, sets, presence. */
function labelSelector(written: string): Requirement {
  if (written.trim() === "") return () => true;
  // at commas outside of parentheses
  const requirements = written.split(/,(?![^(]*\))/).map((part) => requirement(part.trim(), written));
  return (labels) => requirements.every((meets) => meets(labels));
}

function requirement(part: string, written: string): Requirement {
  for (const [form, meets] of FORMS) {
    const [, key, operand = ""] = new RegExp(`^${form}$`).exec(part) ?? [];
    if (key !== undefined) return (labels) => meets(Object.hasOwn(labels, key) ? text(labels[key]) : undefined, operand);
  }
  throw badRequest(`unable to parse requirement: found '${written.trim().charAt(0)}', expected: identifier`);
}

/** Fields that may be selected by besides name and namespace: those that we send, of a Secret and an Event. */
const SELECTABLE: { [kind: string]: string[] } = {
  Secret: ["type"],
  Event: ["involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid", "reason", "type"],
};

/** A `fieldSelector` over objects of a kind; absent fields count as empty. */
function fieldSelector(written: string, { kind, custom, scope }: KubernetesResource): (object: JsonObject) => boolean {
  const selectable = custom ? undefined : SELECTABLE[kind];
  const terms = written.split(",").filter((term) => term !== "");
  const meets = terms.map((term) => {
    const [, field, sign, operand = ""] = /^(.*?)(==|!=|=)(.*)$/.exec(term) ?? [];
    if (field === undefined) throw badRequest(`invalid selector: '${written}'; can't understand '${term}'`);
    const isPlace = field === "metadata.name" || (field === "metadata.namespace" && (scope === "Namespaced" || !custom));
    const unknownSelector = `"${field}" is not a known field selector: only "metadata.name", "metadata.namespace"`;
    if (!isPlace && !selectable?.includes(field))
      throw badRequest(custom || selectable ? `field label not supported: ${field}` : unknownSelector);
    return (object: JsonObject) => (valueAt(object, field.split(".")) === operand) === (sign !== "!=");
  });
  return (object) => meets.every((meet) => meet(object));
}

const valueAt = (object: JsonObject, path: string[]): string =>
  text(path.reduce<Json | undefined>((value, part) => asObject(value)[part], object));
