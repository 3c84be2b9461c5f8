// Drift of Avi objects: what somebody changed on the controller, in words.

import { SENSITIVE } from "../../resources/avi/any-object";
import { type AviBody, type AviType, describe, parseReference } from "../../resources/avi/body";
import { FIELDS, SECRET_FIELDS } from "../../resources/avi/fields";
import { type FieldPath, type FieldTable, factAt } from "../../resources/field-table";
import type { Json } from "../../resources/kind";
import { differences, type FieldDifference } from "../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../lifecycle/bodies/json";
import { changesOfUndeclared, undeclaredFieldsIn as othersInBody, type UndeclaredFields } from "../lifecycle/bodies/undeclared-fields";
import type { Drift } from "../lifecycle/drift";
import { byHand, CONCEALED, type FieldDrift, fieldChange, undeclaredChange } from "../lifecycle/messages/drift-messages";
import type { AviObject } from "./client/answers";
import { aviShape } from "./compare";
import type { AviJob, AviState, DeclaredObject, LiveObject } from "./objects";

/** Drift in all objects of a resource. The `body` of each in `live` holds the controller's value wherever something is declared. */
export function driftOf(job: AviJob, live: readonly LiveObject[] = []): Drift[] {
  return job.objects.flatMap((object) => {
    const liveObject = live.find(({ key }) => key === object.key);
    const title = describe(object.type, object.name);
    const about = { object: title, part: object.name };
    if (!liveObject) return [{ ...about, class: "declared", field: "", what: byHand(title, "deleted") } as const];
    return [...declaredDrift(object, liveObject.body), ...otherDrift(job, object, liveObject)].map((drift) => ({ ...drift, ...about }));
  });
}

/** Undeclared fields that the next look compares with, by `<type>/<name>`. */
export function othersIn({ objects }: AviJob, live: readonly LiveObject[]): AviState["others"] {
  const declared = new Map(objects.map((object) => [object.key, object]));
  const readObjects = live.filter(({ isUnchanged }) => !isUnchanged);
  const entries = readObjects.map((object) => {
    const { type, body } = declared.get(object.key) ?? object;
    return [object.key, othersOf(type, body, object.live)] as const;
  });
  return Object.fromEntries(entries.filter(([, others]) => Object.keys(others).length > 0));
}

type AviChange = Pick<Drift, "class" | "field" | "what">;

function declaredDrift({ type, name, body }: DeclaredObject, live: LiveObject["body"]): AviChange[] {
  const shape = aviShape(type);
  return differences(shape, body, live).map((difference) => {
    const { path, at } = difference;
    const isGuarded = (difference.desired ?? null) === null && shape.guarded(path, difference.live);
    return { class: isGuarded ? "guarded" : "declared", field: at, what: wordsFor(type, name, body, difference) };
  });
}

/** Compared with the last read: fields that no one declares are not repaired. */
function otherDrift({ last }: AviJob, { type, name, body, key }: DeclaredObject, { live }: LiveObject): AviChange[] {
  const before = last?.known.others;
  if (!before) return [];
  const changes = changesOfUndeclared(before[key] ?? {}, othersOf(type, body, live));
  return changes.map((change) => ({ class: "other", field: change.at, what: undeclaredChange(describe(type, name), change) }));
}

/** Describes a change in the words of somebody who runs Services. */
function wordsFor(type: AviType, name: string, body: Json, { at, path, desired, live }: FieldDifference): string {
  const table = FIELDS[type];
  const title = describe(type, name);
  const element = elementAt(body, at, table);
  if (element && (path.join(".") === element.list || desired === undefined || live === undefined) && at.endsWith("]")) {
    return byHand(element.noun, desired === undefined ? "added" : "removed");
  }
  const values: Pick<FieldDrift, "declared" | "observed"> = { declared: legible(desired), observed: legible(live) };
  const words = factAt(table, path, "switch");
  if (words) {
    const noun = element?.noun ?? (path.length === 1 ? title : `${parentOf(at)} of ${title}`);
    return fieldChange({ noun, field: at, switch: words, ...values });
  }
  if (!element) return fieldChange({ noun: title, field: at, ...values });
  const field = factAt(table, path, "word") ?? at.slice(at.lastIndexOf("]") + 2);
  return fieldChange({ noun: element.noun.replace(/^server /, ""), field, ...values });
}

/** A value for a sentence: references by name. A message may hold a secret. */
function legible(value: Json | undefined): Json | undefined | typeof CONCEALED {
  if (typeof value === "object" && value !== null) return CONCEALED;
  return typeof value === "string" && value.startsWith("/api/") ? decodeURIComponent(value.replace(/^.*name=/, "")) : value;
}

const parentOf = (at: string): string => at.slice(0, Math.max(0, at.lastIndexOf(".")));

/** A member of a shared pool group is known by the host and path that it serves. */
function memberNoun(body: Json, pool: string): string {
  const members = isObject(body) && Array.isArray(body.members) ? body.members.filter(isObject) : [];
  const label = members.find(({ pool_ref }) => parseReference(pool_ref)?.name === pool)?.priority_label;
  return typeof label === "string" ? `${label} (pool ${pool})` : `pool ${pool}`;
}

/** The last element of a list on the way: `server 10.0.0.7`, with its port where another one has the address too. */
function elementAt(body: Json, at: string, table: FieldTable): { list: string; noun: string } | undefined {
  const match = /^(?:.*\.)?(\w+)\[([^\]]*)\][^[]*$/.exec(at);
  if (!match) return undefined;
  const [, list = "", key = ""] = match;
  if (list === "members") return { list, noun: memberNoun(body, key) };
  if (list !== "servers") return { list, noun: `${factAt(table, [list], "element") ?? list} ${key}` };
  const address = key.slice(0, key.lastIndexOf(":")) || key;
  const servers = isObject(body) && Array.isArray(body.servers) ? body.servers : [];
  const twins = servers.filter((server) => isObject(server) && isObject(server.ip) && server.ip.addr === address);
  return { list, noun: `server ${twins.length > 1 ? key : address}` };
}

/** The fields of an object that no one declared and that are not what the controller puts there. */
function othersOf(type: AviType, body: AviBody, live: AviObject): UndeclaredFields {
  return othersInBody({ ...aviShape(type), usual: (...at) => isUsual(type, ...at) }, body, live);
}

function isUsual(type: AviType, path: FieldPath, value: Json, holder: JsonObject): boolean {
  const [leaf = "", parent] = path.toReversed();
  if (factAt(FIELDS[type], path, "assigned") || SECRET_FIELDS.has(leaf) || value === SENSITIVE) return true;
  // Fields that the controller reads from the text of the certificate.
  if (type === "sslkeyandcertificate" && path[0] === "certificate" && path.length > 1) return true;
  if (leaf === "port_range_end" && value === holder.port) return true;
  if (leaf === "hostname" && isObject(holder.ip) && value === holder.ip.addr) return true;
  if (parent === "vip" && holder.auto_allocate_ip === true && ALLOCATED.has(leaf)) return true;
  const usual = factAt(FIELDS[type], path, "default") ?? null;
  if (usual === null) return isNothing(value);
  return value === usual || (typeof usual === "string" && parseReference(value)?.name === usual);
}

/** Fields that tell the source of an allocated address; the address itself counts. */
const ALLOCATED: ReadonlySet<string> = new Set(["ipam_network_subnet", "subnet", "vip_id"]);

function isNothing(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === false || value === 0 || value === "";
}
