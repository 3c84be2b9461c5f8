import type { HttpResponse } from "../shared/http";
import { asArray, asObject, isObject, type JsonObject, text } from "../shared/json";
import { parsed } from "./body";
import { answerWith, type Call, gone, isDry, kindOf, ok, storage, subjectOf } from "./call";
import type { Cluster } from "./cluster";
import { existing, listed } from "./list";
import { finalizersOf, isEnding, keyOfObject, metaOf, nameOf, timestamp, uidOf, versionOf } from "./metadata";
import { checkOptions } from "./parameters";
import { type Resource, storageOf } from "./registry";
import { filterOf } from "./selectors";
import { badRequest, conflict, forbidden, invalidObject, unsupported } from "./status";

/** DELETE of one object. */
export function remove(call: Call): HttpResponse {
  const options = optionsOf(call);
  const { object, ended } = end(call, existing(call), options);
  return !ended || call.resource.returnsDeleted ? answerWith(call, 200, object) : ok(call, 200, gone(call, object));
}

/** DELETE of a collection: answers with what was there. */
export function removeAll(call: Call): HttpResponse {
  const options = optionsOf(call);
  const keep = filterOf(call);
  const { store } = call.cluster;
  const doomed = store.list(storage(call)).filter(([key, object]) => keep(key, object));
  for (const [, object] of doomed) end(call, object, options);
  return ok(call, 200, listed(call, doomed, { resourceVersion: String(store.revision) }));
}

const POLICIES = ["Foreground", "Background", "Orphan"];

/** DeleteOptions, from the body or from the query. There is no garbage collector: all policies come to the same. */
function optionsOf(call: Call): JsonObject {
  const { query, request } = call;
  const options: JsonObject = request.body.trim() === "" ? {} : bodyOptions(request.body);
  for (const dry of asArray(options.dryRun)) query.append("dryRun", text(dry));
  checkOptions(call, "DeleteOptions");
  if (query.has("gracePeriodSeconds")) options.gracePeriodSeconds = Number(query.get("gracePeriodSeconds"));
  const policy = query.get("propagationPolicy") ?? options.propagationPolicy;
  if (policy === undefined || POLICIES.includes(text(policy))) return options;
  throw invalidObject({ group: "meta.k8s.io", kind: "DeleteOptions" }, [unsupported("propagationPolicy", policy, [...POLICIES, "nil"])]);
}

function bodyOptions(body: string): JsonObject {
  const refuse = (why: string) => badRequest(`couldn't get version/kind; json parse error: ${why}`);
  const options = parsed(body, refuse);
  if (!isObject(options)) throw refuse("no object");
  const { kind = "DeleteOptions", apiVersion } = options;
  if (kind === "DeleteOptions") return options;
  throw badRequest(`no kind "${text(kind)}" is registered for version "${text(apiVersion)}" in scheme "pkg/runtime/scheme.go:111"`);
}

const KEPT: { [kind: string]: string[] } = { Namespace: ["default", "kube-public", "kube-system"], Tenant: ["system"] };

/** Lets an object go, at once or once nobody holds it any more. */
function end(call: Call, old: JsonObject, options: JsonObject): { object: JsonObject; ended: boolean } {
  const { resource, cluster } = call;
  const name = nameOf(old);
  if (KEPT[resource.kind]?.includes(name)) throw forbidden(subjectOf(call, name), `this ${resource.singular} may not be deleted`);
  checkPreconditions(call, old, asObject(options.preconditions));
  const grace = graceOf(resource, old, options);
  const isHeld = finalizersOf(old).length > 0 || grace > 0 || resource.holds?.(old);
  const waiting = isHeld && marked(resource, old, grace);
  if (isDry(call)) return { object: waiting || old, ended: !waiting };
  if (waiting) return { object: waiting === old ? old : put(cluster, resource, waiting), ended: false };
  return { object: take(cluster, resource, resource.gracePeriod ? timedOut(old) : old), ended: true };
}

function checkPreconditions(call: Call, old: JsonObject, { uid, resourceVersion }: JsonObject): void {
  const check = (what: string, given: unknown, real: string, happened: string) => {
    if (given === undefined || given === real) return;
    const why = `the ${what} in the precondition (${text(given)}) does not match the ${what} in record (${real})`;
    throw conflict(kindOf(call, nameOf(old)), `${why}. The object might have been ${happened}`);
  };
  check("UID", uid, uidOf(old), "deleted and then recreated");
  check("ResourceVersion", resourceVersion, versionOf(old), "modified");
}

function graceOf(resource: Resource, old: JsonObject, { gracePeriodSeconds }: JsonObject): number {
  const longest = resource.gracePeriod?.(old) ?? 0;
  if (longest === 0 || gracePeriodSeconds === undefined) return longest;
  return Number(gracePeriodSeconds) < 0 ? 1 : Number(gracePeriodSeconds);
}

/** The object as it waits for its end; itself when it waits already. */
function marked(resource: Resource, old: JsonObject, grace: number): JsonObject {
  const before = metaOf(old);
  if (isEnding(old) && grace >= Number(before.deletionGracePeriodSeconds ?? 0)) return old;
  const metadata: JsonObject = { ...before, deletionGracePeriodSeconds: grace };
  if (!isEnding(old)) {
    metadata.deletionTimestamp = timestamp(Date.now() + grace * 1000);
    if (Number(before.generation ?? 0) > 0) metadata.generation = Number(before.generation) + 1;
  }
  return resource.ending?.({ ...old, metadata }) ?? { ...old, metadata };
}

/** What was given time to end shows that it has none left. */
function timedOut(old: JsonObject): JsonObject {
  const { deletionTimestamp, generation, ...metadata } = metaOf(old);
  const counted: JsonObject =
    generation === undefined ? {} : { generation: Number(generation) + (deletionTimestamp === undefined ? 1 : 0) };
  return {
    ...old,
    metadata: { ...metadata, ...counted, deletionTimestamp: deletionTimestamp ?? timestamp(), deletionGracePeriodSeconds: 0 },
  };
}

function put(cluster: Cluster, resource: Resource, object: JsonObject): JsonObject {
  const stored = cluster.store.put(storageOf(resource), keyOfObject(object), object);
  resource.stored?.(stored, cluster);
  return stored;
}

function take(cluster: Cluster, resource: Resource, last: JsonObject): JsonObject {
  const taken = cluster.store.remove(storageOf(resource), keyOfObject(last), last);
  resource.removed?.(taken, cluster);
  return taken;
}

const SOON_MS = 5;
const AGAIN_MS = 50;

/** Deletes, on behalf of the server itself, whatever is found at `prefix`; calls `done` once all of it has gone. */
export function empty(cluster: Cluster, resources: () => Resource[], prefix: string, isWanted: () => boolean, done: () => void): void {
  const left = (resource: Resource) => cluster.store.list(storageOf(resource)).filter(([key]) => key.startsWith(prefix));
  const step = () => {
    if (!isWanted()) return;
    for (const resource of resources()) for (const [, object] of left(resource)) letGo(cluster, resource, object);
    if (resources().some((resource) => left(resource).length > 0)) cluster.chores.later(step, AGAIN_MS);
    else done();
  };
  cluster.chores.later(step, SOON_MS);
}

function letGo(cluster: Cluster, resource: Resource, object: JsonObject): void {
  if (finalizersOf(object).length === 0 && !resource.holds?.(object)) take(cluster, resource, object);
  else if (!isEnding(object)) put(cluster, resource, marked(resource, object, 0));
}
