// Reads all Gateways: attaches Routes, builds ports, sets statuses.

import type { RequestedRoutes, Resolution } from "../../../routing/front-end";
import type { GatewayModel } from "../../../routing/gateway/model";
import { readsRequests } from "../../../routing/gateway/model";
import type { GatewayRules } from "../../../routing/gateway/rules";
import { compare, diagnose, keyOf, type Spec } from "../../../specs";
import type { ParentReference } from "../references";
import { GATEWAY_GROUP } from "../words";
import { unusedAnnotations, unusedAnnotationsOfGateway } from "./annotations";
import { type AttachedRoutes, attachRoute } from "./attached";
import type { Parent } from "./attachment";
import type { BackendSource } from "./backends";
import { warnOfCertificates } from "./certificate-names";
import { ownGateways } from "./classes";
import { eachOf } from "./conditions";
import { type GatewayState, gatewayState } from "./gateways";
import { grantsIn } from "./grants";
import { isServed, type Listener, mayBeServed } from "./listeners";
import { withLosses, withoutPorts } from "./losses";
import type { Report } from "./older-rule";
import { policiesIn } from "./policies";
import { describePolicies } from "./policy-statuses";
import { portsOf } from "./ports";
import { type AnyRoute, routesIn } from "./routes";
import { gatewayFields, setFields } from "./statuses";

/** Gateways of our classes with everything attached; each object gets its status. */
export function requestedGateways(resolution: Resolution, rules: GatewayRules): RequestedRoutes {
  const { specs, members, report } = resolution;
  const granted = grantsIn(specs);
  const states = ownGateways(resolution, rules)
    .filter((gateway) => !resolution.isRefused(gateway))
    .map((gateway) => {
      const refused = unusedAnnotationsOfGateway(resolution, gateway, rules.annotations);
      return gatewayState({ specs, granted }, rules, gateway, {
        refused,
        refuses: (set) => unusedAnnotations(resolution, set),
        claimRefusal: resolution.claimRefusal,
      });
    });
  const policies = policiesIn(specs, rules, { specs, granted });
  const backends: BackendSource = { specs, rules, granted, members, report, tls: policies.tls };
  // Gateways are reported before their Routes
  for (const state of states) openState(resolution, state);
  const parentsOf = parentIndex(states);
  const attached: AttachedRoutes = { rules: [], refused: [], connections: [] };
  for (const route of routesIn(specs)) {
    const parents = parentsOf(route);
    if (parents.length === 0) continue;
    const { rules: routeRules, refused, connections } = attachRoute(resolution, backends, route, parents);
    attached.rules.push(...routeRules);
    attached.refused.push(...refused);
    attached.connections.push(...connections);
  }
  for (const state of states) {
    describeState(resolution, state);
    warnOfCertificates(state, attached.rules, report);
  }
  describePolicies(resolution, rules, policies.states, attached);
  return { candidates: [], gateways: states.flatMap((state) => modelOf(rules, state, attached, report)) };
}

/** Finds the parents of a Route that we serve, by kind, namespace and name. */
function parentIndex(states: readonly GatewayState[]): (route: AnyRoute) => Parent[] {
  const parents = new Map<string, Pick<Parent, "listeners" | "gateway">>();
  for (const { gateway, listeners, sets } of states) {
    parents.set(`Gateway ${keyOf(gateway.ref)}`, { listeners, gateway: gateway.ref });
    for (const setState of sets)
      parents.set(`${setState.set.ref.kind} ${keyOf(setState.set.ref)}`, { listeners: setState.listeners, gateway: gateway.ref });
  }
  return (route) =>
    route.spec.parentRefs.flatMap((ref: ParentReference, index): Parent[] => {
      const isGroup = ref.group === GATEWAY_GROUP || (ref.kind === "XListenerSet" && ref.group === "gateway.networking.x-k8s.io");
      const parent = isGroup && parents.get(`${ref.kind} ${keyOf({ namespace: ref.namespace ?? route.ref.namespace, name: ref.name })}`);
      return parent ? [{ ref, index, ...parent }] : [];
    });
}

function openState(resolution: Resolution, { gateway, listeners, sets, refused, unusable }: GatewayState): void {
  const { report } = resolution.open(gateway);
  for (const fault of [refused, unusable]) if (fault) report(diagnose(fault.code ?? "LB1708", gateway.ref, fault.at, fault.message));
  reportListeners(listeners, report);
  for (const { set, refused: fault, listeners: setListeners } of sets) {
    const { report: reportSet } = resolution.open(set);
    if (fault && !fault.code)
      reportSet(diagnose("LB1702", set.ref, fault.at, fault.message, { remedy: "Set allowedListeners in the Gateway." }));
    reportListeners(setListeners, reportSet);
  }
}

function reportListeners(listeners: readonly Listener[], report: ReturnType<Resolution["open"]>["report"]): void {
  for (const { owner, spec, refused, conflict, unresolved } of listeners)
    for (const fault of [conflict, refused, ...eachOf(unresolved)]) {
      // an unresolved reference that causes the refusal is reported once
      if (!fault || (fault === refused && eachOf(unresolved).some(({ at }) => at === fault.at))) continue;
      const code = fault.code ?? (fault.reason === "RefNotPermitted" ? "LB1704" : "LB1702");
      // faults of client validation belong to the Gateway, even for a ListenerSet
      report(diagnose(code, owner.ref, fault.at, `listener ${spec.name}: ${fault.message}`, { about: { listener: spec.name } }));
    }
}

function describeState(resolution: Resolution, state: GatewayState): void {
  const gateway = keyOf(state.gateway.ref);
  resolution.describe(state.gateway, (losses) => ({ fields: gatewayFields(withLosses(state, losses)), gateway }));
  for (const setState of state.sets)
    resolution.describe(setState.set, (losses) => ({ fields: setFields(withoutPorts(setState, losses), state), gateway }));
}

function modelOf(rules: GatewayRules, state: GatewayState, attached: AttachedRoutes, report: Report): GatewayModel[] {
  const { gateway, sets, addresses, refused, unusable } = state;
  const listeners = [...state.listeners, ...sets.flatMap((one) => one.listeners)];
  if (refused || unusable || !listeners.some(mayBeServed)) return [];
  const ports = portsOf(listeners, attached, attached.connections, report);
  const routes = ports.flatMap((port) => (readsRequests(port) ? port.rules : port.routes).map(({ owner }) => owner));
  const served = sets.filter((one) => one.listeners.some(isServed)).map(({ set }) => set);
  const share = rules.share?.(gateway);
  return [
    {
      owner: gateway,
      ...(share === undefined ? {} : { share }),
      addresses,
      ports,
      owners: [gateway, ...distinct([...served, ...routes])],
      labels: gateway.spec.infrastructure?.labels ?? {},
      annotations: gateway.spec.infrastructure?.annotations ?? {},
    },
  ];
}

const distinct = (specs: readonly Spec[]): Spec[] =>
  [...new Set(specs)].sort((a, b) => compare(a.ref.kind, b.ref.kind) || compare(keyOf(a.ref), keyOf(b.ref)));
