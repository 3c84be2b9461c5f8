import type { HttpResponse } from "../../shared/http";
import { isObject, type JsonObject, text } from "../../shared/json";
import { authorize } from "../access/authorize";
import { badRequest, conflict, notFound } from "../errors/status";
import { ok, shown } from "../request/answer";
import { type Call, keyIn, storage, subjectOf } from "../request/call";
import { conform } from "../request/decode";
import { yamlObject } from "../request/yaml";
import { metaOf, ownMeta } from "../resources/meta";
import { insert, placeInNamespace } from "../verbs/create";
import { checkName, replace } from "../verbs/update";
import { allowedByAnnotation, noteLastApplied } from "./client-side";
import { compare } from "./compare";
import { conflictsOf, refuseConflicts } from "./conflicts";
import { checkDeclared, declaredFields, typeOf } from "./declared";
import { identityOf, type Managers, readManagers } from "./managers";
import { merge } from "./merge";
import { prune } from "./prune";
import { bare, beforeFirstApply, keepTimes, managerOf, ownable, reachable, stripped, withManagers } from "./record";
import { emptyOf, rootSchema } from "./shape";

/** Server-side apply: the sender owns what it sends, and nothing that others own changes unless it forces it. */
export function applyObject(call: Call): HttpResponse {
  const config = yamlObject(call.request.body);
  if (metaOf(config).managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  checkType(call, config);
  checkDeclared(call, config);
  const live = call.cluster.store.get(storage(call), keyIn(call, call.target.name ?? ""));
  return live ? applyOver(call, live, config) : applyNew(call, config);
}

function checkType({ resource }: Call, config: JsonObject): void {
  const kind = text(config.kind);
  if (kind === resource.kind && typeOf(config) === typeOf({ apiVersion: versionText(resource), kind })) return;
  throw badRequest(`invalid object type: ${typeOf(config)}`);
}

const versionText = ({ group, version }: Call["resource"]): string => (group ? `${group}/${version}` : version);

function applyOver(call: Call, live: JsonObject, config: JsonObject): HttpResponse {
  const { object, managers } = applied(call, shown(call, live), config);
  const fresh = conform(call, { object, duplicates: [] });
  placeInNamespace(call, fresh);
  checkName(call, fresh);
  const stored = replace(call, live, fresh, (old, complete) => keepTimes(old, withManagers(complete, managers)));
  return ok(call, 200, shown(call, stored));
}

/** An apply of what is not there yet makes it, unless the sender names an object that it has seen. */
function applyNew(call: Call, config: JsonObject): HttpResponse {
  if (call.target.subresource && !call.resource.createOnUpdate) throw notFound(subjectOf(call));
  const uid = text(metaOf(config).uid);
  if (uid !== "")
    throw conflict(subjectOf(call), `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`);
  authorize(call, "create");
  const { managers } = applied(call, emptyOf(call.resource), config);
  const { resourceVersion: _, ...metadata } = metaOf(config);
  const fresh = conform(call, { object: structuredClone({ ...config, metadata }), duplicates: [] });
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
  const managers = beforeFirstApply(call, readManagers(metaOf(live).managedFields), before);
  const own = managerOf(call, "Apply", reachable(call, declaredFields(call, config)));
  const identity = identityOf(own);
  const last = managers.get(identity);
  managers.set(identity, own);
  const merged = merge(schema, before, config) as JsonObject;
  const object = last ? prune(schema, merged, managers, last.fields) : merged;
  const difference = compare(schema, before, object);
  const changed = ownable(call, difference.added.union(difference.modified));
  const found = conflictsOf(managers, identity, changed).filter(({ steps }) => !allowedByAnnotation(call, live, steps));
  if (found.length > 0 && call.query.get("force") !== "true") refuseConflicts(found);
  const removed = ownable(call, difference.removed);
  // fields that only their subresource may write count here
  const isSame = difference.added.isEmpty() && difference.modified.isEmpty() && difference.removed.isEmpty();
  for (const [key, manager] of managers) {
    if (key !== identity) managers.set(key, { ...manager, fields: manager.fields.minus(changed).minus(removed) });
  }
  // an apply that changes nothing has no time
  managers.set(identity, { ...own, fields: stripped(own.fields), time: isSame ? (last?.time ?? "") : own.time });
  noteLastApplied(call, object, config);
  const version = metaOf(config).resourceVersion ?? metaOf(live).resourceVersion;
  if (isObject(object.metadata) && version !== undefined) ownMeta(object).resourceVersion = version;
  return { object, managers };
}
