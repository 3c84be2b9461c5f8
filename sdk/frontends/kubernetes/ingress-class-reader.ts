// Reads IngressClasses.

import { z } from "zod";
import type { Diagnostic, ObjectRef } from "../../../resources/diagnostic";
import { AKO_GROUP, diagnose, ignoredFieldsOf, type KindReader, type Spec } from "../../specs";

/** networking.k8s.io IngressClass. */
export interface IngressClass extends Spec {
  controller: string;
  isDefault: boolean;
  /** AviInfraSetting in its parameters. */
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
          ...ignoredFieldsOf("namespace", "scope"),
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
      const message = "spec.controller is missing: no controller serves the class, and its Ingresses are ignored";
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

/** Notice about parameters that the target does not read. */
export function parametersNotRead(ref: ObjectRef, parameters: string): Diagnostic {
  const message = `the parameters ${parameters} are not read and have no effect on the Ingresses of the class`;
  return diagnose("LB1006", ref, "/spec/parameters", message, { remedy: "Use settings instead." });
}
