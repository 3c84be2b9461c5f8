import { z } from "zod";
import { diagnose, pointer } from "../codes";
import { ignoredFieldsOf } from "../ignored";
import { isUnknown, mayBeUnknown, type Spec, UNKNOWN, type Unknown } from "../object";
import type { KindReader } from ".";

/** v1 Secret, decoded. Values never appear in a diagnostic. */
export interface Secret extends Spec {
  /** `Opaque` where the manifest gives none, as Kubernetes does. */
  type: string;
  values: Record<string, string | Unknown>;
}

const schema = z.object({
  type: z.string().nullish(),
  data: z.record(z.string(), mayBeUnknown(z.string())).nullish(),
  stringData: z.record(z.string(), mayBeUnknown(z.string())).nullish(),
});

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/;

export const secretReader: KindReader<Secret> = {
  kind: "Secret",
  apiVersions: ["v1"],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const values: Secret["values"] = {};
    for (const [key, encoded] of Object.entries(value.data ?? {})) {
      if (isUnknown(encoded)) values[key] = UNKNOWN;
      else if (BASE64.test(encoded)) values[key] = Buffer.from(encoded, "base64").toString("utf8");
      else report(diagnose("LB1003", base.ref, pointer("data", key), "the value is not base64"));
    }
    return { ...base, type: value.type || "Opaque", values: { ...values, ...value.stringData } };
  },
};

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
