import { z } from "zod";
import type { Spec } from "../meta";
import { unknownFields } from "../unknown-fields";
import type { KindReader } from "./kind";

/** TLSCertificateDelegation: which namespaces may use Secrets of the namespace it stands in (contour.md 1.2). */
export interface CertificateDelegation extends Spec {
  delegations: { secretName: string; targetNamespaces: string[] }[];
}

const schema = z.looseObject({
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
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    unknownFields(base.ref, schema, value).forEach(report);
    return {
      ...base,
      delegations: value.spec.delegations.map(({ secretName, targetNamespaces }) => ({ secretName, targetNamespaces })),
    };
  },
};
