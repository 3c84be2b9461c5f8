// Types of what a target can and cannot serve of Gateway API; front ends derive statuses from them.

import type { Spec } from "../../specs";
import type { Rule } from "../rule";
import type { ConnectionPort, GatewayModel, GatewayPort } from "./model";

/** Kinds of Routes. */
export type RouteKind = "HTTPRoute" | "GRPCRoute" | "TLSRoute" | "TCPRoute" | "UDPRoute";

/** A feature that a target does not support, for a status. */
export interface UnsupportedFeature {
  /** JSON pointer below the rule or listener: `/matches/0/method`. */
  at: string;
  /** Message that begins with the feature: `Octavia's L7 rules cannot match a method`. */
  message: string;
  /** Default `UnsupportedValue`. */
  reason?: "UnsupportedValue" | "IncompatibleFilters" | "UnsupportedProtocol";
}

/**
 * A part of a Gateway that its load balancer cannot serve, for a reason that only the complete model shows: another Gateway has the port,
 * or a rule exceeds a limit. Statuses of objects follow from it.
 */
export interface GatewayLoss {
  gateway: Pick<GatewayModel, "owner">;
  port: Pick<GatewayPort, "protocol" | "port">;
  /** The match that is not served. Absent: the whole port. */
  rule?: Pick<Rule, "owner" | "at" | "index" | "host">;
  /** Default `UnsupportedValue`. */
  reason?: "PortUnavailable";
  message: string;
}

/** Reason why a rule with further filters is not served, for a target that supports none. */
export function refusedFilter({ filters: [first] = [] }: Pick<Rule, "filters">): UnsupportedFeature | undefined {
  if (!first) return undefined;
  const message = first.type === "of one backend" ? "filters of one backend are not served" : `the filter ${first.type} is not served`;
  return { at: first.at, message };
}

/** What a target supports of Gateway API, and which Gateways it serves. The front end derives every status from it. */
export interface GatewayRules {
  /** Name of the target in messages: `Octavia`. */
  target: string;
  /** `spec.controllerName` of the GatewayClasses that belong to the target. The first is written into statuses of classes without one. */
  controllers: readonly string[];
  /** Serves Gateways of every class, including classes that the specs lack. */
  everyClass?: true;
  /** Names for `status.supportedFeatures`, sorted. */
  features: readonly string[];
  /** Kinds of Routes by protocol of the listener. An absent protocol is not served: UnsupportedProtocol. */
  routes: Readonly<Record<string, readonly RouteKind[]>>;
  /** Reason why a listener is not served, beyond its protocol: TLS in mode Terminate, for example. */
  refusesListener?(listener: {
    protocol: string;
    port: number;
    hostname: string;
    mode?: "Terminate" | "Passthrough";
  }): UnsupportedFeature | undefined;
  /** Reason why a rule is not served; it is then dropped (gateway-api.md 4.5). Called per match, before rules are ranked. */
  refusesRule(rule: Rule): UnsupportedFeature | undefined;
  /** Reason why a connection route is not served. */
  refusesConnection?(
    route: ConnectionPort["routes"][number],
    port: Pick<ConnectionPort, "protocol" | "port">,
  ): UnsupportedFeature | undefined;
  /** Supported `appProtocol`s, besides HTTP/1.1. */
  speaks: readonly ("ws" | "wss" | "tls" | "h2c" | "h2")[];
  /** Validates server certificates as a BackendTLSPolicy requires. False: the policy is refused, and its Services are invalid backends. */
  backendTls: boolean;
  /** Validates client certificates: per port, in one way for all ports, or not. */
  clientValidation: "port" | "all" | "none";
  /** Supports AllowInsecureFallback. */
  insecureFallback: boolean;
  /** Reason why an address is unavailable: outside the subnet of the target, for example. */
  refusesAddress?(address: string): string | undefined;
  /** Annotations of a Gateway that the target reads. Default none. */
  annotations?: readonly string[];
  /** The load balancer that a Gateway shares with others; undefined for one of its own. */
  share?(owner: Spec): string | undefined;
}
