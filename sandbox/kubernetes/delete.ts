// DELETE of one object, with finalizers and dependents.
import type { HttpResponse } from "../shared/http";
import { asArray, asObject, isObject, type JsonObject, text } from "../shared/json";
import { parsed } from "./body";
import { answerWith, existing, gone, isDry, type KubernetesCall, kindOf, ok, subjectOf } from "./call";
import { type Cluster, type KubernetesResource, storageOf } from "./cluster";
import { finalizersOf, isEnding, keyOfObject, metaOf, nameOf, timestamp, uidOf, versionOf } from "./metadata";
import { badRequest, conflict, forbidden } from "./status";

const KEPT: { [kind: string]: string[] } = { Namespace: ["default", "kube-public", "kube-system"], Tenant: ["system"] };

/** DELETE of one object: it goes at once, or when nothing holds it any more. */
export function remove(call: KubernetesCall): HttpResponse {
  const { resource, cluster } = call;
  const options = optionsOf(call);
  const old = existing(call);
  if (KEPT[resource.kind]?.includes(nameOf(old))) throw forbidden(subjectOf(call), `this ${resource.singular} may not be deleted`);
  checkPreconditions(call, old, asObject(options.preconditions));
  const grace = graceOf(resource, old, options);
  const isHeld = finalizersOf(old).length > 0 || grace > 0 || resource.holds?.(old);
  const waiting = isHeld ? marked(resource, old, grace) : undefined;
  const dry = isDry(call) || asArray(options.dryRun).includes("All");
  if (waiting) return answerWith(call, 200, dry || waiting === old ? waiting : put(cluster, resource, waiting));
  const ended = resource.gracePeriod ? timedOut(old) : old;
  const last = dry ? ended : take(cluster, resource, ended);
  if (!dry) resource.deleted?.(last, cluster);
  return resource.returnsDeleted ? answerWith(call, 200, last) : ok(200, gone(call, last));
}

/** DeleteOptions, from the body or from the query. Without a garbage collector all propagation policies have the same effect. */
function optionsOf({ query, request }: KubernetesCall): JsonObject {
  const refuse = (why: string) => badRequest(`couldn't get version/kind; json parse error: ${why}`);
  const options = request.body.trim() === "" ? {} : parsed(request.body, refuse);
  if (!isObject(options)) throw refuse("no object");
  const { kind = "DeleteOptions", apiVersion } = options;
  if (kind !== "DeleteOptions")
    throw badRequest(`no kind "${text(kind)}" is registered for version "${text(apiVersion)}" in scheme "here"`);
  return query.has("gracePeriodSeconds") ? { ...options, gracePeriodSeconds: Number(query.get("gracePeriodSeconds")) } : options;
}

function checkPreconditions(call: KubernetesCall, old: JsonObject, { uid, resourceVersion }: JsonObject): void {
  const check = (what: string, expected: unknown, real: string, happened: string) => {
    if (expected === undefined || expected === real) return;
    const why = `the ${what} in the precondition (${text(expected)}) does not match the ${what} in record (${real})`;
    throw conflict(kindOf(call, nameOf(old)), `${why}. The object might have been ${happened}`);
  };
  check("UID", uid, uidOf(old), "deleted and then recreated");
  check("ResourceVersion", resourceVersion, versionOf(old), "modified");
}

function graceOf(resource: KubernetesResource, old: JsonObject, { gracePeriodSeconds }: JsonObject): number {
  const longest = resource.gracePeriod?.(old) ?? 0;
  if (longest === 0 || gracePeriodSeconds === undefined) return longest;
  return Number(gracePeriodSeconds) < 0 ? 1 : Number(gracePeriodSeconds);
}

/** The object as it waits for its end; itself when it waits already. */
function marked(resource: KubernetesResource, old: JsonObject, grace: number): JsonObject {
  const before = metaOf(old);
  if (isEnding(old) && grace >= Number(before.deletionGracePeriodSeconds ?? 0)) return old;
  const metadata: JsonObject = { ...before, deletionGracePeriodSeconds: grace };
  if (!isEnding(old)) {
    metadata.deletionTimestamp = timestamp(Date.now() + grace * 1000);
    if (Number(before.generation ?? 0) > 0) metadata.generation = Number(before.generation) + 1;
  }
  return resource.ending?.({ ...old, metadata }) ?? { ...old, metadata };
}

/** Returns the object with a grace period of 0, after its time to end has passed. */
function timedOut(old: JsonObject): JsonObject {
  const { deletionTimestamp = timestamp(), generation = 0, ...rest } = metaOf(old);
  const nextGeneration = Number(generation) + (isEnding(old) ? 0 : 1);
  return { ...old, metadata: { ...rest, generation: nextGeneration, deletionTimestamp, deletionGracePeriodSeconds: 0 } };
}

function put(cluster: Cluster, resource: KubernetesResource, object: JsonObject): JsonObject {
  const stored = cluster.store.put(storageOf(resource), keyOfObject(object), object);
  resource.stored?.(stored, cluster);
  return stored;
}

function take(cluster: Cluster, resource: KubernetesResource, last: JsonObject): JsonObject {
  const taken = cluster.store.remove(storageOf(resource), keyOfObject(last), last);
  resource.removed?.(taken, cluster);
  return taken;
}

const SOON_MS = 5;
const AGAIN_MS = 50;

/** Deletes all objects below `prefix` as the server itself; calls `done` when the last one is gone. */
export function empty(
  cluster: Cluster,
  resources: () => KubernetesResource[],
  prefix: string,
  isWanted: () => boolean,
  done: () => void,
): void {
  const remaining = (resource: KubernetesResource) => cluster.store.list(storageOf(resource)).filter(([key]) => key.startsWith(prefix));
  const step = () => {
    if (!isWanted()) return;
    for (const resource of resources()) for (const [, object] of remaining(resource)) letGo(cluster, resource, object);
    if (resources().some((resource) => remaining(resource).length > 0)) cluster.chores.later(step, AGAIN_MS);
    else done();
  };
  cluster.chores.later(step, SOON_MS);
}

function letGo(cluster: Cluster, resource: KubernetesResource, object: JsonObject): void {
  if (finalizersOf(object).length === 0 && !resource.holds?.(object)) take(cluster, resource, object);
  else if (!isEnding(object)) put(cluster, resource, marked(resource, object, 0));
}
