import { z } from "zod";
import type { Spec } from "../meta";
import { isUnknown, mayBeUnknown, type Unknown } from "../unknown";
import type { KindReader } from "./kind";

export interface ServicePort {
  name: string;
  port: number;
  protocol: "TCP" | "UDP" | "SCTP";
  targetPort?: number | string;
  nodePort?: number | Unknown;
}

/** v1 Service; what a target does not use of it, the target says. */
export interface Service extends Spec {
  type: "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName";
  ports: ServicePort[];
  /** An address, `None` for a headless Service, absent where the cluster has not given one yet. */
  clusterIP?: string | Unknown;
  ipFamilies: string[];
  sessionAffinity?: string;
  externalTrafficPolicy?: string;
  healthCheckNodePort?: number | Unknown;
  loadBalancerIP?: string | Unknown;
  loadBalancerSourceRanges: string[];
  loadBalancerClass?: string;
}

const portNumber = z.number().int().min(1).max(65535);

const schema = z.object({
  spec: z.object({
    type: z.enum(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]).nullish(),
    ports: z
      .array(
        z.object({
          name: z.string().nullish(),
          port: portNumber,
          protocol: z.enum(["TCP", "UDP", "SCTP"]).nullish(),
          targetPort: mayBeUnknown(z.union([z.number().int(), z.string()])).nullish(),
          nodePort: mayBeUnknown(z.number().int().min(0).max(65535)).nullish(),
        }),
      )
      .nullish(),
    clusterIP: mayBeUnknown(z.string()).nullish(),
    ipFamilies: z.array(z.string()).nullish(),
    sessionAffinity: z.string().nullish(),
    externalTrafficPolicy: z.string().nullish(),
    healthCheckNodePort: mayBeUnknown(z.number().int().min(0).max(65535)).nullish(),
    loadBalancerIP: mayBeUnknown(z.string()).nullish(),
    loadBalancerSourceRanges: z.array(z.string()).nullish(),
    loadBalancerClass: z.string().nullish(),
  }),
});

export const serviceReader: KindReader<Service> = {
  kind: "Service",
  apiVersions: ["v1"],
  schema,
  build(base, { spec }: z.infer<typeof schema>) {
    return {
      ...base,
      type: spec.type ?? "ClusterIP",
      ports: (spec.ports ?? []).map((port) => ({
        name: port.name ?? "",
        port: port.port,
        protocol: port.protocol ?? "TCP",
        targetPort: isUnknown(port.targetPort) ? undefined : (port.targetPort ?? undefined),
        // Kubernetes writes 0 for "none"
        nodePort: port.nodePort || undefined,
      })),
      clusterIP: spec.clusterIP || undefined,
      ipFamilies: spec.ipFamilies ?? [],
      sessionAffinity: spec.sessionAffinity ?? undefined,
      externalTrafficPolicy: spec.externalTrafficPolicy ?? undefined,
      healthCheckNodePort: spec.healthCheckNodePort || undefined,
      loadBalancerIP: spec.loadBalancerIP || undefined,
      loadBalancerSourceRanges: spec.loadBalancerSourceRanges ?? [],
      loadBalancerClass: spec.loadBalancerClass || undefined,
    };
  },
};
