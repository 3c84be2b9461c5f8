// Reads Ingresses of all API versions into one form.

import { z } from "zod";
import type { Diagnostic } from "../../../resources/diagnostic";
import {
  diagnose,
  fieldPath,
  ignoredField,
  isHost,
  isLabel,
  isPortName,
  type KindReader,
  LABEL_RULE,
  type PortRef,
  pointer,
  portOf,
  type Spec,
  shown,
  unresolvable,
} from "../../specs";

export interface IngressPath {
  /** As written; empty if absent. */
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
  /** `spec.defaultBackend`, in older versions `spec.backend`; without `service` if it is another resource. */
  defaultBackend?: { service?: string; port: PortRef; pointer: string };
}

const intOrString = z.union([z.number().int(), z.string()]);

const backend = z.object({
  serviceName: z.string().nullish(),
  servicePort: intOrString.nullish(),
  service: z
    .object({ name: z.string(), port: z.object({ name: z.string().nullish(), number: z.number().int().nullish() }).nullish() })
    .nullish(),
  resource: ignoredField,
});

const schema = z.object({
  status: ignoredField,
  spec: z
    .object({
      ingressClassName: z.string().nullish(),
      backend: backend.nullish(),
      defaultBackend: backend.nullish(),
      tls: z.array(z.object({ hosts: z.array(z.string()).nullish(), secretName: z.string().nullish() })).nullish(),
      rules: z
        .array(
          z.object({
            host: z.string().nullish(),
            http: z
              .object({
                paths: z.array(z.object({ path: z.string().nullish(), pathType: z.string().nullish(), backend })).nullish(),
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
  asks: true,
  rejected: "rejected",
  hosts: [
    { path: "spec.rules[].host", everyHost: "absent" },
    { path: "spec.defaultBackend", everyHost: "present" },
    { path: "spec.tls[].hosts[]" },
  ],
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

/** A backend of any API version. */
function backendOf({ service, serviceName, servicePort }: z.infer<typeof backend>): { service?: string; port: PortRef } {
  return {
    service: service?.name ?? serviceName ?? undefined,
    port: portOf(service?.port?.name ?? service?.port?.number ?? servicePort),
  };
}

type PathValue = NonNullable<NonNullable<NonNullable<IngressSpecValue["rules"]>[number]["http"]>["paths"]>[number];

/** Faults in hosts, paths and backends that the API server refuses (pkg/apis/networking/validation). */
function ingressFaults(ref: Spec["ref"], { rules, tls, backend: old, defaultBackend }: IngressSpecValue): Diagnostic[] {
  const hosts = [
    ...(rules ?? []).map(({ host }, i) => ({ host, at: ["spec", "rules", i, "host"] })),
    ...(tls ?? []).flatMap((entry, i) => (entry.hosts ?? []).map((host, j) => ({ host, at: ["spec", "tls", i, "hosts", j] }))),
  ];
  const paths = (rules ?? []).flatMap(({ http }, i) =>
    (http?.paths ?? []).map((path, j) => ({ path, at: ["spec", "rules", i, "http", "paths", j] })),
  );
  const fallback = ref.apiVersion === "networking.k8s.io/v1" ? defaultBackend : old;
  const fallbackAt = ["spec", fallback === old ? "backend" : "defaultBackend"];
  return [
    ...(fallback ? backendFaults(ref, fallback, fallbackAt) : []),
    ...hosts.flatMap(({ host, at }) => (host && !isHost(host) ? [hostFault(ref, at, host)] : unresolvable(ref, host ?? "", at))),
    ...paths.flatMap(({ path, at }) => [...pathFaults(ref, path, at), ...backendFaults(ref, path.backend, [...at, "backend"])]),
  ];
}

function hostFault(ref: Spec["ref"], at: readonly (string | number)[], host: string): Diagnostic {
  const message = `${fieldPath(at)} must be a DNS name, or one with *. in place of its first label, got ${shown(host)}`;
  return diagnose("LB1010", ref, pointer(...at), message, {
    remedy: "Write letters, digits, dashes and dots only.",
    about: { host },
  });
}

const TYPES = ["Exact", "Prefix", "ImplementationSpecific"];
/** Parts of a path that a proxy may resolve, so that the path differs from the matched one. */
const AMBIGUOUS = /\/\/|\/\.\.?(\/|$)|%2f/i;

function pathFaults(ref: Spec["ref"], { path, pathType }: PathValue, at: readonly (string | number)[]): Diagnostic[] {
  const typed = ref.apiVersion === "networking.k8s.io/v1" ? !TYPES.includes(pathType ?? "") : pathType && !TYPES.includes(pathType);
  if (typed) {
    const field = [...at, "pathType"];
    const problem = pathType ? `must be ${TYPES.join(", ")}, got ${shown(pathType)}` : `is missing; it must be ${TYPES.join(", ")}`;
    const meant = TYPES.find((type) => type.toLowerCase() === pathType?.toLowerCase());
    const remedy = `Write ${meant ?? "Prefix or Exact"}.`;
    return [diagnose("LB1011", ref, pointer(...field), `${fieldPath(field)} ${problem}`, { remedy })];
  }
  const matched = pathType === "Exact" || pathType === "Prefix";
  if (!path && !matched) return [];
  const field = [...at, "path"];
  const problem = !path?.startsWith("/")
    ? "must begin with a slash"
    : matched && AMBIGUOUS.test(path)
      ? "must not hold //, /./, /../ or an escaped slash"
      : undefined;
  if (problem === undefined) return [];
  return [
    diagnose("LB1011", ref, pointer(...field), `${fieldPath(field)} ${problem}, got ${shown(path)}`, { remedy: "Write an absolute path." }),
  ];
}

/** A backend must have a Service with one port, or another resource; never both. */
function backendFaults(ref: Spec["ref"], backend: PathValue["backend"], at: readonly (string | number)[]): Diagnostic[] {
  const { service, serviceName, servicePort, resource } = backend;
  const fault = (code: "LB1009" | "LB1012", field: readonly (string | number)[], problem: string, remedy: string) => [
    diagnose(code, ref, pointer(...field), `${fieldPath(field)} ${problem}`, { remedy }),
  ];
  const isNew = ref.apiVersion === "networking.k8s.io/v1";
  const [nameAt, portAt] = service
    ? [
        [...at, "service", "name"],
        [...at, "service", "port"],
      ]
    : [
        [...at, "serviceName"],
        [...at, "servicePort"],
      ];
  const name = service?.name ?? serviceName;
  if (isNew && serviceName && !service)
    return fault("LB1012", nameAt, `is not known in ${ref.apiVersion}`, "Write service: { name, port: { number } }.");
  if (name === undefined || name === null) return [];
  if (resource) return fault("LB1012", at, "names a Service and a resource", "Keep one of them.");
  if (!isLabel(name)) return fault("LB1009", nameAt, `must be ${LABEL_RULE.what}, got ${shown(name)}`, "Name a Service.");
  const { name: portName, number } = service ? (service.port ?? {}) : textOrNumber(servicePort);
  const remedy = "Set the number of a port of the Service, or its name.";
  if (portName && number) return fault("LB1012", portAt, "has a name and a number", "Keep one of them.");
  if (!portName && !number) return fault("LB1012", portAt, number === 0 ? "must not be 0" : "is missing", remedy);
  if (number && (number < 1 || number > 65535)) return fault("LB1012", portAt, `must be between 1 and 65535, got ${number}`, remedy);
  if (portName && !isPortName(portName)) return fault("LB1012", portAt, `must be the name of a port, got ${shown(portName)}`, remedy);
  return [];
}

/** In older versions, digits in quotes are a number. */
function textOrNumber(port: number | string | null | undefined): { name?: string; number?: number } {
  if (typeof port === "string" && port !== "" && !/^\d+$/.test(port)) return { name: port };
  return port === undefined || port === null || port === "" ? {} : { number: Number(port) };
}
