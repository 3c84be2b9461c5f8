// Reports unsupported versions of Gateway API definitions in a cluster.

import type { Resolution } from "../../../routing/front-end";
import type { GatewayRules } from "../../../routing/gateway/rules";
import { diagnose } from "../../../specs";
import { BUNDLE, definitionsOf, versionFault } from "../definitions";
import type { GatewayClass } from "../gateway-class-reader";
import type { Gateway } from "../gateway-reader";
import type { Conditions } from "./conditions";

const REMEDY = `Install the standard channel of Gateway API ${BUNDLE}, or the release of this package for yours.`;

/** Reports whether the definitions in the cluster are supported; nothing for files, or without the right to read definitions. */
export function describeVersion({ reportTo }: Resolution, gatewayClass: GatewayClass, conditions: Conditions): void {
  const definitions = definitionsOf(gatewayClass);
  if (definitions?.version === undefined) return;
  const { ref } = gatewayClass;
  const fault = versionFault(definitions);
  const holds = `the definitions of Gateway API in the cluster are of version ${definitions.version}`;
  conditions.unless("SupportedVersion", fault && { reason: "UnsupportedVersion", message: fault.message }, holds);
  // older definitions have fewer fields, all of which are read
  const severity = fault?.isOlder ? "notice" : "warning";
  if (fault) reportTo(ref, diagnose("LB1710", ref, "", fault.message, { severity, remedy: REMEDY }));
}

/** Reports listeners whose Route kind the cluster does not define. */
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
