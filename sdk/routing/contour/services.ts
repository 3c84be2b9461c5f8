import {
  type IngressRoute,
  type IngressRouteService,
  ignoredAnnotations,
  keyOf,
  type Service,
  type ServicePort,
  type SpecSet,
} from "../../specs";
import { isCertificate } from "../certificates";
import type { Backend, Validation } from "../model";
import { type ContourContext, type Fault, quote } from "./context";

/** The protocols of `upstream-protocol.*`; a later one wins. */
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
 * The Service and its port by number; a port whose name is that number counts too (contour.md 1.2, step 7). HTTP needs TCP, so
 * of two ports with one number that one is taken.
 */
export function findService(specs: SpecSet, namespace: string, name: string, wanted: number): FoundService | undefined {
  const service = specs.services.get(keyOf({ namespace, name }));
  const fits = service?.ports.filter(({ port, name: portName }) => port === wanted || portName === String(wanted)) ?? [];
  const port = fits.find(({ protocol }) => protocol === "TCP") ?? fits[0];
  return service && port ? { service, port, protocol: protocolOf(service, port) } : undefined;
}

/** What the annotations say of a port, its name before its number. */
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
 * What servers are verified with; the authority is the `ca.crt` of a Secret beside the object. Only servers that speak TLS can
 * be verified (contour.md 1.1), and a missing authority rejects the object (strict rule 4).
 */
export function validationOf(
  specs: SpecSet,
  owner: IngressRoute,
  match: string,
  service: IngressRouteService,
  { protocol }: FoundService,
): { validation?: Validation; fault?: Fault } {
  if (!service.validation || protocol !== "tls") return {};
  const { caSecret, subjectName } = service.validation;
  const about = `route ${quote(match)}: service ${quote(service.name)}: upstreamValidation requested but`;
  const fault = (at: string, what: string): { fault: Fault } => ({
    fault: { code: "LB1512", at: `${service.pointer}/validation/${at}`, message: `${about} ${what} not found or misconfigured` },
  });
  const secret = specs.secrets.get(`${owner.ref.namespace}/${caSecret}`);
  const authority = secret?.values["ca.crt"];
  if (!secret || !authority || !isCertificate(authority)) return fault("caSecret", "secret");
  if (subjectName === "") return fault("subjectName", "subject alt name");
  return { validation: { caCertificate: authority, source: secret.ref, subjectName } };
}

/** A backend of the model, with what every kind of Contour's says of it. */
export function contourBackend(
  cx: ContourContext,
  { service, port, protocol }: FoundService,
  weight: number | undefined,
  fields: Pick<Backend, "strategy" | "healthCheck" | "validation">,
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
