import type { Spec } from "../specs";
import type { GatewayModel } from "./gateway/model";
import type { Backend, DefaultBackend, L4Service } from "./model";
import type { StatusRecorder } from "./status";
import type { VirtualHost } from "./virtual-host";

/**
 * Meaning of the specs in words of no target: every front end writes it, every target reads it. Everything is sorted, so the same specs in
 * another order give the same model.
 */
export interface RoutingModel {
  hosts: VirtualHost[];
  l4: L4Service[];
  /** Backends of requests that no host and path takes, one per scope; empty unless the target reads such ones. */
  defaults: DefaultBackend[];
  /** Sorted by namespace and name; empty unless the target reads Gateways. */
  gateways: GatewayModel[];
  /** Services that answer for a target that has no fixed answers. */
  responders?: readonly Responder[];
  /** Missing input, by the host that is not served for that reason, in lower case. Objects already served for it are kept. */
  missing: Record<string, string>;
  /** Diagnostics, open for every object that carries routing or load balancing and is ours. The target adds the outcome of each. */
  ledger: StatusRecorder;
  /** Every object that is ours, and of Ingress and Route the hosts for which it wants requests, also when they got no routes. */
  subjects: { owner: Spec; hosts: string[] }[];
}

/** A Service that gives every request, or connection, the same answer. */
export interface Responder {
  backend: Backend;
  answer: { status: number } | { closed: string };
}

/** Parts of a model that lead to servers; a target without Gateways has none. */
export type RoutedParts = Pick<RoutingModel, "hosts" | "l4" | "defaults"> & Partial<Pick<RoutingModel, "gateways">>;
