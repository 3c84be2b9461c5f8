import { z } from "zod";
import type { Spec } from "../../meta";
import type { KindReader } from "../kind";
import { TENANT_NAMES } from "./block";

/** Arktos Network (arktos.futurewei.com/v1): tenant-scoped, names the provider of a network and, for Mizar, its VPC. */
export interface Network extends Spec {
  type?: string;
  vpcID?: string;
  /** Who gives a Service its ClusterIP; absent behaves as Kubernetes. */
  ipam?: "Arktos" | "Kubernetes" | "External";
  /** Ranges of Service addresses. */
  serviceCidrs: string[];
  spec: Record<string, unknown>;
}

/** As the CRD declares it (crd-network.yaml): it requires nothing, so what the seed requires is checked by the translation. */
const schema = z.object({
  spec: z
    .looseObject({
      type: z.string().nullish(),
      vpcID: z.string().nullish(),
      service: z
        .looseObject({
          ipam: z.enum(["Arktos", "Kubernetes", "External"]).nullish(),
          cidrs: z
            .array(z.string().regex(/^([0-9]{1,3}\.){3}[0-9]{1,3}(\/([0-9]|[1-2][0-9]|3[0-2]))$/, "not a range such as 10.0.0.0/16"))
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

export const networkReader: KindReader<Network> = {
  kind: "Network",
  apiVersions: ["arktos.futurewei.com/v1"],
  clusterScoped: true,
  names: TENANT_NAMES,
  schema,
  build: (base, { spec }: z.infer<typeof schema>) => ({
    ...base,
    type: spec?.type || undefined,
    vpcID: spec?.vpcID || undefined,
    ipam: spec?.service?.ipam ?? undefined,
    serviceCidrs: spec?.service?.cidrs ?? [],
    spec: spec ?? {},
  }),
};
