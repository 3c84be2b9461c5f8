import { z } from "zod";
import type { Spec } from "../meta";
import { diagnose } from "../report";
import type { KindReader } from "./kind";

/** networking.k8s.io IngressClass. */
export interface IngressClass extends Spec {
  controller: string;
  isDefault: boolean;
}

const schema = z.object({
  spec: z
    .object({
      controller: z.string().nullish(),
      parameters: z.object({ kind: z.string().nullish(), name: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

export const ingressClassReader: KindReader<IngressClass> = {
  kind: "IngressClass",
  apiVersions: ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"],
  clusterScoped: true,
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const { kind, name } = value.spec?.parameters ?? {};
    if (kind) {
      const message = `the parameters ${kind} ${name ?? ""} are not read: what they say of the class's Ingresses is not done`;
      report(diagnose("LB1006", base.ref, "/spec/parameters", message, { remedy: "Say the same by settings." }));
    }
    return {
      ...base,
      controller: value.spec?.controller ?? "",
      isDefault: base.meta.annotations["ingressclass.kubernetes.io/is-default-class"] === "true",
    };
  },
};
