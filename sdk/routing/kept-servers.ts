import type { Diagnostic } from "../../kinds/diagnostic";
import { diagnose, keyOf, type Service, type ServicePort } from "../specs";
import type { Members } from "./model";

/** Reports a fault that hides which servers there are: a pool that exists keeps those that it has, and a new one has none. */
export function keepsServers(report: (diagnostic: Diagnostic) => void, because: Diagnostic): Required<Members> {
  report(because);
  return { servers: [], missing: true, because };
}

/**
 * A port that its cluster has not given yet, or that got lost on the way, empties no pool. It does where the Service wants none.
 *
 * @param at JSON pointer of the field that is wrong
 */
export function withoutNodePort(
  { ref, wantsNodePorts }: Service,
  { port }: ServicePort,
  report: (diagnostic: Diagnostic) => void,
  at: string,
  remedy?: string,
): Members {
  const fault = diagnose("LB1105", ref, at, `${keyOf(ref)} port ${port} has no node port`, remedy ? { remedy } : {});
  if (wantsNodePorts) return keepsServers(report, fault);
  report(fault);
  return { servers: [] };
}
