import type { Json } from "../../../kinds/json";
import { isObject } from "../../lifecycle/sanitize";
import { type FieldPath, type Shape, stable } from "../../lifecycle/shape";
import { quantityOf } from "./quantity";

/** What tells the elements of a list apart: the merge keys of the API; where none is given, their position does. */
const KEYS: { readonly [list: string]: readonly string[] } = {
  containers: ["name"],
  initContainers: ["name"],
  ephemeralContainers: ["name"],
  volumes: ["name"],
  env: ["name"],
  imagePullSecrets: ["name"],
  ports: ["containerPort", "port", "protocol"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  hostAliases: ["ip"],
  tolerations: ["key", "operator", "value", "effect"],
  topologySpreadConstraints: ["topologyKey", "whenUnsatisfiable"],
};

/** Lists without an order. */
const SETS = new Set(["externalIPs", "loadBalancerSourceRanges", "cidrs"]);

/** Numbers that may be written as texts. */
const NUMBERS = new Set(["prefix", "dividers", "bouncers"]);

/** Where amounts such as `500m` and `1Gi` stand. */
const AMOUNTS = new Set(["limits", "requests", "sizeLimit"]);

/** How labels, annotations and specs are compared. A field that is false, empty or null means the same as none: the server drops it. */
export const KUBERNETES_SHAPE: Shape = {
  identity,
  same,
  empty: (_path, value) =>
    value === "" || value === false || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0),
  owned: () => false,
  guarded: () => false,
  ignored: () => false,
  canonicalKey: (key) => key,
  tolerated: () => false,
  presentable: (value) => value,
};

function identity(path: FieldPath, element: Json): string | undefined {
  const list = path.at(-1) ?? "";
  if (SETS.has(list)) return stable(element);
  const keys = KEYS[list];
  if (!keys || !isObject(element)) return undefined;
  const parts = keys.map((key) => (key === "protocol" ? (element[key] ?? "TCP") : element[key])).filter((part) => part !== undefined);
  return parts.length > 0 ? parts.map(String).join("/") : undefined;
}

function same(path: FieldPath, left: Json, right: Json): boolean {
  if (left === right) return true;
  if (NUMBERS.has(path.at(-1) ?? "")) return String(left).trim() === String(right).trim();
  if (!path.slice(-2).some((step) => AMOUNTS.has(step))) return false;
  const amount = quantityOf(left);
  return amount !== undefined && amount === quantityOf(right);
}
