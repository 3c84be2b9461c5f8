import { type AviBody, type AviType, describe, parseReference } from "../../kinds/avi/body";
import { DEFAULTS } from "../../kinds/avi/defaults";
import { COMPUTED_FIELDS, DEFAULT_REFERENCES, SECRET_FIELDS, SENSITIVE, SERVER_FIELDS } from "../../kinds/avi/fields";
import type { Json } from "../../kinds/kind";
import { type Difference, differences } from "../lifecycle/compare";
import type { Drift } from "../lifecycle/drift";
import { isObject, type JsonObject } from "../lifecycle/json";
import { changesOfOthers, type Others, othersIn as othersInBody } from "../lifecycle/others";
import type { FieldPath } from "../lifecycle/shape";
import type { AviObject } from "./client/answers";
import { aviShape } from "./compare";
import type { AviState, DeclaredObject, Job, LiveObject } from "./objects";

/** Drift in all objects of a resource. The `body` of each in `live` holds the controller's value wherever something is declared. */
export function driftOf(job: Job, live: readonly LiveObject[] = []): Drift[] {
  return job.objects.flatMap((object) => {
    const found = live.find(({ key }) => key === object.key);
    const title = describe(object.type, object.name);
    if (!found) return [{ class: "declared", object: title, part: object.name, field: "", what: `${title} deleted by hand` } as const];
    return [...declaredDrift(object, found.body), ...otherDrift(job, object, found)].map((drift) => ({
      ...drift,
      object: title,
      part: object.name,
    }));
  });
}

/** Undeclared fields that the next look compares with, by `<type>/<name>`. */
export function othersIn({ objects }: Job, live: readonly LiveObject[]): AviState["others"] {
  const found = live.map((object) => {
    const { type, body } = objects.find(({ key }) => key === object.key) ?? object;
    return [object.key, othersOf(type, body, object.live)] as const;
  });
  return Object.fromEntries(found.filter(([, others]) => Object.keys(others).length > 0));
}

type Change = Pick<Drift, "class" | "field" | "what">;

function declaredDrift({ type, name, body }: DeclaredObject, held: LiveObject["body"]): Change[] {
  const shape = aviShape(type);
  return differences(shape, body, held).map((difference) => {
    const { path, at } = difference;
    const isGuarded = (difference.wanted ?? null) === null && shape.guarded(path, difference.held);
    return { class: isGuarded ? "guarded" : "declared", field: at, what: wordsFor(type, name, body, difference) };
  });
}

/** Compared with the last look: fields that no one declares are not repaired. States of earlier releases do not know them. */
function otherDrift({ last }: Job, { type, name, body, key }: DeclaredObject, { live }: LiveObject): Change[] {
  const before = last?.known.others;
  if (!before) return [];
  const changes = changesOfOthers(before[key] ?? {}, othersOf(type, body, live));
  return changes.map(({ at, how }) => ({ class: "other", field: at, what: `${at} of ${describe(type, name)} ${how} by hand` }));
}

/** Describes a change in the words of somebody who runs Services. */
function wordsFor(type: AviType, name: string, body: Json, { at, path, wanted, held }: Difference): string {
  const field = path.join(".");
  const element = elementAt(body, at);
  if (element && (field === element.list || wanted === undefined || held === undefined) && at.endsWith("]")) {
    return `${element.noun} ${wanted === undefined ? "added" : "removed"} by hand`;
  }
  if (path.at(-1) === "enabled" || path.at(-1) === "enable") {
    const what = element?.noun ?? (path.length === 1 ? describe(type, name) : `${parentOf(at)} of ${describe(type, name)}`);
    return `${what} ${held === false || (held === undefined && wanted === true) ? "disabled" : "enabled"} by hand`;
  }
  if (field === "traffic_enabled") return `traffic of ${describe(type, name)} switched ${held === false ? "off" : "on"} by hand`;
  const of = element ? element.noun.replace(/^server /, "") : describe(type, name);
  const title = element ? (path.at(-1) === "ratio" ? "weight" : at.slice(at.lastIndexOf("]") + 2)) : at;
  return `${title} of ${of} ${valuesOf(wanted, held)}`;
}

/** `is 0, not 1`; a value longer than a line is only reported as another. */
function valuesOf(wanted: Json | undefined, held: Json | undefined): string {
  const [is, was] = [shown(held), shown(wanted)];
  if (held === undefined || held === null) return was === undefined ? "is gone" : `is gone, was ${was}`;
  if (is === undefined || (was === undefined && wanted !== undefined && wanted !== null)) return "is another";
  return was === undefined ? `is ${is}, set by hand` : `is ${is}, not ${was}`;
}

const LONGEST = 60;

function shown(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  const text = typeof value === "string" ? nameIn(value) : typeof value === "object" ? undefined : String(value);
  return text !== undefined && text.length <= LONGEST && !text.includes("\n") ? text : undefined;
}

const nameIn = (text: string): string => (text.startsWith("/api/") ? decodeURIComponent(text.replace(/^.*name=/, "")) : text);

const parentOf = (at: string): string => at.slice(0, Math.max(0, at.lastIndexOf(".")));

/** A member of a shared pool group is known by the host and path that it serves. */
function memberNoun(body: Json, pool: string): string {
  const members = isObject(body) && Array.isArray(body.members) ? body.members.filter(isObject) : [];
  const label = members.find(({ pool_ref }) => parseReference(pool_ref)?.name === pool)?.priority_label;
  return typeof label === "string" ? `${label} (pool ${pool})` : `pool ${pool}`;
}

/** Names of the elements of a list for people. */
const NOUNS: { readonly [list: string]: string } = {
  dns_info: "DNS name",
  rules: "rule",
  servers: "server",
  service_pool_select: "port",
  services: "port",
  vip: "VIP",
};

/** The last element of a list on the way: `server 10.0.0.7`, with its port where another one has the address too. */
function elementAt(body: Json, at: string): { list: string; noun: string } | undefined {
  const found = /^(?:.*\.)?(\w+)\[([^\]]*)\][^[]*$/.exec(at);
  if (!found) return undefined;
  const [, list = "", key = ""] = found;
  if (list === "members") return { list, noun: memberNoun(body, key) };
  if (list !== "servers") return { list, noun: `${NOUNS[list] ?? list} ${key}` };
  const address = key.slice(0, key.lastIndexOf(":")) || key;
  const servers = isObject(body) && Array.isArray(body.servers) ? body.servers : [];
  const twins = servers.filter((server) => isObject(server) && isObject(server.ip) && server.ip.addr === address);
  return { list, noun: `server ${twins.length > 1 ? key : address}` };
}

/** The fields of an object that no one declared and that are not what the controller puts there. */
function othersOf(type: AviType, body: AviBody, live: AviObject): Others {
  return othersInBody({ ...aviShape(type), usual: (...at) => isUsual(type, ...at) }, body, live);
}

function isUsual(type: AviType, path: FieldPath, value: Json, holder: JsonObject): boolean {
  const [leaf = "", parent = type] = path.toReversed();
  if (path.length === 1 && (SERVER_FIELDS.has(leaf) || leaf === "name")) return true;
  if (COMPUTED_FIELDS.has(leaf) || SECRET_FIELDS.has(leaf) || value === SENSITIVE) return true;
  // Fields that the controller reads from the text of the certificate.
  if (type === "sslkeyandcertificate" && path[0] === "certificate" && path.length > 1) return true;
  if (leaf === "port_range_end" && value === holder.port) return true;
  if (leaf === "hostname" && isObject(holder.ip) && value === holder.ip.addr) return true;
  if (parent === "vip" && holder.auto_allocate_ip === true && ALLOCATED.has(leaf)) return true;
  if (Object.hasOwn(DEFAULT_REFERENCES, leaf) && parseReference(value)?.name === DEFAULT_REFERENCES[leaf]) return true;
  const known = [`${parent}.${leaf}`, leaf].find((field) => Object.hasOwn(DEFAULTS, field));
  return known === undefined ? isNothing(value) : value === DEFAULTS[known];
}

/** Fields that tell the source of an allocated address; the address itself counts. */
const ALLOCATED: ReadonlySet<string> = new Set(["ipam_network_subnet", "subnet", "vip_id"]);

function isNothing(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === false || value === 0 || value === "";
}
