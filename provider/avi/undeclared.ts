import { type AviBody, type AviType, parseReference } from "../../kinds/avi/body";
import { DEFAULTS } from "../../kinds/avi/defaults";
import { COMPUTED_FIELDS, DEFAULT_REFERENCES, SECRET_FIELDS, SENSITIVE, SERVER_FIELDS } from "../../kinds/avi/fields";
import type { Json } from "../../kinds/kind";
import { isObject, type JsonObject } from "../lifecycle/json";
import { type Others, othersIn } from "../lifecycle/others";
import type { FieldPath } from "../lifecycle/shape";
import type { AviObject } from "./client/answers";
import { aviShape } from "./compare";

/** The fields of an object that nobody declared and that are not what the controller puts there. */
export function othersOf(type: AviType, body: AviBody, live: AviObject): Others {
  return othersIn({ ...aviShape(type), usual: (...at) => isUsual(type, ...at) }, body, live);
}

function isUsual(type: AviType, path: FieldPath, value: Json, holder: JsonObject): boolean {
  const [leaf = "", parent = type] = path.toReversed();
  if (path.length === 1 && (SERVER_FIELDS.has(leaf) || leaf === "name")) return true;
  if (COMPUTED_FIELDS.has(leaf) || SECRET_FIELDS.has(leaf) || value === SENSITIVE) return true;
  // What the certificate says, beside its text.
  if (type === "sslkeyandcertificate" && path[0] === "certificate" && path.length > 1) return true;
  if (leaf === "port_range_end" && value === holder.port) return true;
  if (leaf === "hostname" && isObject(holder.ip) && value === holder.ip.addr) return true;
  if (parent === "vip" && holder.auto_allocate_ip === true && ALLOCATED.has(leaf)) return true;
  if (Object.hasOwn(DEFAULT_REFERENCES, leaf) && parseReference(value)?.name === DEFAULT_REFERENCES[leaf]) return true;
  const known = [`${parent}.${leaf}`, leaf].find((field) => Object.hasOwn(DEFAULTS, field));
  return known === undefined ? isNothing(value) : value === DEFAULTS[known];
}

/** Where an allocated address comes from; the address itself counts. */
const ALLOCATED: ReadonlySet<string> = new Set(["ipam_network_subnet", "subnet", "vip_id"]);

function isNothing(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === false || value === 0 || value === "";
}
