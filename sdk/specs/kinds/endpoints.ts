import { z } from "zod";
import type { Spec } from "../meta";
import { mayBeUnknown, type Unknown } from "../unknown";
import type { KindReader } from "./kind";

export interface EndpointAddress {
  ip: string | Unknown;
  nodeName?: string;
  /** The Pod behind it, where the object says so. */
  target?: { namespace?: string; name: string };
}

/** Addresses that are ready and the ports they all have. */
export interface EndpointSubset {
  addresses: EndpointAddress[];
  ports: { name: string; port: number; protocol: string }[];
}

/** The endpoints of one Service; a Service with EndpointSlices has one such object made from all of them. */
export interface Endpoints extends Spec {
  subsets: EndpointSubset[];
}

const schema = z.object({
  subsets: z
    .array(
      z.object({
        addresses: z
          .array(
            z.object({
              ip: mayBeUnknown(z.union([z.ipv4(), z.ipv6()])),
              nodeName: z.string().nullish(),
              targetRef: z.object({ name: z.string().optional(), namespace: z.string().optional() }).nullish(),
            }),
          )
          .nullish(),
        ports: z
          .array(z.object({ name: z.string().nullish(), port: z.number().int().min(1).max(65535), protocol: z.string().nullish() }))
          .nullish(),
      }),
    )
    .nullish(),
});

/** v1 Endpoints. */
export const endpointsReader: KindReader<Endpoints> = {
  kind: "Endpoints",
  apiVersions: ["v1"],
  schema,
  build: (base, value: z.infer<typeof schema>) => ({
    ...base,
    subsets: (value.subsets ?? []).map((subset) => ({
      addresses: (subset.addresses ?? []).map((address) => ({
        ip: address.ip,
        nodeName: address.nodeName ?? undefined,
        target: address.targetRef?.name ? { name: address.targetRef.name, namespace: address.targetRef.namespace } : undefined,
      })),
      ports: (subset.ports ?? []).map((port) => ({ name: port.name ?? "", port: port.port, protocol: port.protocol ?? "TCP" })),
    })),
  }),
};
