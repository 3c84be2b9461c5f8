import type { Json } from "../../../kinds/json";
import { compare } from "../../lifecycle/compare";
import { isObject } from "../../lifecycle/json";
import { type FieldPath, type Shape, stable } from "../../lifecycle/shape";
import { GUARDED } from "./fields";
import { canonicalAddress, canonicalNetwork, listenerKey, memberKey, ruleKey } from "./keys";

/** Lists and objects that are ours whole: what stands there and was not declared is to go. */
const OWNED = new Set([
  "listeners",
  "pools",
  "members",
  "healthmonitor",
  "l7policies",
  "rules",
  "default_pool",
  "redirect_pool",
  "allowed_cidrs",
  "sni_container_refs",
  "session_persistence",
]);

const ADDRESSES = new Set(["address", "vip_address", "monitor_address", "ip_address"]);

/** Lists without an order. */
const SETS = new Set(["tags", "tls_versions", "vip_sg_ids", "sni_container_refs"]);

/** How trees in normal form are compared; only the name of a field decides, so that parts of a tree compare as well. */
export const OCTAVIA_SHAPE: Shape = {
  identity,
  same,
  empty: (_path, value) =>
    value === "" || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0),
  owned: (path) => OWNED.has(path.at(-1) ?? ""),
  guarded: (path, held) => GUARDED.has(path.at(-1) ?? "") && held !== GUARDED.get(path.at(-1) ?? ""),
  ignored: () => false,
  canonicalKey: (key) => key,
  tolerated: () => false,
  presentable: (value) => value,
};

/** True when two values of one field mean the same. */
export function sameField(field: string, left: Json | undefined, right: Json | undefined): boolean {
  return compare(OCTAVIA_SHAPE, { [field]: left ?? null }, { [field]: right ?? null }).length === 0;
}

/** True for what means the same as nothing. */
export function isVoid(value: Json | undefined): boolean {
  return value === undefined || value === null || OCTAVIA_SHAPE.empty([], value);
}

function identity(path: FieldPath, element: Json): string | undefined {
  const list = path.at(-1) ?? "";
  if (SETS.has(list)) return stable(element);
  if (list === "allowed_cidrs") return typeof element === "string" ? canonicalNetwork(element) : undefined;
  if (!isObject(element)) return undefined;
  if (list === "listeners") return listenerKey(element);
  if (list === "members") return memberKey(element);
  if (list === "rules") return ruleKey(element);
  if (list === "additional_vips") return String(element.subnet_id);
  return list === "pools" || list === "l7policies" ? String(element.name) : undefined;
}

function same(path: FieldPath, left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left !== "string" || typeof right !== "string") return typeof left !== typeof right && String(left) === String(right);
  const field = path.at(-1) ?? "";
  if (ADDRESSES.has(field)) return canonicalAddress(left) === canonicalAddress(right);
  if (field === "allowed_cidrs") return canonicalNetwork(left) === canonicalNetwork(right);
  return field === "provider" && driver(left) === driver(right);
}

/** Octavia's older names of its own driver. */
function driver(provider: string): string {
  return provider === "octavia" || provider === "default" ? "amphora" : provider;
}
