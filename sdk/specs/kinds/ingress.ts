import { z } from "zod";
import type { Spec } from "../meta";
import { diagnose, pointer } from "../report";
import { unknownFields } from "../unknownFields";
import type { KindReader } from "./kind";

/** Which port of a Service: by name, by number, or the only one. */
export type PortRef = { name: string } | { number: number } | undefined;

export interface IngressPath {
  /** As written; empty when the manifest gives none. */
  path: string;
  pathType?: string;
  service?: string;
  port: PortRef;
  pointer: string;
}

export interface IngressRule {
  host: string;
  paths: IngressPath[];
  pointer: string;
}

/** Ingress of `extensions/v1beta1`, `networking.k8s.io/v1beta1` and `networking.k8s.io/v1`, in one form. */
export interface Ingress extends Spec {
  /** `spec.ingressClassName`. */
  className?: string;
  tls: { hosts: string[]; secretName?: string; pointer: string }[];
  rules: IngressRule[];
}

const intOrString = z.union([z.number().int(), z.string()]);

const backend = z.looseObject({
  serviceName: z.string().nullish(),
  servicePort: intOrString.nullish(),
  service: z
    .looseObject({ name: z.string(), port: z.looseObject({ name: z.string().nullish(), number: z.number().int().nullish() }).nullish() })
    .nullish(),
  resource: z.unknown().optional(),
});

const schema = z.object({
  spec: z
    .looseObject({
      ingressClassName: z.string().nullish(),
      backend: z.unknown().optional(),
      defaultBackend: z.unknown().optional(),
      tls: z.array(z.looseObject({ hosts: z.array(z.string()).nullish(), secretName: z.string().nullish() })).nullish(),
      rules: z
        .array(
          z.looseObject({
            host: z.string().nullish(),
            http: z
              .looseObject({
                paths: z.array(z.looseObject({ path: z.string().nullish(), pathType: z.string().nullish(), backend })).nullish(),
              })
              .nullish(),
          }),
        )
        .nullish(),
    })
    .nullish(),
});

export const CLASS_ANNOTATION = "kubernetes.io/ingress.class";

export const ingressReader: KindReader<Ingress> = {
  kind: "Ingress",
  apiVersions: ["extensions/v1beta1", "networking.k8s.io/v1beta1", "networking.k8s.io/v1"],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const spec = value.spec ?? {};
    unknownFields(base.ref, schema, value).forEach(report);
    for (const field of ["backend", "defaultBackend"] as const) {
      if (spec[field] != null) {
        report(
          diagnose("LB1006", base.ref, pointer("spec", field), "the default backend is not used", {
            remedy: "Give the backend a rule with a host.",
          }),
        );
      }
    }
    return {
      ...base,
      className: spec.ingressClassName ?? undefined,
      tls: (spec.tls ?? []).map((entry, i) => ({
        hosts: entry.hosts ?? [],
        secretName: entry.secretName || undefined,
        pointer: `/spec/tls/${i}`,
      })),
      rules: (spec.rules ?? []).map((rule, i) => ({
        host: rule.host ?? "",
        pointer: `/spec/rules/${i}`,
        paths: (rule.http?.paths ?? []).map((path, j) => ({
          path: path.path ?? "",
          pathType: path.pathType ?? undefined,
          service: path.backend.service?.name ?? path.backend.serviceName ?? undefined,
          port: portOf(path.backend.service?.port?.name ?? path.backend.service?.port?.number ?? path.backend.servicePort),
          pointer: `/spec/rules/${i}/http/paths/${j}`,
        })),
      })),
    };
  },
};

/** A name, a number, or (0, empty, absent) the only port. A string of digits is a number: YAML quoting must not decide. */
export function portOf(value: number | string | null | undefined): PortRef {
  if (!value) return undefined;
  if (typeof value === "number") return { number: value };
  return /^\d+$/.test(value) ? { number: Number(value) } : { name: value };
}
