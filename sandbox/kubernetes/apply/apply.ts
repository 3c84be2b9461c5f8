import type { HttpResponse } from "../../shared/http";
import { isObject, type JsonObject, text } from "../../shared/json";
import { badRequest, conflict, notFound, StatusError } from "../errors/status";
import { ok, shown } from "../request/answer";
import { type Call, keyIn, storage, subjectOf } from "../request/call";
import { conform, yamlObject } from "../request/decode";
import { metaOf, ownMeta, uidOf, versionOf } from "../resources/meta";
import { apiVersionOf } from "../resources/resource";
import { insert, placeInNamespace } from "../verbs/create";
import { checkName, replace } from "../verbs/update";
import { compare, fieldsOf } from "./compare";
import { conflictsOf, refuseConflicts } from "./conflicts";
import { checkDeclared } from "./declared";
import type { FieldSet } from "./field-set";
import { identityOf, type Managers, readManagers } from "./managers";
import { merge } from "./merge";
import { prune } from "./prune";
import { bare, keepTimes, managerOf, ownable, withManagers } from "./record";
import { KeyMissing, rootSchema } from "./shape";

/** Server-side apply: the sender owns what it sends, and nothing that others own changes unless it forces it. */
export function applyObject(call: Call): HttpResponse {
  const config = yamlObject(call.request.body);
  if (metaOf(config).managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  placeInNamespace(call, withPlace(config));
  checkType(call, config);
  checkDeclared(call, config);
  const live = call.cluster.store.get(storage(call), keyIn(call, call.target.name ?? ""));
  if (!live) return applyNew(call, config);
  const before = shown(call, live);
  const { object, managers } = applied(call, before, config);
  const fresh = conform(call, object);
  checkName(call, fresh);
  const uid = text(metaOf(config).uid);
  if (uid !== "" && uid !== uidOf(live)) {
    throw conflict(subjectOf(call), `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${uidOf(live)}`);
  }
  const stored = replace(call, live, fresh, (old, complete) => keepTimes(old, withManagers(complete, managers)));
  return ok(call, 200, shown(call, stored));
}

function withPlace(config: JsonObject): JsonObject {
  if (!isObject(config.metadata)) config.metadata = {};
  return config;
}

function checkType(call: Call, config: JsonObject): void {
  const { resource } = call;
  for (const field of ["apiVersion", "kind"]) {
    if (!text(config[field])) throw badRequest(`invalid object type: /, Kind=`);
  }
  if (config.kind !== resource.kind) throw wrongKind(call, config);
  if (config.apiVersion !== apiVersionOf(resource)) throw wrongKind(call, config);
}

function wrongKind({ resource }: Call, config: JsonObject): StatusError {
  const [given, wanted] = [`${text(config.apiVersion)}, Kind=${text(config.kind)}`, `${apiVersionOf(resource)}, Kind=${resource.kind}`];
  return badRequest(`invalid object type: ${given}: expected ${wanted}`);
}

/** An apply of what is not there yet makes it, unless the sender names an object that it has seen. */
function applyNew(call: Call, config: JsonObject): HttpResponse {
  if (call.target.subresource) throw notFound(subjectOf(call));
  const uid = text(metaOf(config).uid);
  if (uid !== "")
    throw conflict(subjectOf(call), `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`);
  if (versionOf(config) !== "") throw notFound(subjectOf(call));
  const { managers } = applied(call, {}, config);
  const fresh = conform(call, structuredClone(config));
  checkName(call, fresh);
  return ok(
    call,
    201,
    shown(
      call,
      insert(call, fresh, (object) => withManagers(object, managers)),
    ),
  );
}

/** The object after an apply, and who owns what of it then. */
function applied(call: Call, live: JsonObject, config: JsonObject): { object: JsonObject; managers: Managers } {
  const schema = rootSchema(call.resource);
  const before = bare(live);
  const managers = readManagers(metaOf(live).managedFields);
  const own = managerOf(call, "Apply", ownable(call, declared(call, config)));
  const identity = identityOf(own);
  const last = managers.get(identity);
  managers.set(identity, own);
  const merged = merge(schema, before, config) as JsonObject;
  const object = last ? prune(schema, merged, managers, last.fields) : merged;
  const difference = compare(schema, before, object);
  const changed = ownable(call, difference.added.union(difference.modified));
  const found = conflictsOf(managers, identity, changed);
  if (found.length > 0 && call.query.get("force") !== "true") refuseConflicts(found);
  const removed = ownable(call, difference.removed);
  for (const [key, manager] of managers) {
    if (key !== identity) managers.set(key, { ...manager, fields: manager.fields.minus(changed).minus(removed) });
  }
  if (isObject(object.metadata)) ownMeta(object).resourceVersion = metaOf(config).resourceVersion ?? metaOf(live).resourceVersion ?? "";
  return { object, managers };
}

function declared(call: Call, config: JsonObject): FieldSet {
  try {
    return fieldsOf(rootSchema(call.resource), config);
  } catch (error) {
    if (!(error instanceof KeyMissing)) throw error;
    const { name, namespace } = metaOf(config);
    const place = `${text(namespace)}/${text(name)}; ${text(config.apiVersion)}, Kind=${text(config.kind)}`;
    throw new StatusError(500, undefined, `failed to create typed patch object (${place}): ${error.message}`);
  }
}
