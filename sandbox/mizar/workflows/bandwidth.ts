import { annotationOf, type KubeObject } from "../api/object";
import type { Context } from "./workflow";

const EGRESS = "mizar.com/egress-bandwidth";
const UNITS: { [suffix: string]: number } = { K: 1e3, M: 1e6, G: 1e9 };
const WHOLE = /^\s*[+-]?\d+\s*$/;
const DECIMAL = /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i;

/**
 * What a Pod may send, as its endpoint has it; with the operator's gate BWQOS off the annotations are not looked at.
 * @throws Error for what is no number: the operator does not expect that, and gives the Pod up
 */
export function bandwidthOf(pod: KubeObject, { settings }: Context): { [field: string]: unknown } {
  if (!settings.featureGates.BWQOS) return {};
  return {
    egress_bandwidth_bytes_per_sec: bytesPerSecond(annotationOf(pod, EGRESS) ?? "0"),
    pod_network_class: annotationOf(pod, "mizar.com/network-class") ?? "BestEffort",
    pod_network_priority: annotationOf(pod, "mizar.com/network-priority") ?? "Medium",
  };
}

function bytesPerSecond(given: string): number {
  const unit = UNITS[given.slice(-1)];
  if (unit === undefined) {
    if (!WHOLE.test(given)) throw new Error(`invalid literal for int() with base 10: '${given}'`);
    return Number(given);
  }
  const number = given.replaceAll(given.slice(-1), "");
  if (!DECIMAL.test(number)) throw new Error(`could not convert string to float: '${number}'`);
  return Math.trunc(Number(number) * unit);
}
