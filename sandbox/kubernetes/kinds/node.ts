import { IPv4, IPv6 } from "ipaddr.js";
import { asArray, asObject, isObject, type JsonObject, sameJson, text } from "../../shared/json";
import { denied, type FieldError, invalid, unsupported } from "../errors/field";
import type { Behaviour } from "../resources/resource";
import { specOf } from "./service/needs";

const NOT_READY = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
const EFFECTS = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
export const NO_RANGE = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

export const isRange = (text: string): boolean => IPv4.isValidCIDR(text) || IPv6.isValidCIDR(text);

/** A node, which nothing is scheduled to until somebody takes its taint away. */
export const node: Behaviour = {
  defaults(object) {
    const spec = specOf(object);
    if (text(spec.podCIDR) && asArray(spec.podCIDRs).length === 0) spec.podCIDRs = [spec.podCIDR!];
  },
  prepare(object, old) {
    const spec = specOf(object);
    followRange(spec, asObject(old?.spec));
    const taints = asArray(spec.taints).filter(isObject);
    if (!old && !taints.some((taint) => taint.key === NOT_READY.key && taint.effect === NOT_READY.effect))
      spec.taints = [...taints, NOT_READY];
  },
  validate(object, old) {
    const spec = asObject(object.spec);
    const ranges = asArray(spec.podCIDRs).map(text);
    const faults = ranges.flatMap((range, i) => (isRange(range) ? [] : [invalid(`spec.podCIDRs[${i}]`, range, NO_RANGE)]));
    return [...faults, ...taintFaults(asArray(spec.taints).filter(isObject)), ...(old ? changeFaults(spec, asObject(old.spec)) : [])];
  },
};

/** Old clients know one range only. */
function followRange(spec: JsonObject, before: JsonObject): void {
  if (text(spec.podCIDR) && text(spec.podCIDR) !== text(before.podCIDR) && sameJson(spec.podCIDRs, before.podCIDRs)) {
    spec.podCIDRs = [spec.podCIDR!];
  }
}

function taintFaults(taints: JsonObject[]): FieldError[] {
  return taints.flatMap((taint, i) => {
    const at = `metadata.taints[${i}]`;
    if (!EFFECTS.includes(text(taint.effect))) return [unsupported(`${at}.effect`, taint.effect ?? "", EFFECTS)];
    const twice = taints.slice(0, i).some((other) => other.key === taint.key && other.effect === taint.effect);
    const value = JSON.stringify({ Key: taint.key, Value: taint.value ?? "", Effect: taint.effect });
    const message = `Duplicate value: ${value}: taints must be unique by key and effect pair`;
    return twice ? [{ reason: "FieldValueDuplicate", field: at, message }] : [];
  });
}

function changeFaults(spec: JsonObject, before: JsonObject): FieldError[] {
  const faults: FieldError[] = [];
  const keeps = (field: string) => text(before[field]) !== "" && text(spec[field]) !== text(before[field]);
  if (keeps("podCIDR")) faults.push(denied("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid'));
  if (keeps("providerID")) faults.push(denied("spec.providerID", 'node updates may not change providerID except from "" to valid'));
  return faults;
}
