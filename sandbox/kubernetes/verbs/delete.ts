import type { HttpResponse } from "../../shared/http";
import { asArray, asObject, isObject, type JsonObject, text } from "../../shared/json";
import { type FieldError, invalid, invalidObject, unsupported } from "../errors/field";
import { badRequest, conflict, forbidden, type StatusError } from "../errors/status";
import { gone, headersOf, ok, shown } from "../request/answer";
import { type Call, isDry, keyIn, kindOf, storage, subjectOf } from "../request/call";
import { JsonFault, readJson } from "../request/json-reader";
import { checkOptions } from "../request/options";
import { finalizersOf, isEnding, metaOf, nameOf, timestamp, uidOf, versionOf } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import { filterOf, listed } from "./list";
import { existing } from "./read";

/** DELETE of one object. */
export function remove(call: Call): HttpResponse {
  const options = optionsOf(call);
  const old = existing(call);
  const { object, ended } = end(call, old, options);
  if (!ended || call.resource.returnsDeleted) return ok(call, 200, shown(call, object));
  return ok(call, 200, gone(call, object));
}

/** DELETE of a collection: answers with what was there. */
export function removeAll(call: Call): HttpResponse {
  const options = optionsOf(call);
  const keep = filterOf(call);
  const doomed = call.cluster.store.list(storage(call)).filter(([key, object]) => keep(key, object));
  for (const [, object] of doomed) end(call, object, options);
  const items = doomed.map(([, object]) => listed(call, object));
  const { resource } = call;
  const body = {
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource),
    metadata: { resourceVersion: String(call.cluster.store.revision) },
    items,
  };
  return { status: 200, headers: headersOf(call), body: `${JSON.stringify(body)}\n` };
}

/** DeleteOptions, from the body or from the query. */
function optionsOf(call: Call): JsonObject {
  const { query, request } = call;
  const options: JsonObject = request.body.trim() === "" ? {} : bodyOptions(call);
  checkOptions(call, "DeleteOptions");
  if (query.has("propagationPolicy")) options.propagationPolicy = query.get("propagationPolicy")!;
  if (query.has("gracePeriodSeconds")) options.gracePeriodSeconds = Number(query.get("gracePeriodSeconds"));
  checkPolicy(options);
  return options;
}

function bodyOptions({ request, query }: Call): JsonObject {
  let options: unknown;
  try {
    options = readJson(request.body).value;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw badRequest(`couldn't get version/kind; json parse error: ${error.message}`);
  }
  if (!isObject(options)) throw badRequest("couldn't get version/kind; json parse error: no object");
  const { kind, apiVersion, dryRun } = options;
  if (kind !== undefined && kind !== "DeleteOptions") {
    throw badRequest(`no kind "${text(kind)}" is registered for version "${text(apiVersion)}" in scheme "pkg/runtime/scheme.go:111"`);
  }
  for (const dry of asArray(dryRun)) query.append("dryRun", text(dry));
  return options;
}

const POLICIES = ["Foreground", "Background", "Orphan"];

function checkPolicy({ propagationPolicy: policy, orphanDependents }: JsonObject): void {
  const faults: FieldError[] = [];
  if (policy !== undefined && orphanDependents !== undefined) {
    faults.push(invalid("propagationPolicy", policy, "orphanDependents and deletionPropagation cannot be both set"));
  } else if (policy !== undefined && !POLICIES.includes(text(policy)))
    faults.push(unsupported("propagationPolicy", policy, [...POLICIES, "nil"]));
  if (faults.length > 0) throw invalidObject({ group: "meta.k8s.io", kind: "DeleteOptions" }, faults);
}

const KEPT: { [kind: string]: string[] } = { Namespace: ["default", "kube-public", "kube-system"], Tenant: ["system"] };

/** Lets an object go, at once or once nobody holds it any more. */
function end(call: Call, old: JsonObject, options: JsonObject): { object: JsonObject; ended: boolean } {
  const kept = KEPT[call.resource.kind]?.includes(nameOf(old));
  if (kept) throw forbidden(subjectOf(call, nameOf(old)), `this ${call.resource.singular} may not be deleted`);
  const refused = preconditionFault(call, old, asObject(options.preconditions));
  if (refused) throw refused;
  const waiting = marked(call, old, options);
  const [table, key] = [storage(call), keyIn({ ...call, namespace: text(metaOf(old).namespace) }, nameOf(old))];
  if (waiting) {
    if (waiting === old) return { object: old, ended: false };
    if (isDry(call)) return { object: waiting, ended: false };
    const stored = call.cluster.store.put(table, key, waiting);
    call.resource.stored?.(stored, call.cluster);
    return { object: stored, ended: false };
  }
  if (isDry(call)) return { object: old, ended: true };
  const last = call.cluster.store.remove(table, key, call.resource.gracePeriod ? ended(old) : old);
  call.resource.removed?.(last, call.cluster);
  return { object: last, ended: true };
}

/** What was given time to end shows that it has none left. */
function ended(old: JsonObject): JsonObject {
  const { deletionTimestamp, generation, ...metadata } = metaOf(old);
  const counted: JsonObject =
    generation === undefined ? {} : { generation: Number(generation) + (deletionTimestamp === undefined ? 1 : 0) };
  const times = { deletionTimestamp: deletionTimestamp ?? timestamp(), deletionGracePeriodSeconds: 0 };
  return { ...old, metadata: { ...metadata, ...counted, ...times } };
}

function preconditionFault(call: Call, old: JsonObject, { uid, resourceVersion }: JsonObject): StatusError | undefined {
  const subject = kindOf(call, nameOf(old));
  if (uid !== undefined && uid !== uidOf(old)) {
    const why = `the UID in the precondition (${text(uid)}) does not match the UID in record (${uidOf(old)})`;
    return conflict(subject, `${why}. The object might have been deleted and then recreated`);
  }
  if (resourceVersion === undefined || resourceVersion === versionOf(old)) return undefined;
  const why = `the ResourceVersion in the precondition (${text(resourceVersion)}) does not match the ResourceVersion in record (${versionOf(old)})`;
  return conflict(subject, `${why}. The object might have been modified`);
}

/** The object as it waits for its end; undefined when nothing holds it. */
function marked(call: Call, old: JsonObject, options: JsonObject): JsonObject | undefined {
  const { resource } = call;
  const finalizers = finalizersFor(old, options);
  const grace = resource.gracePeriod ? graceOf(call, old, options) : 0;
  if (finalizers.length === 0 && grace === 0 && !resource.holds?.(old)) return undefined;
  const before = metaOf(old);
  const shorter = isEnding(old) && grace < Number(before.deletionGracePeriodSeconds ?? 0);
  const changed = !isEnding(old) || shorter || finalizers.length !== finalizersOf(old).length;
  if (!changed) return old;
  const metadata: JsonObject = { ...before, finalizers };
  if (finalizers.length === 0) delete metadata.finalizers;
  if (!isEnding(old)) {
    metadata.deletionTimestamp = timestamp(Date.now() + grace * 1000);
    if (Number(before.generation ?? 0) > 0) metadata.generation = Number(before.generation) + 1;
  }
  metadata.deletionGracePeriodSeconds = grace;
  return resource.ending?.({ ...old, metadata }) ?? { ...old, metadata };
}

function graceOf({ resource }: Call, old: JsonObject, { gracePeriodSeconds }: JsonObject): number {
  const longest = resource.gracePeriod?.(old) ?? 0;
  if (longest === 0 || gracePeriodSeconds === undefined) return longest;
  return Number(gracePeriodSeconds) < 0 ? 1 : Number(gracePeriodSeconds);
}

const ORPHAN = "orphan";
const FOREGROUND = "foregroundDeletion";

/** The policy says which of the two finalizers of the garbage collector stands in the object. */
function finalizersFor(old: JsonObject, { propagationPolicy, orphanDependents }: JsonObject): string[] {
  const policy = propagationPolicy ?? (orphanDependents === true ? "Orphan" : undefined);
  const others = finalizersOf(old).filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND);
  if (policy === undefined) return finalizersOf(old);
  if (policy === "Orphan") return [...others, ORPHAN];
  if (policy === "Foreground") return [...others, FOREGROUND];
  return others;
}
