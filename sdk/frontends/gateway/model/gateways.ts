// Decides which listeners of a Gateway and its ListenerSets are served.

import type { Resolution } from "../../../routing/front-end";
import type { GatewayRules } from "../../../routing/gateway/rules";
import { bySeniority, isUnknown, keyOf, objectsOf, type SpecSet, type Unknown } from "../../../specs";
import type { Gateway } from "../gateway-reader";
import { type ListenerSet, listenerSetReader, xListenerSetReader } from "../listener-set-reader";
import { GATEWAY_GROUP } from "../words";
import type { CertificateSource } from "./certificates";
import type { Fault } from "./conditions";
import { markConflicts } from "./conflicts";
import { type Listener, listenersOf } from "./listeners";
import { allowsNamespace } from "./namespaces";

/** A Gateway with its ListenerSets, before Routes are attached. */
export interface GatewayState {
  gateway: Gateway;
  listeners: readonly Listener[];
  sets: readonly SetState[];
  /** Reason of Accepted=False: no part is served. */
  refused?: Fault;
  /** Reason of Programmed=False, with Accepted=True. */
  unusable?: Fault;
  addresses: (string | Unknown)[];
}

/** A ListenerSet that names a Gateway of ours. */
export interface SetState {
  set: ListenerSet;
  /** Reason of Accepted=False for the whole set, which then has no listeners. */
  refused?: Fault;
  listeners: readonly Listener[];
}

/** Reasons for which no part of an object is served, regardless of its spec. */
export interface Refusals {
  refused: Fault | undefined;
  refuses(set: ListenerSet): Fault | undefined;
  /** Reason why the object may have no listener for the host: other namespaces claim it. */
  claimRefusal: Resolution["claimRefusal"];
}

/** State of a Gateway, its listeners and its ListenerSets (gateway-api.md 3.2, 3.10). */
export function gatewayState(cx: CertificateSource, rules: GatewayRules, gateway: Gateway, refusals: Refusals): GatewayState {
  const listeners = listenersOf(cx, rules, gateway, gateway, refusals.claimRefusal);
  const sets = setsOf(cx.specs, gateway).map((set): SetState => {
    const refused = refusals.refuses(set) ?? notAllowed(cx, gateway, set);
    return refused ? { set, refused, listeners: [] } : { set, listeners: listenersOf(cx, rules, gateway, set, refusals.claimRefusal) };
  });
  markConflicts([listeners, ...sets.map((one) => one.listeners)]);
  const refused = refusals.refused ?? refusalOf(rules, gateway);
  const { addresses, unusable } = addressesOf(rules, gateway);
  return { gateway, listeners, sets, addresses, ...(refused ? { refused } : {}), ...(unusable ? { unusable } : {}) };
}

function notAllowed({ specs }: CertificateSource, { ref, spec }: Gateway, { ref: set }: ListenerSet): Fault | undefined {
  if (allowsNamespace(specs, spec.allowedListeners.namespaces, ref.namespace, set.namespace)) return undefined;
  return {
    reason: "NotAllowed",
    message: `Gateway ${keyOf(ref)} allows no ListenerSet of namespace ${set.namespace}`,
    at: "/spec/parentRef",
  };
}

/** ListenerSets of a Gateway, oldest first. */
function setsOf(specs: SpecSet, { ref }: Gateway): ListenerSet[] {
  const all = [...objectsOf(specs, listenerSetReader), ...objectsOf(specs, xListenerSetReader)];
  return all
    .filter((set) => {
      const { group, kind, namespace = set.ref.namespace, name } = set.spec.parentRef;
      return group === GATEWAY_GROUP && kind === "Gateway" && keyOf({ namespace, name }) === keyOf(ref);
    })
    .sort(bySeniority);
}

function refusalOf({ target }: GatewayRules, { spec }: Gateway): Fault | undefined {
  const { parametersRef } = spec.infrastructure ?? {};
  if (parametersRef) {
    const message = `${target} reads no parameters of a Gateway, ${parametersRef.kind} ${parametersRef.name} is not known`;
    return { reason: "InvalidParameters", message, at: "/spec/infrastructure/parametersRef" };
  }
  const other = spec.addresses.findIndex(({ type }) => type !== "IPAddress");
  if (other < 0) return undefined;
  const message = `${target} gives addresses of type IPAddress, not ${spec.addresses[other]?.type}`;
  return { reason: "UnsupportedAddress", message, at: `/spec/addresses/${other}/type` };
}

function addressesOf(rules: GatewayRules, { spec }: Gateway): Pick<GatewayState, "addresses" | "unusable"> {
  const addresses = spec.addresses.flatMap(({ value }) => (value === undefined || value === "" ? [] : [value]));
  const wrong = spec.addresses.findIndex(({ value }) => value && !isUnknown(value) && rules.refusesAddress?.(value) !== undefined);
  const value = spec.addresses[wrong]?.value;
  if (typeof value !== "string") return { addresses };
  const message = rules.refusesAddress?.(value) ?? "";
  return { addresses, unusable: { reason: "AddressNotUsable", message, at: `/spec/addresses/${wrong}/value` } };
}
