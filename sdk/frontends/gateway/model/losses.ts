// Applies what a load balancer cannot serve to the statuses of Gateways and Routes.

import type { GatewayLoss } from "../../../routing/gateway/rules";
import { keyOf } from "../../../specs";
import type { Fault } from "./conditions";
import type { GatewayState } from "./gateways";
import { type Listener, mayBeServed } from "./listeners";
import type { RuleOnListener } from "./ports";

type Losses = readonly GatewayLoss[];

/** A Gateway whose listeners, and those of its ListenerSets, are refused where its load balancer does not have their port. */
export const withLosses = (state: GatewayState, losses: Losses): GatewayState => ({
  ...withoutPorts(state, losses),
  sets: state.sets.map((one) => withoutPorts(one, losses)),
});

/** The same for the listeners of one object. */
export function withoutPorts<T extends { listeners: readonly Listener[] }>(state: T, losses: Losses): T {
  const listeners = state.listeners.map((listener): Listener => {
    const refused = lostPort(listener, losses);
    return refused ? { ...listener, refused } : listener;
  });
  return { ...state, listeners };
}

/** Reason why the load balancer does not have the port of a listener; undefined if it has, or may have, the listener. */
export function lostPort(listener: Listener, losses: Losses): Fault | undefined {
  const loss = losses.find((one) => !one.rule && isOn(one, listener) && mayBeServed(listener));
  return loss && { reason: loss.reason ?? "UnsupportedValue", message: loss.message, at: listener.at };
}

/** Reason why the load balancer does not have a match of a rule that is on a listener. */
export function lostRule({ on: listener, owner, at, index, host }: RuleOnListener, losses: Losses): Fault | undefined {
  const isRule = ({ rule }: GatewayLoss) => rule?.owner === owner && rule.at === at && rule.index === index && rule.host === host;
  const loss = losses.find((one) => isRule(one) && isOn(one, listener));
  return loss && { reason: "UnsupportedValue", message: loss.message, at };
}

const isOn = ({ gateway, port }: GatewayLoss, listener: Listener): boolean =>
  keyOf(gateway.owner.ref) === keyOf(listener.gateway.ref) && port.port === listener.spec.port && port.protocol === listener.spec.protocol;
