import { z } from "zod";
import type { Spec } from "../meta";
import type { KindReader } from "./kind";

/** networking.k8s.io IngressClass. */
export interface IngressClass extends Spec {
  controller: string;
  isDefault: boolean;
}

const schema = z.object({ spec: z.object({ controller: z.string().nullish() }).nullish() });

export const ingressClassReader: KindReader<IngressClass> = {
  kind: "IngressClass",
  apiVersions: ["networking.k8s.io/v1", "networking.k8s.io/v1beta1"],
  clusterScoped: true,
  schema,
  build: (base, value: z.infer<typeof schema>) => ({
    ...base,
    controller: value.spec?.controller ?? "",
    isDefault: base.meta.annotations["ingressclass.kubernetes.io/is-default-class"] === "true",
  }),
};
