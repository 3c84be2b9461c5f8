// Status fields of Gateways, ListenerSets and Routes.

import { GATEWAY_GROUP } from "../words";
import { type Condition, Conditions, type Fault, together } from "./conditions";
import type { GatewayState, SetState } from "./gateways";
import { isServed, type Listener } from "./listeners";

/** Status fields of a Gateway (gateway-api.md 4.2), as they are once its load balancer serves it. */
export function gatewayFields({ gateway, listeners, sets, refused, unusable }: GatewayState): { [field: string]: unknown } {
  const all = [...listeners, ...sets.flatMap((one) => one.listeners)];
  const served = all.filter(isServed);
  const none = { reason: "ListenersNotValid", message: "none of its listeners is valid" };
  const conditions = new Conditions(gateway.generation);
  if (refused) conditions.fails("Accepted", refused);
  else if (served.length === 0) conditions.fails("Accepted", none);
  else if (listeners.every(isServed)) conditions.holds("Accepted", "the Gateway is accepted");
  else conditions.holds("Accepted", `listeners that are not valid: ${namesOf(listeners)}`, "ListenersNotValid");
  const unprogrammed = unusable ?? (refused || served.length === 0 ? { reason: "Invalid", message: (refused ?? none).message } : undefined);
  conditions.unless("Programmed", unprogrammed, "the load balancer serves it");
  return {
    conditions: conditions.all(),
    listeners: listeners.map((one) => listenerFields(one, gateway.generation, refused ?? unusable)),
    ...(gateway.spec.allowedListeners.namespaces.from === "None"
      ? {}
      : { attachedListenerSets: refused ? 0 : sets.filter((one) => one.listeners.some(isServed)).length }),
  };
}

const namesOf = (listeners: readonly Listener[]) =>
  listeners
    .filter((one) => !isServed(one))
    .map(({ spec }) => spec.name)
    .join(", ");

/** Fields of the status of a ListenerSet (gateway-api.md 4.4). */
export function setFields(
  { set, refused: setFault, listeners }: SetState,
  { gateway, refused, unusable }: GatewayState,
): { [field: string]: unknown } {
  const conditions = new Conditions(set.generation);
  const parent = `Gateway ${gateway.ref.namespace}/${gateway.ref.name}`;
  const fail = (accepted: string, programmed: string, message: string) =>
    conditions.fails("Accepted", { reason: accepted, message }).fails("Programmed", { reason: programmed, message });
  if (setFault) fail(setFault.reason, setFault.reason, setFault.message);
  else if (refused) fail("ParentNotAccepted", "ParentNotProgrammed", `${parent} is not accepted: ${refused.message}`);
  else if (!listeners.some(isServed)) fail("ListenersNotValid", "ListenersNotValid", "none of its listeners is valid");
  else {
    if (listeners.every(isServed)) conditions.holds("Accepted", "the ListenerSet is accepted");
    else conditions.holds("Accepted", `listeners that are not valid: ${namesOf(listeners)}`, "ListenersNotValid");
    conditions.unless(
      "Programmed",
      unusable && { reason: "ParentNotProgrammed", message: unusable.message },
      `the load balancer of ${parent} serves it`,
    );
  }
  return {
    conditions: conditions.all(),
    listeners: listeners.map((one) => ({ ...listenerFields(one, set.generation, refused ?? unusable), port: one.spec.port })),
  };
}

/** Status of one listener (gateway-api.md 4.3). */
function listenerFields(listener: Listener, generation: number | undefined, parent: Fault | undefined): { [field: string]: unknown } {
  const { spec, refused, conflict, unresolved, kinds, attached } = listener;
  const conditions = new Conditions(generation)
    .unless("Accepted", conflict ?? refused, "the listener is accepted")
    .unless("ResolvedRefs", together(unresolved), "all references of the listener are resolved");
  if (conflict) conditions.holds("Conflicted", conflict.message, conflict.reason);
  else conditions.add("Conflicted", "False", "NoConflicts", "no other listener is in its way");
  const reason = conflict ?? unservedReason(listener) ?? (parent && { reason: "Invalid", message: parent.message });
  conditions.unless("Programmed", reason, "the load balancer serves it");
  return {
    name: spec.name,
    supportedKinds: kinds.map((kind) => ({ group: GATEWAY_GROUP, kind })),
    attachedRoutes: attached.size,
    conditions: conditions.all(),
  };
}

function unservedReason(listener: Listener): Omit<Fault, "at"> | undefined {
  if (isServed(listener)) return undefined;
  return { reason: "Invalid", message: (listener.refused ?? listener.unresolved)?.message ?? "no Route can be attached to it" };
}

/** Outcome of a Route at one of its parents. */
export interface ParentOutcome {
  /** The reference as in the Route. */
  parentRef: object;
  index: number;
  controllerName: string;
  /** Reason of Accepted=False. */
  refused?: Fault;
  /** Dropped rules, while others are served. */
  dropped?: Fault;
}

/** Status fields of a Route: one entry per parent that we serve (gateway-api.md 4.5). */
export function routeFields(
  generation: number | undefined,
  outcomes: readonly ParentOutcome[],
  unresolved: Fault | undefined,
): { parents: { parentRef: object; controllerName: string; conditions: Condition[] }[] } {
  return {
    parents: outcomes.map(({ parentRef, controllerName, refused, dropped }) => {
      const conditions = new Conditions(generation)
        .unless("Accepted", refused, "the Route is accepted")
        .unless("ResolvedRefs", together(unresolved), "all references of the Route are resolved");
      if (dropped) conditions.holds("PartiallyInvalid", dropped.message, dropped.reason);
      return { parentRef, controllerName, conditions: conditions.all() };
    }),
  };
}
