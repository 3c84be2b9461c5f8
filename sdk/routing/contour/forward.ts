import { diagnose, type IngressRoute, type IngressRouteRule, type IngressRouteService, ignoredAnnotations } from "../../specs";
import type { Backend, Forward, Retry, Strategy } from "../model";
import { type ContourContext, quote } from "./context";
import { goSeconds, timeoutOf } from "./duration";
import { findService, SERVICE_ANNOTATIONS } from "./services";
import { validationOf } from "./validation";
import { effectiveWeights } from "./weights";

const STRATEGIES: readonly string[] = ["RoundRobin", "WeightedLeastRequest", "Random", "RingHash", "Maglev", "Cookie"] satisfies Strategy[];

/** Where a sound route with services leads to, and what of it has no effect. */
export function forwardOf(cx: ContourContext, owner: IngressRoute, route: IngressRouteRule): Forward {
  const weights = effectiveWeights(route.services.map(({ weight }) => weight || undefined));
  const backends = route.services.flatMap((service, i): Backend[] => {
    if (weights[i] === 0) {
      const message = `service ${quote(service.name)} has no weight beside services that have one, so it gets no traffic`;
      cx.report(diagnose("LB1519", owner.ref, `${service.pointer}/weight`, message));
    }
    return backendOf(cx, owner, route.match, service, weights[i]);
  });
  if (!route.match.startsWith("/")) {
    const message = `${quote(route.match)} does not begin with a slash, as every path does`;
    cx.report(diagnose("LB1522", owner.ref, `${route.pointer}/match`, message));
  }
  return {
    backends,
    spreads: true,
    timeout: timeout(cx, owner, route),
    retry: retry(cx, owner, route),
    rewrite: route.prefixRewrite,
    websockets: route.websockets || undefined,
  };
}

/** The Service of a TCP proxy: no weight, health check or verification there (contour.md 1.2, "Weights", "Health check"). */
export function tcpBackendOf(cx: ContourContext, owner: IngressRoute, service: IngressRouteService): Backend[] {
  const { weight, healthCheck, validation, ...rest } = service;
  for (const [field, value] of Object.entries({ weight, healthCheck, validation })) {
    if (!value) continue;
    cx.report(diagnose("LB1006", owner.ref, `${service.pointer}/${field}`, `${field} is not used in a tcpproxy`));
  }
  return backendOf(cx, owner, "", { ...rest, weight: 0 }, undefined);
}

function backendOf(
  cx: ContourContext,
  owner: IngressRoute,
  match: string,
  service: IngressRouteService,
  weight: number | undefined,
): Backend[] {
  const { namespace } = owner.ref;
  const found = findService(cx.specs, namespace, service.name, service.port);
  if (!found) return [];
  const { strategy } = service;
  if (strategy && !STRATEGIES.includes(strategy)) {
    const message = `the strategy ${quote(strategy)} is not known and means RoundRobin; known are ${STRATEGIES.join(", ")}`;
    cx.report(diagnose("LB1520", owner.ref, `${service.pointer}/strategy`, message));
  }
  const { validation } = validationOf(cx.specs, owner, match, service, found);
  if (service.validation && !validation) {
    const message = `validation is not used: the port of Service ${namespace}/${service.name} is not annotated to speak TLS`;
    const remedy = "Annotate the Service with contour.heptio.com/upstream-protocol.tls.";
    cx.report(diagnose("LB1006", owner.ref, `${service.pointer}/validation`, message, { remedy }));
  }
  const { meta, ref } = found.service;
  const contours = Object.fromEntries(
    Object.entries(meta.annotations).filter(([name]) => /^(contour\.heptio\.com|projectcontour\.io)\//.test(name)),
  );
  for (const diagnostic of ignoredAnnotations(ref, contours, SERVICE_ANNOTATIONS)) cx.report(diagnostic);
  return [
    {
      service: { namespace, name: service.name },
      port: found.port,
      weight,
      protocol: found.protocol,
      strategy: strategy || "RoundRobin",
      healthCheck: service.healthCheck,
      validation,
      ...cx.members(found.service, found.port, cx.report),
    },
  ];
}

function timeout(cx: ContourContext, { ref }: IngressRoute, { timeout: text, pointer }: IngressRouteRule): Forward["timeout"] {
  if (text && text !== "infinity" && (goSeconds(text) ?? -1) < 0) {
    const message = `${quote(text)} is not a duration such as 1m30s, so there is no timeout`;
    cx.report(diagnose("LB1523", ref, `${pointer}/timeoutPolicy/request`, message));
  }
  return timeoutOf(text);
}

/** At least one more try, on answers 5xx; a time per try that cannot be read is none (contour.md 1.2, "Timeouts"). */
function retry(cx: ContourContext, { ref }: IngressRoute, { retry: given, pointer }: IngressRouteRule): Retry | undefined {
  if (!given) return undefined;
  const seconds = given.perTryTimeout === "" ? 0 : (goSeconds(given.perTryTimeout) ?? -1);
  if (seconds < 0) {
    const message = `${quote(given.perTryTimeout)} is not a duration such as 1m30s, so there is no timeout per try`;
    cx.report(diagnose("LB1523", ref, `${pointer}/retryPolicy/perTryTimeout`, message));
  }
  return { on: "5xx", count: Math.max(1, given.count), perTryTimeout: seconds > 0 ? seconds : undefined };
}
