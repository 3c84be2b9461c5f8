import { z } from "zod";
import type { Diagnostic } from "../../../kinds/diagnostic";
import { diagnose, pointer } from "../codes";
import { ignoredAnnotations, unreadField } from "../ignored";
import type { Spec } from "../object";
import type { KindReader } from "../read-objects";
import { unresolvable } from "../validation";
import { type HealthCheckSpec, healthCheckOf } from "./health-check";
import { type DelegateValue, ingressRouteSchema, publishedFaults, type ServiceValue } from "./ingress-route-schema";

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
    publishedFaults(base.ref, value).forEach(report);
    for (const [at, name] of [
      ["fqdn", virtualhost?.fqdn] as const,
      ...(virtualhost?.aliases ?? []).map((alias, i) => [`aliases/${i}`, alias] as const),
    ])
      unresolvable(base.ref, name ?? "", ["spec", "virtualhost", ...at.split("/")]).forEach(report);
    ignoredAnnotations(base.ref, base.meta.annotations, CONTOUR_CLASS_ANNOTATIONS).forEach(report);
    const servicesOf = (
      from: { services?: ServiceValue[] | null; service?: ServiceValue | ServiceValue[] | null },
      ...at: (string | number)[]
    ) => {
      if (from.services && from.service) {
        const remedy = "Use services alone.";
        const message = "service and services must not stand side by side";
        report(diagnose("LB1003", base.ref, pointer(...at, "service"), message, { remedy }));
      }
      const list = from.services ?? from.service ?? [];
      const field = [...at, from.services ? "services" : "service"];
      return Array.isArray(list)
        ? list.map((one, i) => serviceOf(base, one, [...field, i], report))
        : [serviceOf(base, list, field, report)];
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
        services: servicesOf(route, "spec", "routes", i),
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
      tcpProxy: tcpproxy ? { services: servicesOf(tcpproxy, "spec", "tcpproxy"), delegate: delegateOf(tcpproxy.delegate) } : undefined,
    };
  },
};

function delegateOf(value: DelegateValue): Delegate | undefined {
  return value ? { name: value.name ?? "", namespace: value.namespace ?? "" } : undefined;
}

function serviceOf(
  { ref }: Spec,
  value: ServiceValue,
  at: readonly (string | number)[],
  report: (diagnostic: Diagnostic) => void,
): IngressRouteService {
  const { validation } = value;
  return {
    name: value.name ?? "",
    port: value.port ?? 0,
    weight: value.weight ?? 0,
    strategy: value.strategy || undefined,
    healthCheck: healthCheckOf(ref, value.healthCheck, [...at, "healthCheck"], report),
    validation: validation ? { caSecret: validation.caSecret ?? "", subjectName: validation.subjectName ?? "" } : undefined,
    pointer: pointer(...at),
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
  status: unreadField,
  spec: z.looseObject({
    delegations: z.array(z.looseObject({ secretName: z.string(), targetNamespaces: z.array(z.string()) })),
  }),
});

export const certificateDelegationReader: KindReader<CertificateDelegation> = {
  kind: "TLSCertificateDelegation",
  apiVersions: ["contour.heptio.com/v1beta1", "contour.heptio.com/v1alpha1", "projectcontour.io/v1"],
  schema: delegationSchema,
  build(base, value: z.infer<typeof delegationSchema>) {
    return {
      ...base,
      delegations: value.spec.delegations.map(({ secretName, targetNamespaces }) => ({ secretName, targetNamespaces })),
    };
  },
};
