// Reads OpenShift Routes.

import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import { publicPem } from "../../../resources/pem";
import {
  diagnose,
  ignoredField,
  isUnknown,
  type KindReader,
  mayBeUnknown,
  type PortRef,
  portOf,
  type Spec,
  type Unknown,
  unresolvable,
} from "../../specs";

export interface RouteBackend {
  service: string;
  /** Weight, 0..256; default 100. */
  weight: number;
  pointer: string;
}

const PUBLIC_FIELDS = ["certificate", "caCertificate", "destinationCACertificate"] as const;

/** A field for certificates. */
export type PublicField = (typeof PUBLIC_FIELDS)[number];

/** OpenShift Route. */
export interface OpenShiftRoute extends Spec {
  host: string;
  /** Used instead of a host, below a domain of the cluster. */
  subdomain?: string;
  path: string;
  port: PortRef;
  backends: RouteBackend[];
  tls?: {
    termination: "edge" | "passthrough" | "reencrypt";
    insecure?: "None" | "Allow" | "Redirect";
    certificate?: string | Unknown;
    key?: string | Unknown;
    caCertificate?: string | Unknown;
    destinationCACertificate?: string | Unknown;
    /** A Secret of its namespace, instead of certificate and key. */
    externalCertificate?: string;
    /** Certificate fields that contained a private key, which was removed. */
    keysIn: readonly PublicField[];
  };
}

const target = z.looseObject({
  kind: z.literal("Service").nullish(),
  name: z.string().min(1),
  weight: z.number().int().min(0).max(256).nullish(),
});
/** Labels of letters, digits and dashes, as in OpenShift's definition; empty is absent. */
const HOST = /^$|^([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,251}[a-zA-Z0-9])(\.([a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]{0,251}[a-zA-Z0-9]))*$/;
/** The API server accepts labels that are too long for DNS only with this annotation, and no router serves them. */
const LONG_LABELS = "route.openshift.io/allow-non-dns-compliant-host";
const pem = mayBeUnknown(z.string()).nullish();

const schema = z.object({
  status: ignoredField,
  spec: z.looseObject({
    host: z.string().regex(HOST, "must be a DNS name").nullish(),
    path: z.string().regex(/^\//, "must begin with a slash").nullish(),
    to: target,
    alternateBackends: z.array(target).nullish(),
    port: z.looseObject({ targetPort: z.union([z.number().int().min(1), z.string().min(1)]) }).nullish(),
    tls: z
      .looseObject({
        termination: z
          .string()
          .transform((value) => value.toLowerCase())
          .pipe(z.enum(["edge", "passthrough", "reencrypt"])),
        insecureEdgeTerminationPolicy: z.enum(["None", "Allow", "Redirect", ""]).nullish(),
        certificate: pem,
        key: pem,
        caCertificate: pem,
        destinationCACertificate: pem,
        externalCertificate: z.looseObject({ name: z.string().nullish() }).nullish(),
      })
      .nullish(),
    wildcardPolicy: z.enum(["None", "Subdomain", ""]).nullish(),
    subdomain: z.string().regex(HOST, "must be a DNS name").nullish(),
  }),
});

/** Trims blanks that a YAML block scalar leaves around PEM text; an empty text is absent. */
function text(value: string | Unknown | null | undefined): string | Unknown | undefined {
  return isUnknown(value) ? value : value?.trim() ? value : undefined;
}

function publicFields(
  tls: { readonly [F in PublicField]?: string | Unknown | null },
): Pick<NonNullable<OpenShiftRoute["tls"]>, PublicField | "keysIn"> {
  const keysIn: PublicField[] = [];
  const used = PUBLIC_FIELDS.map((field) => {
    const value = text(tls[field]);
    if (value === undefined || isUnknown(value)) return [field, value] as const;
    const publicText = publicPem(value);
    if (publicText.holdsKey) keysIn.push(field);
    return [field, publicText.text || undefined] as const;
  });
  return { ...Object.fromEntries(used), keysIn };
}

/** Refuses a Route for every name below a domain. */
function everyName(ref: ObjectRef, host: string): Diagnostic {
  const names = host.includes(".") ? `*${host.slice(host.indexOf("."))}` : "every name of its domain";
  return diagnose("LB1301", ref, "/spec/wildcardPolicy", `${names} is not served: a Route of wildcardPolicy Subdomain is not read`, {
    remedy: "Write a Route for each host, or an Ingress for the wildcard.",
  });
}

export const openShiftRouteReader: KindReader<OpenShiftRoute> = {
  kind: "Route",
  apiVersions: ["route.openshift.io/v1", "v1"],
  asks: true,
  rejected: "rejected",
  hosts: [{ path: "spec.host" }],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const { spec } = value;
    const { wildcardPolicy } = spec;
    if (wildcardPolicy === "Subdomain") report(everyName(base.ref, spec.host ?? ""));
    const long = unresolvable(base.ref, spec.host ?? "", ["spec", "host"]);
    const isStored = base.meta.annotations[LONG_LABELS] === "true";
    for (const diagnostic of long) report(isStored ? diagnostic : { ...diagnostic, code: "LB1003", severity: "error" });
    return {
      ...base,
      host: spec.host ?? "",
      ...(spec.subdomain ? { subdomain: spec.subdomain } : {}),
      path: spec.path ?? "",
      port: portOf(spec.port?.targetPort),
      backends: [
        { service: spec.to.name, weight: spec.to.weight ?? 100, pointer: "/spec/to" },
        ...(spec.alternateBackends ?? []).map((alternate, i) => ({
          service: alternate.name,
          weight: alternate.weight ?? 100,
          pointer: `/spec/alternateBackends/${i}`,
        })),
      ],
      tls: spec.tls
        ? {
            termination: spec.tls.termination,
            insecure: spec.tls.insecureEdgeTerminationPolicy || undefined,
            key: text(spec.tls.key),
            externalCertificate: spec.tls.externalCertificate?.name || undefined,
            ...publicFields(spec.tls),
          }
        : undefined,
    };
  },
};
