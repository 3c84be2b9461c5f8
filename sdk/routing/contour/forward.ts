import { diagnose, type IngressRoute, type IngressRouteRule, type IngressRouteService } from "../../specs";
import type { Backend, Forward, Retry, Strategy } from "../model";
import { type ContourContext, quote } from "./context";
import { contourBackend, effectiveWeights, findService, validationOf } from "./services";

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
  return [contourBackend(cx, found, weight, { strategy: strategy || "RoundRobin", healthCheck: service.healthCheck, validation })];
}

/** None given or 0 is the default, what cannot be read or is negative is none at all (contour.md 1.2, "Timeouts"). */
function timeout(cx: ContourContext, { ref }: IngressRoute, { timeout: text, pointer }: IngressRouteRule): Forward["timeout"] {
  if (!text) return undefined;
  if (text === "infinity") return "infinite";
  const seconds = goSeconds(text) ?? -1;
  if (seconds >= 0) return seconds || undefined;
  const message = `${quote(text)} is not a duration such as 1m30s, so there is no timeout`;
  cx.report(diagnose("LB1523", ref, `${pointer}/timeoutPolicy/request`, message));
  return "infinite";
}

/** At least one more try, on answers 5xx; a time per try that cannot be read is none (contour.md 1.2, "Timeouts"). */
function retry(cx: ContourContext, { ref }: IngressRoute, { retry: policy, pointer }: IngressRouteRule): Retry | undefined {
  if (!policy) return undefined;
  const seconds = policy.perTryTimeout === "" ? 0 : (goSeconds(policy.perTryTimeout) ?? -1);
  if (seconds < 0) {
    const message = `${quote(policy.perTryTimeout)} is not a duration such as 1m30s, so there is no timeout per try`;
    cx.report(diagnose("LB1523", ref, `${pointer}/retryPolicy/perTryTimeout`, message));
  }
  return { on: "5xx", count: Math.max(1, policy.count), perTryTimeout: seconds > 0 ? seconds : undefined };
}

const UNITS = new Map(Object.entries({ ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }));

/** The seconds of a Go duration such as `1m30s` or `100ms`; undefined when it is none. */
function goSeconds(text: string): number | undefined {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0;
  if (!/^((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return undefined;
  let seconds = 0;
  for (const [, amount, unit = ""] of rest.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g))
    seconds += Number(amount) * (UNITS.get(unit) ?? 0);
  return (sign === "-" ? -1 : 1) * Number(seconds.toFixed(9));
}
