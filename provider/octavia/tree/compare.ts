// Keys and comparison of objects below a load balancer.

import ipaddr from "ipaddr.js";
import { type FieldPath, factAt } from "../../../resources/field-table";
import type { Json } from "../../../resources/kind";
import { wireProtocol } from "../../../resources/octavia/listener";
import { TREE } from "../../../resources/octavia/tree";
import { isPlainAddress, isPlainRange } from "../../../resources/plain-addresses";
import { compare } from "../../lifecycle/bodies/compare";
import { isObject, type JsonObject } from "../../lifecycle/bodies/json";
import { fieldRules, type Shape, stable } from "../../lifecycle/bodies/shape";

/** Key of a listener within its load balancer: `TCP:443`. */
export function listenerKey(listener: JsonObject): string {
  return `${wireProtocol(listener.protocol)}:${listener.protocol_port}`;
}

/** Key of a member within its pool: `10.0.0.1:8080`, `[fd00::1]:8080`. */
export function memberKey(member: JsonObject): string {
  const address = canonicalAddress(textIn(member.address));
  return `${address.includes(":") ? `[${address}]` : address}:${member.protocol_port}`;
}

/** Key of a rule, which has no name: its content. */
export function ruleKey(rule: JsonObject): string {
  return stable([rule.type ?? null, rule.compare_type ?? null, rule.key || null, rule.value ?? null, rule.invert === true]);
}

/** One spelling for an address: the API takes `fd00::1` and `fd00:0::1` for two members, we never do. */
export function canonicalAddress(address: string): string {
  if (!isPlainAddress(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.toRFC5952String() : parsed.toString();
}

/** One spelling for a network: the server masks the bits of the host. */
export function canonicalNetwork(network: string): string {
  if (!isPlainRange(network)) return canonicalAddress(network);
  const [address, bits] = ipaddr.parseCIDR(network);
  const masked = address.kind() === "ipv6" ? ipaddr.IPv6.networkAddressFromCIDR(network) : ipaddr.IPv4.networkAddressFromCIDR(network);
  return `${canonicalAddress(masked.toString())}/${bits}`;
}

/** Comparison of trees in normal form; only the name of a field decides, so that parts of a tree compare as well. */
export const OCTAVIA_SHAPE: Shape = {
  ...fieldRules(TREE),
  identity,
  same,
  empty: (_path, value) =>
    value === "" || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0),
  canonicalKey: (key) => key,
  presentable: (value) => value,
};

/** True when two values of one field mean the same. */
export function sameField(field: string, a: Json | undefined, b: Json | undefined): boolean {
  return compare(OCTAVIA_SHAPE, { [field]: a ?? null }, { [field]: b ?? null }).length === 0;
}

/** True for what means the same as nothing. */
export function isVoid(value: Json | undefined): boolean {
  return value === undefined || value === null || OCTAVIA_SHAPE.empty([], value);
}

/** The keys of objects as people write them; where nothing else is needed, the fields of the key do. */
const KEYS: { readonly [list: string]: (element: JsonObject) => string } = { listeners: listenerKey, members: memberKey, rules: ruleKey };

function identity(path: FieldPath, element: Json): string | undefined {
  const list = path.at(-1) ?? "";
  if (isObject(element) && Object.hasOwn(KEYS, list)) return KEYS[list]?.(element);
  const key = factAt(TREE, path, "key");
  if (factAt(TREE, path, "form") === "network") return typeof element === "string" ? canonicalNetwork(element) : undefined;
  if (key?.length === 0) return stable(element);
  return key && isObject(element) ? key.map((field) => textIn(element[field])).join("/") : undefined;
}

function same(path: FieldPath, a: Json, b: Json): boolean {
  if (a === b) return true;
  if (typeof a !== "string" || typeof b !== "string") return typeof a !== typeof b && `${a}` === `${b}`;
  const form = factAt(TREE, path, "form");
  if (form === "address") return canonicalAddress(a) === canonicalAddress(b);
  if (form === "network") return canonicalNetwork(a) === canonicalNetwork(b);
  return path.at(-1) === "provider" && driver(a) === driver(b);
}

/** Octavia's older names of its own driver. */
function driver(provider: string): string {
  return provider === "octavia" || provider === "default" ? "amphora" : provider;
}

/** The elements of a list that are objects. */
export function objects(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The texts of a list. */
export function texts(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
}

/** A text; empty where there is none. */
export function textIn(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}

/** A number, also where it is a text. */
export function numberIn(value: Json | undefined): number {
  return typeof value === "number" ? value : Number(value ?? 0);
}
