// Differences between two sets of API objects: added, removed and changed objects with their fields.
import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../../../provider/lifecycle/bodies/json";
import type { Json } from "../../../resources/kind";
import { ownValue } from "../../../resources/own-value";
import { isRecord } from "../../specs";
import { withoutShifts } from "./shifted-elements";

/** Bodies by API type, as a translation has them. */
export type Objects = { readonly [type: string]: readonly JsonObject[] | JsonObject | undefined };

/** One thing that two translations have differently. */
export interface Change {
  change: "added" | "removed" | "changed";
  type: string;
  name: string;
  /** `servers[10.0.0.7:80].enabled`; absent where the whole object came or went. */
  field?: string;
  was?: Json;
  is?: Json;
  /** The specs that the object represents. */
  owners: string[];
}

/** Types, then names, then fields, sorted: the same for the same objects in another order. */
export function changesBetween(before: Objects, after: Objects, owners: { readonly [id: string]: readonly string[] }): Change[] {
  const types = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return types.flatMap((type) => {
    const [existing, desired] = [named(before[type]), named(after[type])];
    return [...new Set([...existing.keys(), ...desired.keys()])].sort().flatMap((name): Change[] => {
      const object = { type, name, owners: [...(owners[`${type}/${name}`] ?? [])] };
      const [was, is] = [existing.get(name), desired.get(name)];
      if (was === undefined) return [{ change: "added", ...object }];
      if (is === undefined) return [{ change: "removed", ...object }];
      return fieldsThatDiffer(was, is).map(({ field, ...values }) => ({ change: "changed", ...object, field, ...values }));
    });
  });
}

/** Number of specs that a row names. */
const NAMED = 3;

/** The specs for a table of changes: the first row of an object names some of them, the rows below it none. */
export function specsByRow(changes: readonly Change[]): string[] {
  return changes.map(({ type, name, owners }, at) => {
    const above = changes[at - 1];
    if (above?.type === type && above.name === name) return "";
    return owners.length > NAMED + 1 ? `${owners.slice(0, NAMED).join(", ")} and ${owners.length - NAMED} more` : owners.join(", ");
  });
}

/**
 * Bodies by name: virtual hosts of the neutral model by name and port, floating IPs by their load balancer. `stores` has no list. Pods, Services
 * and Networks of Mizar have the names of their owners, because several namespaces and tenants may use one name.
 */
function named(bodies: Objects[string]): Map<string, JsonObject> {
  if (bodies === undefined) return new Map();
  const list: readonly JsonObject[] = Array.isArray(bodies) ? bodies : Object.entries(bodies).map(([name, body]) => ({ name, body }));
  return new Map(list.map((body, index) => [objectName(body) ?? String(index), body]));
}

function objectName({ name, fqdn, port, loadbalancer, podName, endpoint, kind, metadata }: JsonObject): string | undefined {
  if (typeof fqdn === "string") return `${fqdn}:${String(port)}`;
  if (isRecord(metadata) && kind === "Network" && metadata.tenant) return `${String(metadata.tenant)}/${String(metadata.name)}`;
  const inMizar = podName ?? (isRecord(endpoint) ? endpoint.name : undefined);
  const identifier = inMizar ?? name ?? loadbalancer ?? (isRecord(metadata) ? metadata.name : undefined);
  return identifier === undefined ? undefined : String(identifier);
}

interface ChangedField {
  field: string;
  was?: Json;
  is?: Json;
}

function fieldsThatDiffer(was: Json | undefined, is: Json | undefined, at = ""): ChangedField[] {
  if (isRecord(was) && isRecord(is)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])].sort();
    return keys.flatMap((key) => fieldsThatDiffer(ownValue(was, key), ownValue(is, key), at === "" ? key : `${at}.${key}`));
  }
  if (Array.isArray(was) && Array.isArray(is)) {
    const [before, after] = withoutShifts(was, is);
    const [existing, desired] = [identified(before), identified(after)];
    if (existing && desired) {
      const ids = [...new Set([...existing.keys(), ...desired.keys()])].sort();
      return ids.flatMap((id) => fieldsThatDiffer(existing.get(id), desired.get(id), `${at}[${id}]`));
    }
  }
  if (isDeepStrictEqual(was, is)) return [];
  return [{ field: at, ...(was === undefined ? {} : { was }), ...(is === undefined ? {} : { is }) }];
}

/** Elements of a list by their identity; undefined if only their order identifies them. */
function identified(list: readonly Json[]): Map<string, Json> | undefined {
  const elements = new Map<string, Json>();
  for (const element of list) {
    const id = isRecord(element) ? identityOf(element) : String(element);
    if (id === undefined || elements.has(id)) return undefined;
    elements.set(id, element);
  }
  return elements;
}

/** Servers and members by address and port, members of a group by label and pool, everything else by its name. */
function identityOf(element: JsonObject): string | undefined {
  const address = isRecord(element.ip) ? element.ip.addr : (element.address ?? (typeof element.ip === "string" ? element.ip : undefined));
  const port = element.protocol_port ?? element.port;
  if (address !== undefined) return port === undefined ? String(address) : `${String(address)}:${String(port)}`;
  if (element.pool_ref !== undefined) return [element.priority_label, element.pool_ref].filter(Boolean).join(" ");
  const id = element.name ?? element.route_id ?? element.port;
  return id === undefined ? undefined : String(id);
}
