// The routing model: what the specs mean, independent of front ends and targets.

import type { Spec } from "../specs";
import type { GatewayModel } from "./gateway/model";
import type { Backend, DefaultBackend, L4Service } from "./model";
import type { StatusRecorder } from "./status";
import type { VirtualHost } from "./virtual-host";

/** Written by every front end, read by every target. All lists are sorted, so the order of specs does not matter. */
export interface RoutingModel {
  hosts: VirtualHost[];
  l4: L4Service[];
  /** Default backends, one per scope; empty unless the target supports them. */
  defaults: DefaultBackend[];
  /** Sorted by namespace and name; empty unless the target reads Gateways. */
  gateways: GatewayModel[];
  /** Responder Services of a target without fixed answers. */
  responders?: readonly Responder[];
  /** Missing inputs by host, in lower case. Existing objects of these hosts are preserved. */
  missing: Record<string, string>;
  /** Diagnostics of all routed or load-balanced objects of the target. The target adds the status of each. */
  ledger: StatusRecorder;
  /** All objects of the target, with the hosts that Ingresses and Routes request, even if they get no routes. */
  subjects: { owner: Spec; hosts: string[] }[];
}

/** A Service that gives every request, or connection, the same answer. */
export interface Responder {
  backend: Backend;
  answer: { status: number } | { closed: string };
}

/** Parts of a model that lead to servers; targets without Gateways omit these. */
export type RoutedParts = Pick<RoutingModel, "hosts" | "l4" | "defaults"> & Partial<Pick<RoutingModel, "gateways">>;
