import type { Spec } from "../../specs";
import type { Rule } from "../rule";
import type { ConnectionPort, GatewayModel, GatewayPort } from "./model";

/** Kinds of Routes. */
export type RouteKind = "HTTPRoute" | "GRPCRoute" | "TLSRoute" | "TCPRoute" | "UDPRoute";

/** Reason why a target cannot serve something, as a status gives it. */
export interface UnsupportedFeature {
  /** JSON pointer below the rule or listener: `/matches/0/method`. */
  at: string;
  /** Begins with the thing: `method is not read by Octavia's L7 rules`. */
  message: string;
  /** Default `UnsupportedValue`. */
  reason?: "UnsupportedValue" | "IncompatibleFilters" | "UnsupportedProtocol";
}

/**
 * A part of a Gateway that its load balancer does not have, for a reason that only the whole of it shows: another Gateway has the port, or a
 * rule needs too much beside those before it. The statuses of the objects follow from it.
 */
export interface GatewayLoss {
  gateway: Pick<GatewayModel, "owner">;
  port: Pick<GatewayPort, "protocol" | "port">;
  /** The match that is lost. Absent: the whole port. */
  rule?: Pick<Rule, "owner" | "at" | "index" | "host">;
  /** Default `UnsupportedValue`. */
  reason?: "PortUnavailable";
  message: string;
}

/** Reason why a rule with further filters cannot be served, for a target that has none of them. */
export function refusedFilter({ filters: [first] = [] }: Pick<Rule, "filters">): UnsupportedFeature | undefined {
  if (!first) return undefined;
  const message = first.type === "of one backend" ? "filters of one backend are not served" : `the filter ${first.type} is not served`;
  return { at: first.at, message };
}

/** Everything a target knows about Gateways: whose they are, and what it can serve. The front end derives every status from it. */
export interface GatewayRules {
  /** Name of the target for messages: `Octavia`. */
  target: string;
  /** `spec.controllerName` of the GatewayClasses that are ours. The first is written into statuses of classes that name none. */
  controllers: readonly string[];
  /** Takes the Gateways of every class, also of one that is not among the specs. */
  everyClass?: true;
  /** Names for `status.supportedFeatures`, sorted. */
  features: readonly string[];
  /** Kinds of Routes by protocol of the listener. A protocol that is absent is not served: UnsupportedProtocol. */
  routes: Readonly<Record<string, readonly RouteKind[]>>;
  /** Reason why a listener cannot be served, which its protocol alone does not say: TLS in mode Terminate, say. */
  refusesListener?(listener: {
    protocol: string;
    port: number;
    hostname: string;
    mode?: "Terminate" | "Passthrough";
  }): UnsupportedFeature | undefined;
  /** Reason why a rule cannot be served at all; it is dropped then (gateway-api.md 4.5). Called for each match, before the rule is ranked. */
  refusesRule(rule: Rule): UnsupportedFeature | undefined;
  /** The same for a route of connections. */
  refusesConnection?(
    route: ConnectionPort["routes"][number],
    port: Pick<ConnectionPort, "protocol" | "port">,
  ): UnsupportedFeature | undefined;
  /** Protocols of servers (`appProtocol`) that it speaks, besides plain HTTP/1.1. */
  speaks: readonly ("ws" | "wss" | "tls" | "h2c" | "h2")[];
  /** Checks certificates of servers as a BackendTLSPolicy asks. False: the policy is refused, and its Services count as invalid. */
  backendTls: boolean;
  /** Checks certificates of clients: for each port, for all ports in one way, or not at all. */
  clientValidation: "port" | "all" | "none";
  /** Takes AllowInsecureFallback. */
  insecureFallback: boolean;
  /** Reason why an address cannot be had: it is outside the subnet of the target, say. */
  refusesAddress?(address: string): string | undefined;
  /** Annotations of a Gateway that the target reads. Default none. */
  annotations?: readonly string[];
  /** The load balancer that a Gateway shares with others; undefined for one of its own. */
  share?(owner: Spec): string | undefined;
}
