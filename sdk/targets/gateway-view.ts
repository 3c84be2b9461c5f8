// Interface that a target implements for `to-gateway`: specs as it reads them, and what Gateway API lacks.

import type { ObjectRef } from "../../resources/diagnostic";
import type { GatewayRules, RoutingModel, Rule, VirtualHost } from "../routing";
import type { Spec } from "../specs";

/** Part of an object that the target reads, and that no field of Gateway API has. */
export interface Unconvertible {
  object: ObjectRef;
  /** JSON pointer. */
  at: string;
  /** Goes on after the pointer: `the annotation a/b names an AviInfraSetting, ...`. */
  message: string;
}

/** Specs as a target understands them, and Gateway API as it serves it: all that a translation of the one into the other needs. */
export interface GatewayView {
  /** Conflicts are decided. */
  model: RoutingModel;
  rules: GatewayRules;
  /** Name of the GatewayClass. */
  className: string;
  /** Name of the load balancer that a host is put on. Hosts of one name share an address. */
  groupOf(host: VirtualHost): string;
  /** Spreading of requests where nothing names one, in the words of the model; empty if these have none. */
  usualStrategy: string;
  /** Parts of the specs that have no counterpart at all, whatever host they are about. */
  unconvertible: readonly Unconvertible[];
  /** Difference in how the target matches a path of this route, besides the type of the path; undefined if there is none. */
  matchesOtherwise?(route: Rule, host: VirtualHost): string | undefined;
  /** Clear text of a host that refuses it gets an answer of its own. Default: it is treated as any other unknown request. */
  answersRefused?(owner: Spec): boolean;
}
