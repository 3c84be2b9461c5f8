import type { Resolution } from "../../../routing/front-end";
import type { GatewayRules } from "../../../routing/gateway/rules";
import { diagnose } from "../../../specs";
import { BUNDLE, definitionsOf, versionFault } from "../definitions";
import type { GatewayClass } from "../gateway-class-reader";
import type { Gateway } from "../gateway-reader";
import type { Conditions } from "./conditions";

const REMEDY = `Install the standard channel of Gateway API ${BUNDLE}, or the release of this package for yours.`;

/** Says whether the definitions in the cluster are those that are read. Without a word where that is not known: for files, or without the right. */
export function describeVersion({ reportTo }: Resolution, gatewayClass: GatewayClass, conditions: Conditions): void {
  const found = definitionsOf(gatewayClass);
  if (found?.version === undefined) return;
  const { ref } = gatewayClass;
  const fault = versionFault(found);
  const holds = `the definitions of Gateway API in the cluster are of version ${found.version}`;
  conditions.unless("SupportedVersion", fault && { reason: "UnsupportedVersion", message: fault.message }, holds);
  // an older one has fewer fields, and all of them are read
  const severity = fault?.isOlder ? "notice" : "warning";
  if (fault) reportTo(ref, diagnose("LB1710", ref, "", fault.message, { severity, remedy: REMEDY }));
}

/** Reports the listeners for which the cluster has no kind of Route. */
export function reportMissing(
  { reportTo }: Resolution,
  { routes }: GatewayRules,
  { ref, spec }: Gateway,
  gatewayClass: GatewayClass,
): void {
  const missing = new Set<string>(definitionsOf(gatewayClass)?.missing);
  for (const [index, { name, protocol }] of spec.listeners.entries()) {
    const kinds = routes[protocol] ?? [];
    if (kinds.length === 0 || !kinds.every((kind) => missing.has(kind))) continue;
    const message = `listener ${name} can have no Route: ${kinds.join(" and ")} is not defined in the cluster`;
    reportTo(ref, diagnose("LB1710", ref, `/spec/listeners/${index}`, message, { remedy: REMEDY }));
  }
}
