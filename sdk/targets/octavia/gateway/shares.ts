// The backends of Route rules with their weights.

import { type Backend, type ConnectionRoute, type Forward, type GatewayModel, mergeBackends } from "../../../routing";
import { diagnose } from "../../../specs";
import type { OctaviaLowering } from "../lower/context";
import { roundedWeightsText } from "../lower/l7/servable";
import type { Responders } from "./responders";

/** Backends of a rule, with the responder in the place of those that cannot be used. Without one their part goes to the others. */
export function requestBackends({ backends }: Forward, { failed }: Responders): Backend[] {
  return withResponder(backends, failed);
}

/**
 * Backends for connections: the share of an unusable backend is closed. Empty if every one of them is unusable or without a part:
 * a listener without a pool closes all.
 */
export function connectionBackends(cx: OctaviaLowering, { backends, owner, at }: ConnectionRoute, { closed }: Responders): Backend[] {
  if (!backends.some(({ invalid, weight = 1 }) => !invalid && weight > 0)) return [];
  const isLost = backends.some(({ invalid, weight = 1 }) => invalid && weight > 0) && !closed;
  if (isLost) {
    const message = "the share of unusable backendRefs goes to the other backends: no responder is set for it";
    const remedy = "Correct the backendRef, or name a Service in the setting responders.closed.";
    cx.report(diagnose("LB1706", owner.ref, at, message, { remedy }));
  }
  return withResponder(backends, closed);
}

function withResponder(backends: readonly Backend[], responder: Backend | undefined): Backend[] {
  const all = backends.flatMap(({ invalid, ...backend }): Backend[] => {
    if (!invalid) return [backend];
    return responder ? [{ ...responder, weight: backend.weight }] : [];
  });
  return mergeBackends(all);
}

/** Reports weights of servers that are not quite what the Route says. */
export function reportRounding(
  cx: OctaviaLowering,
  backends: readonly Backend[],
  { owner, at }: Pick<ConnectionRoute, "owner" | "at">,
): void {
  const message = roundedWeightsText(backends);
  if (message !== undefined) cx.report(diagnose("LB1302", owner.ref, at, message));
}

/** Reports once for each Gateway that reads requests which answers clients get in the place of 404 and 500. */
export function reportWithoutResponders(cx: OctaviaLowering, { owner }: GatewayModel, { notFound, failed }: Responders): void {
  const lost = [
    ...(notFound ? [] : ["requests that match no rule get 503 instead of 404"]),
    ...(failed ? [] : ["rules without usable backends answer 503 instead of 500, and the share of an unusable backend goes to the others"]),
  ];
  if (lost.length > 0) cx.report(diagnose("LB1706", owner.ref, "/spec", `without a Service in the setting responders, ${lost.join("; ")}`));
}
