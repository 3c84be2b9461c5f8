// Reads IngressRoutes and TLSCertificateDelegations.

import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import {
  diagnose,
  fieldPath,
  type HealthCheckSpec,
  healthCheckOf,
  healthCheckSchema,
  ignoredAnnotations,
  ignoredField,
  type KindReader,
  pointer,
  type Spec,
  unresolvable,
} from "../../specs";

/** A Service of a route, in the namespace of its object. */
export interface IngressRouteService {
  name: string;
  port: number;
  /** Absent and 0 are equal. */
  weight?: number;
  strategy?: string;
  healthCheck?: HealthCheckSpec;
  validation?: { caSecret: string; subjectName: string };
  pointer: string;
}

/** Another IngressRoute; by default in the namespace of the delegating object. */
export interface Delegate {
  name: string;
  namespace: string;
}

export interface IngressRouteRule {
  /** The prefix as written; may be empty. */
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
 * IngressRoute (seed contour-ingressroute.md; fields of later releases, contour.md 1.1). An object with a virtual host is a root, others
 * are edges.
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

const integer = z.number().int();

const service = z.looseObject({
  name: z.string().nullish(),
  port: integer.nullish(),
  weight: integer.nullish(),
  strategy: z.string().nullish(),
  healthCheck: healthCheckSchema,
  validation: z.looseObject({ caSecret: z.string().nullish(), subjectName: z.string().nullish() }).nullish(),
});
type ServiceValue = z.infer<typeof service>;

const delegate = z.looseObject({ name: z.string().nullish(), namespace: z.string().nullish() }).nullish();
type DelegateValue = z.infer<typeof delegate>;
const services = z.array(service).nullish();
/** The seed has a list (lines 65-106) and once a mapping (line 265). */
const seedService = z.union([z.array(service), service]).nullish();

/** Loose objects: unknown fields are reported, not refused. */
const ingressRouteSchema = z.looseObject({
  status: ignoredField,
  spec: z
    .looseObject({
      virtualhost: z
        .looseObject({
          fqdn: z.string().nullish(),
          aliases: z.array(z.string()).nullish(),
          tls: z
            .looseObject({
              secretName: z.string().nullish(),
              minimumProtocolVersion: z.string().nullish(),
              passthrough: z.boolean().nullish(),
            })
            .nullish(),
        })
        .nullish(),
      routes: z
        .array(
          z.looseObject({
            match: z.string().nullish(),
            services,
            service: seedService,
            delegate,
            enableWebsockets: z.boolean().nullish(),
            permitInsecure: z.boolean().nullish(),
            prefixRewrite: z.string().nullish(),
            timeoutPolicy: z.looseObject({ request: z.string().nullish() }).nullish(),
            retryPolicy: z.looseObject({ count: integer.nullish(), perTryTimeout: z.string().nullish() }).nullish(),
          }),
        )
        .nullish(),
      tcpproxy: z.looseObject({ services, service: seedService, delegate }).nullish(),
    })
    .nullish(),
});

const count = z.number().min(0, "must not be negative").nullish();
const needed = { error: (issue: { input?: unknown }) => (issue.input == null ? "is missing" : undefined) };
const text = z.string(needed);

const publishedService = z.object({
  name: text,
  port: z.number(needed),
  healthCheck: z.object({ path: text, unhealthyThresholdCount: count, healthyThresholdCount: count }).nullish(),
  validation: z.object({ caSecret: text, subjectName: text }).nullish(),
});
const publishedDelegate = z.object({ name: text }).nullish();
const publishedServices = z.array(publishedService).nullish();

/** Rules beyond types in Contour's published definition (contour v1.4.0, examples/contour/01-crds.yaml). */
const published = z.object({
  spec: z.object({
    virtualhost: z.object({ fqdn: text }).nullish(),
    routes: z
      .array(
        z.object({ match: text, services: publishedServices, delegate: publishedDelegate, retryPolicy: z.object({ count }).nullish() }),
      )
      .nullish(),
    tcpproxy: z.object({ services: publishedServices, delegate: publishedDelegate }).nullish(),
  }),
});

/**
 * Warnings for objects that an API server with the published definition refuses. Contour itself read them, and so do we: a missing text is
 * empty.
 */
function publishedFaults(ref: ObjectRef, value: unknown): Diagnostic[] {
  const { error } = published.safeParse(value);
  return (error?.issues ?? []).map(({ path, message }) => {
    const text = `${fieldPath(path)} ${message}: an API server with Contour's definition of the kind refuses the object`;
    return diagnose("LB1528", ref, pointer(...path), text);
  });
}

export const ingressRouteReader: KindReader<IngressRoute> = {
  kind: "IngressRoute",
  apiVersions: ["contour.heptio.com/v1beta1", "contour.heptio.com/v1alpha1"],
  asks: true,
  rejected: "invalid",
  hosts: [{ path: "spec.virtualhost.fqdn" }, { path: "spec.virtualhost.aliases[]" }],
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
        const message = "service and services must not both be set";
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
    weight: value.weight ?? undefined,
    strategy: value.strategy || undefined,
    healthCheck: healthCheckOf(ref, value.healthCheck, [...at, "healthCheck"], report),
    validation: validation ? { caSecret: validation.caSecret ?? "", subjectName: validation.subjectName ?? "" } : undefined,
    pointer: pointer(...at),
  };
}

/** Annotations with the class of a Contour kind; the first present one decides (contour.md 1.2, step 1). */
export const CONTOUR_CLASS_ANNOTATIONS: readonly string[] = [
  "projectcontour.io/ingress.class",
  "contour.heptio.com/ingress.class",
  "kubernetes.io/ingress.class",
];

/** TLSCertificateDelegation: namespaces that may use Secrets of its namespace (contour.md 1.2). */
export interface CertificateDelegation extends Spec {
  delegations: { secretName: string; targetNamespaces: string[] }[];
}

const delegationSchema = z.looseObject({
  status: ignoredField,
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
