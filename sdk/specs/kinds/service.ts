import { z } from "zod";
import { ignoredAnnotations } from "../ignored";
import type { Spec } from "../meta";
import { diagnose, pointer } from "../report";
import { isUnknown, mayBeUnknown, type Unknown } from "../unknown";
import type { KindReader } from "./kind";

export interface ServicePort {
  name: string;
  port: number;
  protocol: "TCP" | "UDP" | "SCTP";
  targetPort?: number | string;
  nodePort?: number | Unknown;
}

/** v1 Service. */
export interface Service extends Spec {
  type: "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName";
  ports: ServicePort[];
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
    sessionAffinity: z.string().nullish(),
    externalTrafficPolicy: z.string().nullish(),
    loadBalancerIP: mayBeUnknown(z.string()).nullish(),
    loadBalancerSourceRanges: z.array(z.string()).nullish(),
    loadBalancerClass: z.string().nullish(),
  }),
});

/** Fields that change what a load balancer does, and that the Avi generation we follow does not read (ako.md 4.1). */
const UNUSED = ["loadBalancerIP", "loadBalancerSourceRanges", "loadBalancerClass"] as const;

export const serviceReader: KindReader<Service> = {
  kind: "Service",
  apiVersions: ["v1"],
  schema,
  build(base, value: z.infer<typeof schema>, report) {
    const { spec } = value;
    const service: Service = {
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
    };
    if (service.type !== "LoadBalancer") return service;
    for (const field of UNUSED) {
      if (spec[field] != null) report(diagnose("LB1006", base.ref, pointer("spec", field), `${field} is not used`));
    }
    if (spec.sessionAffinity === "ClientIP") report(diagnose("LB1006", base.ref, "/spec/sessionAffinity", "session affinity is not used"));
    if (spec.externalTrafficPolicy === "Local") {
      report(
        diagnose("LB1006", base.ref, "/spec/externalTrafficPolicy", "externalTrafficPolicy Local is not used: every node is a server"),
      );
    }
    ignoredAnnotations(base.ref, base.meta.annotations).forEach(report);
    return service;
  },
};
