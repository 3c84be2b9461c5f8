// Statuses of BackendTLSPolicies.

import type { Resolution } from "../../../routing/front-end";
import type { GatewayRules } from "../../../routing/gateway/rules";
import type { Backend } from "../../../routing/model";
import { compare, diagnose, keyOf } from "../../../specs";
import type { Gateway } from "../gateway-reader";
import { GATEWAY_GROUP } from "../words";
import type { AttachedRoutes } from "./attached";
import { Conditions, eachOf } from "./conditions";
import type { PolicyState } from "./policies";

/** Limit of ancestors in a status. */
const MOST_ANCESTORS = 16;

/** Sets the status of each BackendTLSPolicy: an entry per Gateway of ours that leads to one of its Services (gateway-api.md 4.6). */
export function describePolicies(
  resolution: Resolution,
  { controllers }: GatewayRules,
  states: readonly PolicyState[],
  attached: AttachedRoutes,
): void {
  if (states.length === 0) return;
  const gatewaysOf = gatewaysByService(attached);
  for (const { policy, refused, unresolved } of states) {
    const targets = policy.spec.targetRefs.map(({ name }) => keyOf({ namespace: policy.ref.namespace, name }));
    const gateways = [...new Set(targets.flatMap((key) => [...(gatewaysOf.get(key) ?? [])]))].sort((a, b) =>
      compare(keyOf(a.ref), keyOf(b.ref)),
    );
    if (gateways.length === 0) continue;
    for (const fault of [...eachOf(refused), ...eachOf(unresolved)])
      resolution.reportTo(policy.ref, diagnose(fault.code ?? "LB1709", policy.ref, fault.at, fault.message));
    const reason = refused ?? unresolved;
    resolution.setStatus(policy, reason ? { state: "rejected", description: reason.message } : { state: "ready", description: "" });
    const ancestors = gateways.slice(0, MOST_ANCESTORS).map(({ ref }) => ({
      ancestorRef: { group: GATEWAY_GROUP, kind: "Gateway", namespace: ref.namespace, name: ref.name },
      controllerName: controllers[0],
      conditions: new Conditions(policy.generation)
        .unless("Accepted", refused, "the policy is accepted")
        .unless("ResolvedRefs", unresolved, "all references of the policy are resolved")
        .all(),
    }));
    resolution.describe(policy, () => ({ fields: { ancestors } }));
  }
}

/** Gateways that lead to each Service. */
function gatewaysByService({ rules }: AttachedRoutes): Map<string, Set<Gateway>> {
  const byService = new Map<string, Set<Gateway>>();
  const add = (gateway: Gateway, backends: readonly Backend[]) => {
    for (const { service } of backends) byService.set(keyOf(service), (byService.get(keyOf(service)) ?? new Set()).add(gateway));
  };
  for (const { on, to } of rules) if ("backends" in to) add(on.gateway, to.backends);
  return byService;
}
