// Server-side apply.
import type { HttpResponse } from "../../shared/http";
import { asObject, isObject, type Json, type JsonObject, text } from "../../shared/json";
import { authorize } from "../access";
import { conform, parsed } from "../body";
import { answerWith, type KubernetesCall, shown, storedObject, subjectOf } from "../call";
import { apiVersionOf } from "../cluster";
import { metaOf, ownMeta } from "../metadata";
import type { KindSchema } from "../schema/schema";
import { badRequest, conflict, notFound, StatusError } from "../status";
import { checkName, insert, placeInNamespace, replace } from "../write";
import { difference, elementOf, elementsOf, type FieldSet, fieldsOf, minus, partsOf, pathTo, shapeOf, stepInto, union } from "./fields";
import {
  bare,
  emptyOf,
  type FieldManager,
  identityOf,
  keepTimes,
  type Managers,
  managerOf,
  managersIn,
  ownable,
  owned,
  reachable,
  rootSchema,
  withManagers,
} from "./managers";

/** Server-side apply: the sender owns what it sends, and nothing that others own changes unless it forces it. */
export function applyObject(call: KubernetesCall): HttpResponse {
  const config = parsed(call.request.body, (why) => badRequest(`error decoding YAML: ${why}`));
  if (!isObject(config)) throw badRequest("error decoding YAML: no object");
  if (metaOf(config).managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const { resource } = call;
  if (typeOf(config) !== typeOf({ apiVersion: apiVersionOf(resource), kind: resource.kind }))
    throw badRequest(`invalid object type: ${typeOf(config)}`);
  const live = storedObject(call);
  return live ? applyOver(call, live, config) : applyNew(call, config);
}

/** `/v1, Kind=Pod`, `mizar.com/v1, Kind=Vpc`. */
function typeOf({ apiVersion, kind }: JsonObject): string {
  const version = text(apiVersion);
  return `${version.includes("/") ? version : `/${version}`}, Kind=${text(kind)}`;
}

function applyOver(call: KubernetesCall, live: JsonObject, config: JsonObject): HttpResponse {
  const { object, managers } = applied(call, shown(call, live), config);
  const fresh = conform(call, object);
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  return answerWith(
    call,
    200,
    replace(call, live, fresh, (old, complete) => keepTimes(old, withManagers(complete, managers))),
  );
}

/** An apply of what is not there yet makes it, unless the sender names an object that it has seen. */
function applyNew(call: KubernetesCall, config: JsonObject): HttpResponse {
  if (call.target.subresource) throw notFound(subjectOf(call));
  const { resourceVersion: _, ...metadata } = metaOf(config);
  const uid = text(metadata.uid);
  if (uid !== "")
    throw conflict(subjectOf(call), `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`);
  authorize(call, "create");
  const { managers } = applied(call, emptyOf(call.resource), config);
  const fresh = conform(call, structuredClone({ ...config, metadata }));
  checkName(call, fresh);
  return answerWith(
    call,
    201,
    insert(call, fresh, (object) => withManagers(object, managers)),
  );
}

/** The object after an apply, and who owns what of it then. */
function applied(call: KubernetesCall, live: JsonObject, config: JsonObject): { object: JsonObject; managers: Managers } {
  const schema = rootSchema(call.resource);
  const before = bare(live);
  const managers = managersIn(live);
  const applier = managerOf(call, "Apply", reachable(call, fieldsOf(schema, config)));
  const identity = identityOf(applier);
  const last = managers.get(identity);
  managers.set(identity, applier);
  const merged = mergeObject(schema, before, config);
  const allOwned = union(...[...managers.values()].map(({ fields }) => fields));
  const object = last ? prune(schema, merged, allOwned, last.fields) : merged;
  const { changed, removed } = difference(schema, before, object);
  const taken = ownable(call, changed);
  const others = [...managers].filter(([key]) => key !== identity);
  const rivals = others.map(([, manager]) => manager);
  if (call.query.get("force") !== "true") refuseConflicts(rivals, taken);
  const lost = union(taken, ownable(call, removed));
  for (const [key, manager] of others) managers.set(key, { ...manager, fields: minus(manager.fields, lost) });
  // an apply that changes nothing has no time; fields that only their subresource may write count here
  const isSame = changed.size === 0 && removed.size === 0;
  managers.set(identity, { ...applier, fields: owned(applier.fields), time: isSame ? (last?.time ?? "") : applier.time });
  const version = metaOf(config).resourceVersion ?? metaOf(live).resourceVersion;
  if (version !== undefined) ownMeta(object).resourceVersion = version;
  return { object, managers };
}

/** @throws StatusError 409 when a change would touch fields of others */
function refuseConflicts(others: FieldManager[], changed: FieldSet): void {
  const causes = others.flatMap((manager) => {
    const message = `conflict with ${shownManager(manager)}`;
    const paths = [...manager.fields].filter((path) => changed.has(path)).sort();
    return paths.map((path) => ({ reason: "FieldManagerConflict", message, field: written(path) }));
  });
  if (causes.length === 0) return;
  const texts = causes.map(({ message, field }) => `${message}: ${field}`);
  throw new StatusError(409, "Conflict", `Apply failed with ${texts.length} conflict${texts.length > 1 ? "s" : ""}: ${texts.join(", ")}`, {
    causes,
  });
}

function shownManager({ name, subresource, operation, apiVersion }: FieldManager): string {
  const where = subresource ? ` with subresource "${subresource}"` : "";
  return `${JSON.stringify(name)}${where}${operation === "Update" ? ` using ${apiVersion}` : ""}`;
}

/** `.spec.ports[port=80,protocol="TCP"].name` */
function written(path: string): string {
  return elementsOf(path)
    .map((element) => {
      const content = element.slice(2);
      if (element.startsWith("f:")) return `.${content}`;
      if (element.startsWith("v:")) return `[=${content}]`;
      return `[${Object.entries(JSON.parse(content))
        .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
        .join(",")}]`;
    })
    .join("");
}

/** Merges an applied configuration over the live object. */
function merge(schema: KindSchema, live: Json | undefined, config: Json | undefined): Json | undefined {
  if (config === undefined) return live;
  if (live === undefined || shapeOf(schema, config) === "leaf" || shapeOf(schema, live) !== shapeOf(schema, config)) return config;
  if (Array.isArray(live) && Array.isArray(config)) return mergeList(schema, live, config);
  return isObject(live) && isObject(config) ? mergeObject(schema, live, config) : config;
}

function mergeObject(schema: KindSchema, live: JsonObject, config: JsonObject): JsonObject {
  const keys = new Set([...Object.keys(live), ...Object.keys(config)]);
  return Object.fromEntries([...keys].map((key) => [key, merge(stepInto(schema, `f:${key}`), live[key], config[key]) ?? null]));
}

/** Entries in the order of the applied list; those that are only there stay behind the neighbour they had. */
function mergeList(schema: KindSchema, live: Json[], config: Json[]): Json[] {
  const [liveParts, configParts] = [partsOf(schema, live), partsOf(schema, config)];
  const waiting = config.map((item) => elementOf(schema, item));
  const merged: string[] = [];
  for (const element of liveParts.keys()) {
    if (!configParts.has(element)) merged.push(element);
    else if (waiting.includes(element)) merged.push(...waiting.splice(0, waiting.indexOf(element) + 1));
  }
  return [...merged, ...waiting].map(
    (element) => merge(stepInto(schema, element), liveParts.get(element), configParts.get(element)) ?? null,
  );
}

/**
 * Takes away what the sender applied the last time and leaves out now, unless somebody else owns it or something in it. What becomes empty by
 * that goes, too.
 */
function prune(schema: KindSchema, merged: JsonObject, allOwned: FieldSet, last: FieldSet): JsonObject {
  const prefixes = (path: string) => elementsOf(path).map((_, i, all) => pathTo(...all.slice(0, i + 1)));
  const kept = new Set([...allOwned].flatMap(prefixes));
  const doomed = new Set([...last].filter((path) => !kept.has(path)));
  const onTheWay = new Set([...doomed].flatMap((path) => prefixes(path).slice(0, -1)));
  const within = (here: KindSchema, inner: Json, at: string): Json | undefined => {
    const shape = shapeOf(here, inner);
    if (shape === "leaf") return inner;
    const parts = [...partsOf(here, inner)].flatMap(([element, part]): [string, Json][] => {
      const path = pathTo(at, element);
      if (doomed.has(path)) return [];
      return [[element, (onTheWay.has(path) ? within(stepInto(here, element), part, path) : part) ?? null]];
    });
    if (parts.length === 0) return undefined;
    return shape === "list" ? parts.map(([, part]) => part) : Object.fromEntries(parts.map(([element, part]) => [element.slice(2), part]));
  };
  return doomed.size === 0 ? merged : asObject(within(schema, merged, ""));
}
