// Reads Services and Namespaces.

import { z } from "zod";
import type { Diagnostic } from "../../../resources/diagnostic";
import { diagnose } from "../diagnose";
import { ignoredField, ignoredFieldsOf } from "../ignored";
import { isUnknown, mayBeUnknown, type Spec, UNKNOWN, type Unknown } from "../object";
import { pointer } from "../pointer";
import type { KindReader } from "../read-objects";
import { decimal, isAddress, isLabel, isPortName, LABEL_RULE, shown } from "../validation";

export interface ServicePort {
  name: string;
  port: number;
  protocol: "TCP" | "UDP" | "SCTP";
  targetPort?: number | string;
  nodePort?: number | Unknown;
  /** Protocol of its servers: `kubernetes.io/h2c`. */
  appProtocol?: string;
}

/** v1 Service; targets report the fields that they ignore. */
export interface Service extends Spec {
  type: "ClusterIP" | "NodePort" | "LoadBalancer" | "ExternalName";
  ports: ServicePort[];
  /** An address, `None` for a headless Service, absent if the cluster has not assigned one. */
  clusterIP?: string | Unknown;
  ipFamilies: string[];
  /** True if addresses of both families are required (`RequireDualStack`). */
  needsBothFamilies: boolean;
  sessionAffinity?: string;
  /** Session timeout in seconds; absent for the default of Kubernetes, three hours. */
  sessionSeconds?: number;
  externalTrafficPolicy?: string;
  healthCheckNodePort?: number | Unknown;
  loadBalancerIP?: string | Unknown;
  loadBalancerSourceRanges: string[];
  externalIPs: string[];
  loadBalancerClass?: string;
  /** The cluster assigns node ports (`allocateLoadBalancerNodePorts`). */
  wantsNodePorts: boolean;
  /** Labels of its Pods; empty if its endpoints are written by hand. */
  selector: Readonly<Record<string, string>> | Unknown;
}

/** Session timeout in seconds (DefaultClientIPServiceAffinitySeconds). */
const DEFAULT_SESSION = 10_800;

const portNumber = z.number().int().min(1).max(65535);

const serviceSchema = z.object({
  status: ignoredField,
  spec: z.object({
    type: z.enum(["ClusterIP", "NodePort", "LoadBalancer", "ExternalName", ""]).nullish(),
    ports: z
      .array(
        z.object({
          appProtocol: z.string().nullish(),
          name: z.string().nullish(),
          port: portNumber,
          protocol: z.enum(["TCP", "UDP", "SCTP", ""]).nullish(),
          targetPort: mayBeUnknown(z.union([z.number().int().min(0).max(65535), z.string()])).nullish(),
          nodePort: mayBeUnknown(z.number().int().min(0).max(65535)).nullish(),
        }),
      )
      .nullish(),
    clusterIP: mayBeUnknown(z.string()).nullish(),
    ipFamilies: z.array(z.enum(["IPv4", "IPv6"])).nullish(),
    ipFamilyPolicy: z.string().nullish(),
    sessionAffinity: z.enum(["None", "ClientIP", ""]).nullish(),
    sessionAffinityConfig: z
      .looseObject({ clientIP: z.looseObject({ timeoutSeconds: z.number().nullish() }).nullish() })
      .nullish()
      .catch(undefined),
    externalTrafficPolicy: z.enum(["Cluster", "Local", ""]).nullish(),
    healthCheckNodePort: mayBeUnknown(z.number().int().min(0).max(65535)).nullish(),
    allocateLoadBalancerNodePorts: z.boolean().nullish(),
    loadBalancerIP: mayBeUnknown(z.string()).nullish(),
    loadBalancerSourceRanges: z.array(z.string()).nullish(),
    externalIPs: z.array(z.string()).nullish(),
    loadBalancerClass: z.string().nullish(),
    selector: mayBeUnknown(z.record(z.string(), mayBeUnknown(z.string()))).nullish(),
    ...ignoredFieldsOf(
      ...["clusterIPs", "externalName", "internalTrafficPolicy", "ipFamily"],
      ...["publishNotReadyAddresses", "topologyKeys", "trafficDistribution"],
    ),
  }),
});

export const serviceReader: KindReader<Service> = {
  kind: "Service",
  apiVersions: ["v1"],
  rejected: "rejected",
  hosts: [],
  names: LABEL_RULE,
  schema: serviceSchema,
  build(base, value: z.infer<typeof serviceSchema>, report) {
    const { spec } = value;
    faultsOf(base.ref, spec).forEach(report);
    const { ref, meta } = base;
    const seconds = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds;
    return {
      ref,
      meta,
      type: spec.type || "ClusterIP",
      ports: (spec.ports ?? []).map((port) => ({
        name: port.name ?? "",
        port: port.port,
        protocol: port.protocol || "TCP",
        targetPort: isUnknown(port.targetPort) ? undefined : port.targetPort || undefined,
        // Kubernetes writes 0 for "none"
        nodePort: port.nodePort || undefined,
        ...(port.appProtocol ? { appProtocol: port.appProtocol } : {}),
      })),
      clusterIP: decimal(spec.clusterIP) || undefined,
      ipFamilies: spec.ipFamilies ?? [],
      needsBothFamilies: spec.ipFamilyPolicy === "RequireDualStack",
      sessionAffinity: spec.sessionAffinity ?? undefined,
      ...(seconds !== undefined && seconds !== null && seconds !== DEFAULT_SESSION ? { sessionSeconds: seconds } : {}),
      externalTrafficPolicy: spec.externalTrafficPolicy ?? undefined,
      healthCheckNodePort: spec.healthCheckNodePort || undefined,
      loadBalancerIP: decimal(spec.loadBalancerIP) || undefined,
      loadBalancerSourceRanges: spec.loadBalancerSourceRanges ?? [],
      externalIPs: spec.externalIPs ?? [],
      loadBalancerClass: spec.loadBalancerClass || undefined,
      wantsNodePorts: spec.allocateLoadBalancerNodePorts !== false,
      selector: selectorOf(spec.selector),
    };
  },
};

/** Fields that some targets ignore, and whether a Service uses them. */
const ASKED = {
  type: ({ type }) => type === "LoadBalancer" || type === "NodePort",
  ipFamilies: ({ ipFamilies }) => ipFamilies.includes("IPv6"),
  ipFamilyPolicy: ({ needsBothFamilies }) => needsBothFamilies,
  loadBalancerIP: ({ loadBalancerIP }) => loadBalancerIP !== undefined,
  loadBalancerSourceRanges: (service) => service.loadBalancerSourceRanges.length > 0,
  sessionAffinity: ({ sessionAffinity }) => sessionAffinity === "ClientIP",
  sessionAffinityConfig: ({ sessionAffinity, sessionSeconds }) => sessionAffinity === "ClientIP" && sessionSeconds !== undefined,
  externalTrafficPolicy: ({ externalTrafficPolicy }) => externalTrafficPolicy === "Local",
  externalIPs: ({ externalIPs }) => externalIPs.length > 0,
} satisfies Record<string, (service: Service) => boolean>;

/** Warnings for fields of the Service that a target ignores; `because` describes what it does instead. */
export function unusedFields(service: Service, because: { readonly [F in keyof typeof ASKED]?: string }): Diagnostic[] {
  return (Object.keys(ASKED) as (keyof typeof ASKED)[])
    .filter((field) => because[field] !== undefined && ASKED[field](service))
    .map((field) => diagnose("LB1006", service.ref, pointer("spec", field), because[field] ?? ""));
}

/** One unknown label makes the whole selector unknown: without it, other Pods would be selected. */
function selectorOf(selector: z.infer<typeof serviceSchema>["spec"]["selector"]): Service["selector"] {
  if (isUnknown(selector)) return UNKNOWN;
  if (!selector) return {};
  const labels = Object.entries(selector).flatMap(([name, value]) => (isUnknown(value) ? [] : [[name, value] as const]));
  return labels.length < Object.keys(selector).length ? UNKNOWN : Object.fromEntries(labels);
}

/** Faults in ports and addresses beyond the schema, as the API server reports them. */
function faultsOf(ref: Spec["ref"], { type, ports, clusterIP }: z.infer<typeof serviceSchema>["spec"]): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const fault = (at: string, problem: string, remedy: string) => faults.push(diagnose("LB1003", ref, at, problem, { remedy }));
  if (type === "LoadBalancer" && !ports?.length)
    fault("/spec/ports", "spec.ports is missing; a LoadBalancer serves at least one", "Set spec.ports.");
  const [taken, names] = [new Map<string, number>(), new Map<string, number>()];
  for (const [i, { name, port, protocol, targetPort }] of (ports ?? []).entries()) {
    const [at, field] = [`/spec/ports/${i}`, `spec.ports[${i}]`];
    // endpoints are matched by port name
    const namesake = name ? names.get(name) : undefined;
    if (!name && ports && ports.length > 1)
      fault(`${at}/name`, `${field}.name is missing; of several ports each must have one`, "Give each port a name of its own.");
    if (name && namesake !== undefined)
      fault(`${at}/name`, `${field}.name is ${shown(name)} as that of spec.ports[${namesake}]`, "Give each port a name of its own.");
    else if (name) names.set(name, i);
    if (name && !isLabel(name))
      fault(`${at}/name`, `${field}.name must be ${LABEL_RULE.what}, got ${shown(name)}`, "Give the port another name.");
    if (typeof targetPort === "string" && targetPort && !/^\d+$/.test(targetPort) && !isPortName(targetPort))
      fault(
        `${at}/targetPort`,
        `${field}.targetPort must be a port number or the name of one, got ${shown(targetPort)}`,
        "Name a port of the Pods.",
      );
    const id = `${protocol || "TCP"} ${port}`;
    const first = taken.get(id);
    if (first !== undefined) fault(`${at}/port`, `${field} is ${id} as spec.ports[${first}] is`, "Keep one of them.");
    else taken.set(id, i);
  }
  if (clusterIP === "None" && (type === "LoadBalancer" || type === "NodePort"))
    fault("/spec/clusterIP", `spec.clusterIP must not be None for a Service of type ${type}`, "Leave it out, or make the type ClusterIP.");
  const isText = typeof clusterIP === "string" && clusterIP !== "" && clusterIP !== "None";
  if (isText && !isAddress(clusterIP))
    fault("/spec/clusterIP", `spec.clusterIP must be an address or None, got ${shown(clusterIP)}`, "Leave it out.");
  return faults;
}

/** v1 Namespace, for its labels and annotations. */
export type Namespace = Spec;

const namespaceSchema = z.object(ignoredFieldsOf("spec", "status"));

export const namespaceReader: KindReader<Namespace> = {
  kind: "Namespace",
  apiVersions: ["v1"],
  clusterScoped: true,
  names: LABEL_RULE,
  schema: namespaceSchema,
  build: (base) => base,
};
