import type { HttpResponse } from "../../shared/http";
import { isObject, type JsonObject, text } from "../../shared/json";
import { conform, parsed } from "../body";
import { answerWith, type Call, found, shown, subjectOf } from "../call";
import { insert, placeInNamespace } from "../create";
import { metaOf, ownMeta } from "../metadata";
import { authorize } from "../rbac";
import { apiVersionOf } from "../registry";
import { badRequest, conflict, internal, notFound, StatusError } from "../status";
import { checkName, replace } from "../update";
import { both, difference, elementsOf, type FieldSet, fieldsOf, KeyMissing, minus, union } from "./fields";
import {
  bare,
  emptyOf,
  identityOf,
  keepTimes,
  type Manager,
  type Managers,
  managerOf,
  managersIn,
  ownable,
  owned,
  reachable,
  rootSchema,
  withManagers,
} from "./managers";
import { merge, prune } from "./merge";

/** Server-side apply: the sender owns what it sends, and nothing that others own changes unless it forces it. */
export function applyObject(call: Call): HttpResponse {
  const config = parsed(call.request.body, (why) => badRequest(`error decoding YAML: ${why}`));
  if (!isObject(config)) throw badRequest("error decoding YAML: no object");
  if (metaOf(config).managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const { resource } = call;
  if (typeOf(config) !== typeOf({ apiVersion: apiVersionOf(resource), kind: resource.kind }))
    throw badRequest(`invalid object type: ${typeOf(config)}`);
  const live = found(call);
  return live ? applyOver(call, live, config) : applyNew(call, config);
}

/** `/v1, Kind=Pod`, `mizar.com/v1, Kind=Vpc`. */
function typeOf({ apiVersion, kind }: JsonObject): string {
  const version = text(apiVersion);
  return `${version.includes("/") ? version : `/${version}`}, Kind=${text(kind)}`;
}

function applyOver(call: Call, live: JsonObject, config: JsonObject): HttpResponse {
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
function applyNew(call: Call, config: JsonObject): HttpResponse {
  if (call.target.subresource && !call.resource.createOnUpdate) throw notFound(subjectOf(call));
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
function applied(call: Call, live: JsonObject, config: JsonObject): { object: JsonObject; managers: Managers } {
  const schema = rootSchema(call.resource);
  const before = bare(live);
  const managers = beforeFirstApply(call, managersIn(live), before);
  const own = managerOf(call, "Apply", reachable(call, declaredFields(call, config)));
  const identity = identityOf(own);
  const last = managers.get(identity);
  managers.set(identity, own);
  const merged = (merge(schema, before, config) ?? {}) as JsonObject; // two objects make one
  const allOwned = union(...[...managers.values()].map(({ fields }) => fields));
  const object = last ? prune(schema, merged, allOwned, last.fields) : merged;
  const { changed, removed } = difference(schema, before, object);
  const taken = ownable(call, changed);
  const others = [...managers].filter(([key]) => key !== identity);
  if (call.query.get("force") !== "true")
    refuseConflicts(
      others.map(([, manager]) => manager),
      taken,
    );
  const lost = union(taken, ownable(call, removed));
  for (const [key, manager] of others) managers.set(key, { ...manager, fields: minus(manager.fields, lost) });
  // an apply that changes nothing has no time; fields that only their subresource may write count here
  const isSame = changed.size === 0 && removed.size === 0;
  managers.set(identity, { ...own, fields: owned(own.fields), time: isSame ? (last?.time ?? "") : own.time });
  const version = metaOf(config).resourceVersion ?? metaOf(live).resourceVersion;
  if (version !== undefined) ownMeta(object).resourceVersion = version;
  return { object, managers };
}

/** Whoever wrote an object that nobody is tracked in owns all of it, from the first apply on. */
function beforeFirstApply(call: Call, managers: Managers, live: JsonObject): Managers {
  if (managers.size > 0 || metaOf(live).uid === undefined) return managers;
  const { changed } = difference(rootSchema(call.resource), emptyOf(call.resource), live);
  const own = { ...managerOf(call, "Update", ownable(call, changed)), name: "before-first-apply" };
  return new Map(own.fields.size === 0 ? [] : [[identityOf(own), own]]);
}

/** @throws StatusError 409 when a change would touch fields of others */
function refuseConflicts(others: Manager[], changed: FieldSet): void {
  const found = others
    .map((manager) => ({ who: shownManager(manager), paths: [...both(manager.fields, changed)].sort(membersFirst).map(written) }))
    .filter(({ paths }) => paths.length > 0)
    .sort((a, b) => (a.who < b.who ? -1 : 1));
  const all = found.flatMap(({ who, paths }) =>
    paths.map((field) => ({ reason: "FieldManagerConflict", message: `conflict with ${who}`, field })),
  );
  if (all.length === 0) return;
  const parts = found.map(({ who, paths }) => `conflicts with ${who}:\n${paths.map((path) => `- ${path}`).join("\n")}`);
  const one = all.length === 1 && all[0];
  const text = one ? `1 conflict: ${one.message}: ${one.field}` : `${all.length} conflicts: ${parts.join("\n")}`;
  throw new StatusError(409, "Conflict", `Apply failed with ${text}`, { causes: all });
}

/** At each level what ends there, then what goes on. */
function membersFirst(a: string, b: string): number {
  const key = (path: string) =>
    elementsOf(path)
      .map((element, i, { length }) => (i === length - 1 ? "0" : "1") + element)
      .join("\n");
  return key(a) < key(b) ? -1 : 1;
}

function shownManager({ name, subresource, operation, apiVersion }: Manager): string {
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

/** The paths of what an apply holds. */
function declaredFields(call: Call, config: JsonObject): FieldSet {
  try {
    return fieldsOf(rootSchema(call.resource), config);
  } catch (error) {
    throw error instanceof KeyMissing ? untyped(config, error.message) : error;
  }
}

const untyped = (config: JsonObject, why: string): StatusError =>
  internal(
    `failed to create typed patch object (${text(metaOf(config).namespace)}/${text(metaOf(config).name)}; ${typeOf(config)}): ${why}`,
  );
