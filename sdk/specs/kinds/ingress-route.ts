import { z } from "zod";
import { diagnose } from "../codes";
import { ignoredAnnotations, ignoredFieldsOf } from "../ignored";
import type { Spec } from "../object";
import type { KindReader } from "../read-objects";
import { unresolvable } from "../validation";
import { type DelegateValue, ingressRouteSchema, publishedFaults, type ServiceValue } from "./ingress-route-schema";

/** A health check as written: what is absent, empty or 0 is left to whoever checks. */
export interface HealthCheckSpec {
  path?: string;
  host?: string;
  intervalSeconds?: number;
  timeoutSeconds?: number;
  unhealthyThresholdCount?: number;
  healthyThresholdCount?: number;
}

/** One Service of a route, in the namespace of the object that holds the route. */
export interface IngressRouteService {
  name: string;
  port: number;
  /** Absent and 0 are the same. */
  weight: number;
  strategy?: string;
  healthCheck?: HealthCheckSpec;
  validation?: { caSecret: string; subjectName: string };
  pointer: string;
}

/** Another IngressRoute; without a namespace the one of the object that delegates. */
export interface Delegate {
  name: string;
  namespace: string;
}

export interface IngressRouteRule {
  /** The prefix; as written, so it may be empty. */
  match: string;
  services: IngressRouteService[];
  delegate?: Delegate;
  websockets: boolean;
  permitInsecure: boolean;
  prefixRewrite?: string;
  /** A Go duration or `infinity`. */
  timeout?: string;
  retry?: { count: number; perTryTimeout: string };
  pointer: string;
}

/**
 * IngressRoute (seed contour-ingressroute.md; fields of the releases that followed, contour.md 1.1). An object with a virtual
 * host is a root, others are edges.
 */
export interface IngressRoute extends Spec {
  virtualHost?: {
    fqdn: string;
    aliases: string[];
    tls?: { secretName: string; minimumVersion: string; passthrough: boolean };
  };
  routes: IngressRouteRule[];
  tcpProxy?: { services: IngressRouteService[]; delegate?: Delegate };
}

export const ingressRouteReader: KindReader<IngressRoute> = {
  kind: "IngressRoute",
  apiVersions: ["contour.heptio.com/v1beta1", "contour.heptio.com/v1alpha1"],
  schema: ingressRouteSchema,
  build(base, value: z.infer<typeof ingressRouteSchema>, report) {
    const { virtualhost, routes, tcpproxy } = value.spec ?? {};
    ignoredFieldsOf(base.ref, ingressRouteSchema, value).forEach(report);
    publishedFaults(base.ref, value).forEach(report);
    for (const [at, name] of [
      ["fqdn", virtualhost?.fqdn] as const,
      ...(virtualhost?.aliases ?? []).map((alias, i) => [`aliases/${i}`, alias] as const),
    ])
      unresolvable(base.ref, name ?? "", ["spec", "virtualhost", ...at.split("/")]).forEach(report);
    ignoredAnnotations(base.ref, base.meta.annotations, CONTOUR_CLASS_ANNOTATIONS).forEach(report);
    const servicesOf = (from: { services?: ServiceValue[] | null; service?: ServiceValue | ServiceValue[] | null }, at: string) => {
      if (from.services && from.service) {
        const remedy = "Use services alone.";
        report(diagnose("LB1003", base.ref, `${at}/service`, "service and services must not stand side by side", { remedy }));
      }
      const list = from.services ?? from.service ?? [];
      const field = from.services ? "services" : "service";
      return Array.isArray(list) ? list.map((one, i) => serviceOf(one, `${at}/${field}/${i}`)) : [serviceOf(list, `${at}/${field}`)];
    };
    return {
      ...base,
      virtualHost: virtualhost
        ? {
            fqdn: virtualhost.fqdn ?? "",
            aliases: virtualhost.aliases ?? [],
            tls: virtualhost.tls
              ? {
                  secretName: virtualhost.tls.secretName ?? "",
                  minimumVersion: virtualhost.tls.minimumProtocolVersion ?? "",
                  passthrough: virtualhost.tls.passthrough ?? false,
                }
              : undefined,
          }
        : undefined,
      routes: (routes ?? []).map((route, i) => ({
        match: route.match ?? "",
        services: servicesOf(route, `/spec/routes/${i}`),
        delegate: delegateOf(route.delegate),
        websockets: route.enableWebsockets ?? false,
        permitInsecure: route.permitInsecure ?? false,
        prefixRewrite: route.prefixRewrite || undefined,
        timeout: route.timeoutPolicy?.request || undefined,
        retry: route.retryPolicy
          ? { count: route.retryPolicy.count ?? 0, perTryTimeout: route.retryPolicy.perTryTimeout ?? "" }
          : undefined,
        pointer: `/spec/routes/${i}`,
      })),
      tcpProxy: tcpproxy ? { services: servicesOf(tcpproxy, "/spec/tcpproxy"), delegate: delegateOf(tcpproxy.delegate) } : undefined,
    };
  },
};

function delegateOf(value: DelegateValue): Delegate | undefined {
  return value ? { name: value.name ?? "", namespace: value.namespace ?? "" } : undefined;
}

function serviceOf(value: ServiceValue, pointer: string): IngressRouteService {
  const { healthCheck: check, validation } = value;
  return {
    name: value.name ?? "",
    port: value.port ?? 0,
    weight: value.weight ?? 0,
    strategy: value.strategy || undefined,
    healthCheck: check
      ? {
          path: check.path || undefined,
          host: check.host || undefined,
          intervalSeconds: check.intervalSeconds || undefined,
          timeoutSeconds: check.timeoutSeconds || undefined,
          unhealthyThresholdCount: check.unhealthyThresholdCount || undefined,
          healthyThresholdCount: check.healthyThresholdCount || undefined,
        }
      : undefined,
    validation: validation ? { caSecret: validation.caSecret ?? "", subjectName: validation.subjectName ?? "" } : undefined,
    pointer,
  };
}

/** Annotations that name the ingress class of a Contour kind; the first that is present decides (contour.md 1.2, step 1). */
export const CONTOUR_CLASS_ANNOTATIONS: readonly string[] = [
  "projectcontour.io/ingress.class",
  "contour.heptio.com/ingress.class",
  "kubernetes.io/ingress.class",
];

/** TLSCertificateDelegation: which namespaces may use Secrets of the namespace it stands in (contour.md 1.2). */
export interface CertificateDelegation extends Spec {
  delegations: { secretName: string; targetNamespaces: string[] }[];
}

const delegationSchema = z.looseObject({
  apiVersion: z.unknown().optional(),
  kind: z.unknown().optional(),
  metadata: z.unknown().optional(),
  status: z.unknown().optional(),
  spec: z.looseObject({
    delegations: z.array(z.looseObject({ secretName: z.string(), targetNamespaces: z.array(z.string()) })),
  }),
});

export const certificateDelegationReader: KindReader<CertificateDelegation> = {
  kind: "TLSCertificateDelegation",
  apiVersions: ["contour.heptio.com/v1beta1", "contour.heptio.com/v1alpha1", "projectcontour.io/v1"],
  schema: delegationSchema,
  build(base, value: z.infer<typeof delegationSchema>, report) {
    ignoredFieldsOf(base.ref, delegationSchema, value).forEach(report);
    return {
      ...base,
      delegations: value.spec.delegations.map(({ secretName, targetNamespaces }) => ({ secretName, targetNamespaces })),
    };
  },
};
