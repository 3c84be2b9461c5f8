import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../kinds/diagnostic";
import { diagnose, pointer } from "../codes";
import { unreadField, unreadFields } from "../ignored";
import type { Spec } from "../object";
import type { KindReader } from "../read-objects";
import { AKO_GROUP } from "./ako-rules";
import { ingressFaults } from "./ingress-faults";

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
  /** `spec.defaultBackend`, in older versions `spec.backend`; without a Service where it is something else. */
  defaultBackend?: { service?: string; port: PortRef; pointer: string };
}

const intOrString = z.union([z.number().int(), z.string()]);

const backend = z.looseObject({
  serviceName: z.string().nullish(),
  servicePort: intOrString.nullish(),
  service: z
    .looseObject({ name: z.string(), port: z.looseObject({ name: z.string().nullish(), number: z.number().int().nullish() }).nullish() })
    .nullish(),
  resource: unreadField,
});

const schema = z.object({
  status: unreadField,
  spec: z
    .looseObject({
      ingressClassName: z.string().nullish(),
      backend: backend.nullish(),
      defaultBackend: backend.nullish(),
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

export const INGRESS_CLASS_ANNOTATION = "kubernetes.io/ingress.class";

export const ingressReader: KindReader<Ingress> = {
  kind: "Ingress",
  apiVersions: ["extensions/v1beta1", "networking.k8s.io/v1beta1", "networking.k8s.io/v1"],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const spec = value.spec ?? {};
    ingressFaults(base.ref, spec).forEach(report);
    const field = spec.defaultBackend ? "defaultBackend" : "backend";
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
          ...backendOf(path.backend),
          pointer: `/spec/rules/${i}/http/paths/${j}`,
        })),
      })),
      ...(spec[field] ? { defaultBackend: { ...backendOf(spec[field]), pointer: pointer("spec", field) } } : {}),
    };
  },
};

export type IngressSpecValue = NonNullable<z.infer<typeof schema>["spec"]>;

/** A backend in the words of any version. */
function backendOf({ service, serviceName, servicePort }: z.infer<typeof backend>): { service?: string; port: PortRef } {
  return {
    service: service?.name ?? serviceName ?? undefined,
    port: portOf(service?.port?.name ?? service?.port?.number ?? servicePort),
  };
}

/** A name, a number, or (0, empty, absent) the only port. A string of digits is a number: YAML quoting must not decide. */
export function portOf(value: number | string | null | undefined): PortRef {
  if (!value) return undefined;
  if (typeof value === "number") return { number: value };
  return /^\d+$/.test(value) ? { number: Number(value) } : { name: value };
}

/** networking.k8s.io IngressClass. */
export interface IngressClass extends Spec {
  controller: string;
  isDefault: boolean;
  /** The AviInfraSetting of its parameters. */
  infraSetting?: string;
}

const classSchema = z.looseObject({
  spec: z
    .looseObject({
      controller: z.string().nullish(),
      parameters: z
        .object({
          apiGroup: z.string().nullish(),
          kind: z.string().nullish(),
          name: z.string().nullish(),
          ...unreadFields("namespace", "scope"),
        })
        .nullish(),
    })
    .nullish(),
});

export const ingressClassReader: KindReader<IngressClass> = {
  kind: "IngressClass",
  apiVersions: ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"],
  clusterScoped: true,
  schema: classSchema,
  build(base, value: z.infer<typeof classSchema>, report) {
    if (!value.spec?.controller) {
      const message = "spec.controller is missing: the class is nobody's, and its Ingresses are not ours";
      report(diagnose("LB1003", base.ref, "/spec/controller", message, { severity: "warning", remedy: "Set spec.controller." }));
    }
    const { apiGroup, kind, name } = value.spec?.parameters ?? {};
    const isInfraSetting = apiGroup === AKO_GROUP && kind === "AviInfraSetting";
    if (kind && !isInfraSetting) report(parametersNotRead(base.ref, `${kind} ${name ?? ""}`));
    return {
      ...base,
      controller: value.spec?.controller ?? "",
      isDefault: base.meta.annotations["ingressclass.kubernetes.io/is-default-class"] === "true",
      ...(isInfraSetting && name ? { infraSetting: name } : {}),
    };
  },
};

/** What is said of the parameters of a class where nobody reads them. */
export function parametersNotRead(ref: ObjectRef, parameters: string): Diagnostic {
  const message = `the parameters ${parameters} are not read: what they say of the class's Ingresses is not done`;
  return diagnose("LB1006", ref, "/spec/parameters", message, { remedy: "Say the same by settings." });
}
