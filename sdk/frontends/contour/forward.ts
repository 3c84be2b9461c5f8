// Translates the Services of IngressRoutes: backends, timeouts, retries, weights, verification.

import { isCertificate } from "../../routing/certificates";
import type { Backend, Strategy, Validation } from "../../routing/model";
import type { Forward, Retry } from "../../routing/rule";
import { diagnose, ignoredAnnotations, keyInField, keyOf, type Service, type ServicePort, type SpecSet } from "../../specs";
import { type ContourContext, type ContourFault, quote } from "./context";
import type { IngressRoute, IngressRouteRule, IngressRouteService } from "./ingress-route-reader";

const STRATEGIES: readonly string[] = ["RoundRobin", "WeightedLeastRequest", "Random", "RingHash", "Maglev", "Cookie"] satisfies Strategy[];

/** Target of a valid route. Reports parts without effect. */
export function forwardOf(cx: ContourContext, owner: IngressRoute, route: IngressRouteRule): Forward {
  const weights = effectiveWeights(route.services.map(({ weight }) => weight || undefined));
  const backends = route.services.flatMap((service, i): Backend[] => {
    if (weights[i] === 0 && service.weight === undefined) {
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
    timeouts: timeouts(cx, owner, route),
    retry: retry(cx, owner, route),
    rewrite: route.prefixRewrite === undefined ? undefined : { path: { replaces: "characters", value: route.prefixRewrite } },
    websockets: route.websockets || undefined,
  };
}

/** Backend of a TCP proxy: without weight, health check or verification (contour.md 1.2, "Weights", "Health check"). */
export function tcpBackendOf(cx: ContourContext, owner: IngressRoute, service: IngressRouteService): Backend[] {
  const { weight, healthCheck, validation, ...rest } = service;
  for (const [field, value] of Object.entries({ weight, healthCheck, validation })) {
    if (!value) continue;
    cx.report(diagnose("LB1006", owner.ref, `${service.pointer}/${field}`, `${field} is not used in a tcpproxy`));
  }
  return backendOf(cx, owner, "", rest, undefined);
}

function backendOf(
  cx: ContourContext,
  owner: IngressRoute,
  match: string,
  service: IngressRouteService,
  weight: number | undefined,
): Backend[] {
  const { namespace } = owner.ref;
  const servicePort = findService(cx.specs, namespace, service.name, service.port);
  if (!servicePort) return [];
  const { strategy } = service;
  if (strategy && !STRATEGIES.includes(strategy)) {
    const message = `the strategy ${quote(strategy)} is not known and means RoundRobin; known are ${STRATEGIES.join(", ")}`;
    cx.report(diagnose("LB1520", owner.ref, `${service.pointer}/strategy`, message));
  }
  const { validation } = validationOf(cx.specs, owner, match, service, servicePort);
  if (service.validation && !validation) {
    const message = `validation is not used: the port of Service ${namespace}/${service.name} is not annotated to speak TLS`;
    const remedy = "Annotate the Service with contour.heptio.com/upstream-protocol.tls.";
    cx.report(diagnose("LB1006", owner.ref, `${service.pointer}/validation`, message, { remedy }));
  }
  const { healthCheck } = service;
  const healthCheckSource = healthCheck && { object: owner.ref, pointer: `${service.pointer}/healthCheck` };
  return [contourBackend(cx, servicePort, weight, { strategy: strategy || "RoundRobin", healthCheck, healthCheckSource, validation })];
}

/** Absent and 0 mean the default; an unreadable or negative timeout means none (contour.md 1.2, "Timeouts"). */
function timeouts(cx: ContourContext, { ref }: IngressRoute, { timeout: text, pointer }: IngressRouteRule): Forward["timeouts"] {
  if (!text) return undefined;
  if (text === "infinity") return { request: 0 };
  const seconds = goSeconds(text) ?? -1;
  if (seconds >= 0) return seconds > 0 ? { request: seconds } : undefined;
  const message = `${quote(text)} is not a duration such as 1m30s, so there is no timeout`;
  cx.report(diagnose("LB1523", ref, `${pointer}/timeoutPolicy/request`, message));
  return { request: 0 };
}

/** At least one retry, on 5xx; an unreadable timeout per try means none (contour.md 1.2, "Timeouts"). */
function retry(cx: ContourContext, { ref }: IngressRoute, { retry: policy, pointer }: IngressRouteRule): Retry | undefined {
  if (!policy) return undefined;
  const seconds = policy.perTryTimeout === "" ? 0 : (goSeconds(policy.perTryTimeout) ?? -1);
  if (seconds < 0) {
    const message = `${quote(policy.perTryTimeout)} is not a duration such as 1m30s, so there is no timeout per try`;
    cx.report(diagnose("LB1523", ref, `${pointer}/retryPolicy/perTryTimeout`, message));
  }
  return { on: "5xx", attempts: Math.max(1, policy.count), perTryTimeout: seconds > 0 ? seconds : undefined };
}

const UNITS = new Map(Object.entries({ ns: 1e-9, us: 1e-6, µs: 1e-6, μs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }));

/** Seconds of a Go duration such as `1m30s` or `100ms`; undefined for other texts. */
function goSeconds(text: string): number | undefined {
  const [, sign = "", rest = ""] = /^([-+]?)(.*)$/s.exec(text) ?? [];
  if (rest === "0") return 0;
  if (!/^((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/.test(rest)) return undefined;
  let seconds = 0;
  for (const [, amount, unit = ""] of rest.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g))
    seconds += Number(amount) * (UNITS.get(unit) ?? 0);
  return (sign === "-" ? -1 : 1) * Number(seconds.toFixed(9));
}

/** Protocols of `upstream-protocol.*`; a later one wins. */
const PROTOCOLS = ["h2", "h2c", "tls"] as const;
const PREFIXES = ["contour.heptio.com", "projectcontour.io"] as const;

/** Annotations of a Service that are read. */
const SERVICE_ANNOTATIONS: readonly string[] = PREFIXES.flatMap((prefix) =>
  PROTOCOLS.map((protocol) => `${prefix}/upstream-protocol.${protocol}`),
);

interface FoundService {
  service: Service;
  port: ServicePort;
  protocol: Backend["protocol"];
}

/**
 * The Service and its port by number, or by that number as its name (contour.md 1.2, step 7). Of two ports with one number, TCP is used.
 */
export function findService(specs: SpecSet, namespace: string, name: string, number: number): FoundService | undefined {
  const service = specs.services.get(keyOf({ namespace, name }));
  const fits = service?.ports.filter(({ port, name: portName }) => port === number || portName === String(number)) ?? [];
  const port = fits.find(({ protocol }) => protocol === "TCP") ?? fits[0];
  return service && port ? { service, port, protocol: protocolOf(service, port) } : undefined;
}

/** The missing input if the Service does not exist; none if only its port is missing. */
export function missingService(specs: SpecSet, namespace: string, name: string): Pick<ContourFault, "unresolvedRef"> {
  const key = keyOf({ namespace, name });
  return specs.services.has(key) ? {} : { unresolvedRef: `Service ${key}` };
}

/** Protocol of a port in annotations, by its name, then by its number. */
function protocolOf({ meta }: Service, port: ServicePort): Backend["protocol"] {
  const byPort = new Map<string, Backend["protocol"]>();
  for (const prefix of PREFIXES) {
    for (const protocol of PROTOCOLS) {
      for (const item of (meta.annotations[`${prefix}/upstream-protocol.${protocol}`] ?? "").split(",")) {
        if (item.trim()) byPort.set(item.trim(), protocol);
      }
    }
  }
  return (port.name ? byPort.get(port.name) : undefined) ?? byPort.get(String(port.port));
}

/**
 * Verification of servers with the `ca.crt` of a Secret in the namespace of the object. Only TLS servers can be verified (contour.md 1.1),
 * and a missing authority rejects the object (strict rule 4).
 */
export function validationOf(
  specs: SpecSet,
  owner: IngressRoute,
  match: string,
  service: IngressRouteService,
  { protocol }: FoundService,
): { validation?: Validation; fault?: ContourFault } {
  if (!service.validation || protocol !== "tls") return {};
  const { caSecret, subjectName } = service.validation;
  const about = `route ${quote(match)}: service ${quote(service.name)}: upstreamValidation requested but`;
  const fault = (at: string, what: string, unresolvedRef?: string): { fault: ContourFault } => ({
    fault: {
      code: "LB1512",
      at: `${service.pointer}/validation/${at}`,
      message: `${about} ${what} not found or misconfigured`,
      unresolvedRef,
    },
  });
  const key = keyOf({ namespace: owner.ref.namespace, name: caSecret });
  const secret = specs.secrets.get(key);
  const misplaced = secret && keyInField(secret, "ca.crt", `Secret ${key}`);
  if (misplaced)
    return {
      fault: {
        code: "LB1120",
        at: `${service.pointer}/validation/caSecret`,
        message: `${about} ${misplaced}`,
        unresolvedRef: `Secret ${key}`,
      },
    };
  const authority = secret?.values["ca.crt"];
  if (!secret || !authority || !isCertificate(authority)) return fault("caSecret", "secret", `Secret ${key}`);
  if (subjectName === "") return fault("subjectName", "subject alt name");
  return { validation: { caCertificate: authority, source: secret.ref, subjectName } };
}

/** A backend of the model, with what every kind of Contour's says of it. */
export function contourBackend(
  cx: ContourContext,
  { service, port, protocol }: FoundService,
  weight: number | undefined,
  fields: Pick<Backend, "strategy" | "healthCheck" | "healthCheckSource" | "validation">,
): Backend {
  const { meta, ref } = service;
  const contours = Object.entries(meta.annotations).filter(([name]) => PREFIXES.some((prefix) => name.startsWith(`${prefix}/`)));
  ignoredAnnotations(ref, Object.fromEntries(contours), SERVICE_ANNOTATIONS).forEach(cx.report);
  const { namespace, name } = ref;
  return { service: { namespace, name }, port, weight, protocol, ...fields, ...cx.members(service, port, cx.report) };
}

/**
 * Weights as the model has them. They are relative; one Service takes everything, none or only zeros mean equal parts, and
 * beside others that have one a missing weight is 0 (contour.md 1.2, "Weights").
 */
export function effectiveWeights(weights: readonly (number | undefined)[]): (number | undefined)[] {
  if (weights.length < 2 || weights.every((weight) => !weight)) return weights.map(() => undefined);
  return weights.map((weight) => weight ?? 0);
}
