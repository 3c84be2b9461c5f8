// Front end for the Route CRD of Contour.

import type { ObjectRef } from "../../../resources/diagnostic";
import type { RouteCandidate } from "../../routing/candidates";
import type { Backend, HealthCheck } from "../../routing/model";
import { HTTP_LISTENER, pathOnly } from "../../routing/rule";
import type { FixedStatus } from "../../routing/status";
import { compare, diagnose } from "../../specs";
import { type ContourContext, type ContourFault, type FrontEndResult, faultDiagnostic, ingressRouteName, quote } from "./context";
import { contourBackend, effectiveWeights, findService } from "./forward";
import type { ContourRoute, ContourRouteRule, RouteUpstream } from "./route-reader";

/** Defaults of the seed (contour-route-crd.md, lines 33-35); healthyThresholdCount has none. */
const HEALTH_CHECK = { intervalSeconds: 5, timeoutSeconds: 2, unhealthyThresholdCount: 3 } as const;

/**
 * Candidates of Contour Routes: one host on HTTP, no delegation, Services of the same namespace. An object with an error is ignored, and
 * all its errors are reported.
 *
 * @param objects those of our class, sorted by namespace/name
 */
export function contourRouteCandidates(cx: ContourContext, objects: readonly ContourRoute[]): FrontEndResult {
  const candidates: RouteCandidate[] = [];
  const judged = objects.map((owner) => {
    const faults = [...sharedHost(owner, objects), ...serviceFaults(cx, owner)];
    for (const { unresolvedRef } of faults) if (unresolvedRef) cx.reportUnresolvedRef(owner.host, unresolvedRef);
    const diagnostics = [...owner.faults, ...faults.map((fault) => faultDiagnostic(owner.ref, fault))];
    diagnostics.forEach(cx.report);
    const first = diagnostics[0];
    const verdict: FixedStatus = first ? { state: "Invalid", description: first.message } : { state: "Valid", description: "" };
    if (!first) candidates.push(...candidatesOf(cx, owner));
    return { owner, verdict };
  });
  return { candidates, judged };
}

/** A host of two objects belongs to neither, as with roots of IngressRoute (contour.md 3). */
function sharedHost({ ref, host }: ContourRoute, objects: readonly ContourRoute[]): ContourFault[] {
  const users = host ? objects.filter((other) => other.host.toLowerCase() === host.toLowerCase()) : [];
  if (users.length < 2) return [];
  const names = users.map(ingressRouteName).sort(compare).join(", ");
  const remedy = `Keep the host in one Route; this one is ${ingressRouteName({ ref })}.`;
  return [
    {
      code: "LB1503",
      at: "/spec/host",
      message: `spec.host: duplicate host ${quote(host)}: it is used in multiple Routes: ${names}`,
      remedy,
    },
  ];
}

function serviceFaults(cx: ContourContext, { ref, routes }: ContourRoute): ContourFault[] {
  const upstreams = routes.flatMap((route) => route.upstreams).filter(({ service, port }) => service && port);
  return upstreams.flatMap(({ service, port, pointer }): ContourFault[] => {
    if (findService(cx.specs, ref.namespace, service, port)) return [];
    const place = `${ref.namespace}/${service}`;
    const serviceSpec = cx.specs.services.get(place);
    const path = dotted(pointer);
    if (!serviceSpec) {
      const message = `${path}.serviceName: Service ${place} is missing: it was not found in namespace ${ref.namespace}`;
      return [{ code: "LB1509", at: `${pointer}/serviceName`, message, unresolvedRef: `Service ${place}` }];
    }
    const offer = serviceSpec.ports.map((one) => one.port).join(", ") || "none";
    const message = `${path}.servicePort: port ${port} of Service ${place} is missing: it was not found among its ports ${offer}`;
    return [{ code: "LB1509", at: `${pointer}/servicePort`, message }];
  });
}

function candidatesOf(cx: ContourContext, owner: ContourRoute): RouteCandidate[] {
  const byPrefix = new Map<string, ContourRouteRule>();
  for (const route of owner.routes) {
    const loser = byPrefix.get(route.prefix);
    if (loser) {
      const message = `pathPrefix ${quote(route.prefix)} of ${owner.host} is defined again at ${dotted(route.pointer)}, which replaces this route (duplicate)`;
      cx.report(diagnose("LB1517", owner.ref, `${loser.pointer}/pathPrefix`, message));
    }
    byPrefix.set(route.prefix, route);
  }
  if (!cx.hosts.admits(owner.host)) {
    cx.report(
      diagnose("LB1201", owner.ref, "/spec/host", `${owner.host} is not in ${cx.hosts.admitted}; nothing of it is served`, {
        about: { host: owner.host },
      }),
    );
    return [];
  }
  const scope = cx.hosts.scope(owner, "clear", "", owner.host);
  return [...byPrefix.values()].map((route) => ({
    owner,
    fqdn: owner.host,
    scope,
    at: route.pointer,
    listener: HTTP_LISTENER,
    match: pathOnly({ is: "characters", value: route.prefix, longestWins: true }),
    to: { backends: backendsOf(cx, owner, route), spreads: true },
  }));
}

function backendsOf(cx: ContourContext, owner: ContourRoute, route: ContourRouteRule): Backend[] {
  const weights = effectiveWeights(route.upstreams.map(({ weight }) => weight));
  warnOfWeights(cx, owner.ref, route);
  return route.upstreams.flatMap((upstream, i): Backend[] => {
    const match = findService(cx.specs, owner.ref.namespace, upstream.service, upstream.port);
    if (!match) return [];
    const strategy = route.strategy ?? owner.strategy ?? "RoundRobin";
    const healthCheck = healthCheckOf(owner, upstream);
    const pointer = upstream.healthCheck ? `${upstream.pointer}/lbHealthCheck` : "/spec/lbHealthCheck";
    const healthCheckSource = healthCheck && { object: owner.ref, pointer };
    return [contourBackend(cx, match, weights[i], { strategy, healthCheck, healthCheckSource })];
  });
}

/** The check of an upstream replaces that of the object as a whole; defaults fill absent fields (seed, lines 31-35 and 44). */
function healthCheckOf(owner: ContourRoute, upstream: RouteUpstream): HealthCheck | undefined {
  const check = upstream.healthCheck ?? owner.healthCheck;
  if (!check) return undefined;
  const { intervalSeconds, timeoutSeconds, unhealthyThresholdCount } = check;
  return {
    ...check,
    intervalSeconds: intervalSeconds ?? HEALTH_CHECK.intervalSeconds,
    timeoutSeconds: timeoutSeconds ?? HEALTH_CHECK.timeoutSeconds,
    unhealthyThresholdCount: unhealthyThresholdCount ?? HEALTH_CHECK.unhealthyThresholdCount,
  };
}

/** Weights are percentages (seed, line 43); they are relative to their sum in any case. */
function warnOfWeights(cx: ContourContext, ref: ObjectRef, { upstreams, pointer, prefix }: ContourRouteRule): void {
  const weights = upstreams.flatMap(({ weight }) => (weight === undefined ? [] : [weight]));
  if (weights.length === 0) return;
  const path = dotted(pointer);
  const sum = weights.reduce((a, b) => a + b, 0);
  if (sum !== 100) {
    const message = `${path}: the weights of ${quote(prefix)} add up to ${sum} and not to 100; their proportion counts`;
    cx.report(diagnose("LB1519", ref, pointer, message));
  }
  for (const { weight, service, pointer: at } of upstreams) {
    if (weight !== undefined || sum === 0) continue;
    const message = `${dotted(at)}.weight: ${service} has no weight beside upstreams that have one, so it gets no traffic`;
    cx.report(diagnose("LB1519", ref, `${at}/weight`, message));
  }
}

/** `/spec/routes/0` as `spec.routes[0]`. */
const dotted = (pointer: string) =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, "[$1]")
    .replaceAll("/", ".");
