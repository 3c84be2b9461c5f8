// Reads the kinds of Arktos and Mizar: Network, Vpc, Subnet, Endpoint, Pod.

import { z } from "zod";
import type { Diagnostic } from "../../../resources/diagnostic";
import { parseAddress } from "../../../resources/mizar/addresses";
import {
  diagnose,
  fieldPath,
  ignoredField,
  ignoredFieldsOf,
  isAddress,
  isSubdomain,
  isUnknown,
  type KindReader,
  mayBeUnknown,
  type NameRule,
  pointer,
  type Spec,
  SUBDOMAIN_RULE,
  shown,
} from "../../specs";

/** Names of objects that Mizar and Arktos create contain the tenant, which may have capitals. */
const TENANT_NAMES: NameRule = { ...SUBDOMAIN_RULE, fits: (text) => isSubdomain(text.toLowerCase()) };

/** Common fields of Vpc and Subnet. Their CRDs have no schema: prefixes and counts may be numbers or texts. */
const blockFields = {
  ip: z.string().nullish(),
  prefix: z.union([z.string(), z.number()]).nullish(),
  status: z.string().nullish(),
};

/** Fields that the operator writes into the spec (mizar, obj/vpc.py and obj/net.py). */
const operators = ignoredFieldsOf("vni", "createtime", "provisiondelay");

/** Dividers of a VPC, bouncers of a subnet. */
const count = z.union([z.number().int().min(0), z.string().regex(/^\d+$/)]).nullish();

/** Empty texts mean absent, as in the operator. */
function textValue(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined || value === "" ? undefined : String(value);
}

/** Arktos Network (arktos.futurewei.com/v1): tenant-scoped; names the network provider and, for Mizar, the VPC. */
export interface Network extends Spec {
  type?: string;
  vpcID?: string;
  /** Component that assigns ClusterIPs. Absent: as in Kubernetes. */
  ipam?: "Arktos" | "Kubernetes" | "External";
  /** Ranges of Service addresses. */
  serviceCidrs: string[];
  spec: Record<string, unknown>;
}

const NO_RANGE = "not a range such as 10.0.0.0/16";

const isRange = (text: string): boolean =>
  /^([0-9]{1,3}\.){3}[0-9]{1,3}(\/([0-9]|[1-2][0-9]|3[0-2]))$/.test(text) && parseAddress(text.split("/")[0] ?? "") !== undefined;

/**
 * The schema of the CRD (crd-network.yaml) requires no field; the translation checks required ones. It also accepts 999.0.0.0/8, from which
 * Arktos could assign no address.
 */
const networkSchema = z.object({
  status: ignoredField,
  spec: z
    .looseObject({
      type: z.string().nullish(),
      vpcID: z.string().nullish(),
      service: z
        .looseObject({
          ipam: z.enum(["Arktos", "Kubernetes", "External"]).nullish(),
          cidrs: z.array(z.string().refine(isRange, NO_RANGE)).nullish(),
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
  schema: networkSchema,
  build(base, { spec }: z.infer<typeof networkSchema>) {
    return {
      ...base,
      type: spec?.type || undefined,
      vpcID: spec?.vpcID || undefined,
      ipam: spec?.service?.ipam ?? undefined,
      serviceCidrs: spec?.service?.cidrs ?? [],
      spec: spec ?? {},
    };
  },
};

/** mizar.com/v1 Vpc. Its status is in `spec.status`. */
export interface Vpc extends Spec {
  ip?: string;
  prefix?: string;
  spec: Record<string, unknown>;
}

const vpcSchema = z.object({ status: ignoredField, spec: z.looseObject({ ...blockFields, ...operators, dividers: count }).nullish() });

export const vpcReader: KindReader<Vpc> = {
  kind: "Vpc",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema: vpcSchema,
  build(base, { spec }: z.infer<typeof vpcSchema>) {
    return { ...base, ip: textValue(spec?.ip), prefix: textValue(spec?.prefix), spec: spec ?? {} };
  },
};

/** mizar.com/v1 Subnet. */
export interface Subnet extends Spec {
  vpc?: string;
  ip?: string;
  prefix?: string;
  spec: Record<string, unknown>;
}

const subnetSchema = z.object({
  status: ignoredField,
  spec: z
    .looseObject({
      ...blockFields,
      ...operators,
      vpc: z.string().nullish(),
      bouncers: count,
      ...ignoredFieldsOf("dividers", "virtual", "cluster_gateway"),
    })
    .nullish(),
});

export const subnetReader: KindReader<Subnet> = {
  kind: "Subnet",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema: subnetSchema,
  build(base, { spec }: z.infer<typeof subnetSchema>) {
    return { ...base, vpc: textValue(spec?.vpc), ip: textValue(spec?.ip), prefix: textValue(spec?.prefix), spec: spec ?? {} };
  },
};

/** mizar.com/v1 Endpoint: an address that the operator assigned. Not the core kind Endpoints. */
export interface MizarEndpoint extends Spec {
  /** `simple` of a Pod, `scaled` of a Service, `host` of a node. */
  type?: string;
  ip?: string;
  vpc?: string;
  /** Name of the subnet. */
  net?: string;
}

const text = mayBeUnknown(z.string()).nullish();
/** Further fields of an endpoint that the operator writes (mizar, obj/endpoint.py). */
const ofOperator = ignoredFieldsOf(
  ...["status", "gw", "mac", "vni", "droplet", "prefix", "itf", "veth", "netns", "hostip", "hostmac", "cnidelay"],
  ...["provisiondelay", "createtime", "pod"],
);
const endpointSchema = z.object({
  status: ignoredField,
  spec: z.looseObject({ type: text, ip: text, vpc: text, net: text, ...ofOperator }).nullish(),
});

/** Unknown fields of an endpoint are ignored in a preview. */
const knownText = (value: z.infer<typeof text>) => (isUnknown(value) ? undefined : textValue(value));

export const mizarEndpointReader: KindReader<MizarEndpoint> = {
  kind: "Endpoint",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema: endpointSchema,
  build(base, { spec }: z.infer<typeof endpointSchema>, report) {
    addressFaults(base.ref, ["spec", "ip"], spec?.ip).forEach(report);
    return { ...base, type: knownText(spec?.type), ip: knownText(spec?.ip), vpc: knownText(spec?.vpc), net: knownText(spec?.net) };
  },
};

/** Faults of an address, which counts as used. */
function addressFaults(ref: Spec["ref"], at: (string | number)[], value: z.infer<typeof text>): Diagnostic[] {
  if (!value || isUnknown(value) || isAddress(value)) return [];
  const message = `${fieldPath(at)} must be an address, got ${shown(value)}`;
  return [diagnose("LB1003", ref, pointer(...at), message, { remedy: "Write an IPv4 or IPv6 address." })];
}

/** v1 Pod, reduced to its network: requested by labels and annotations, assigned in the status. */
export interface Pod extends Spec {
  hostNetwork: boolean;
  /** Addresses it has. */
  addresses: string[];
}

const address = mayBeUnknown(z.string()).nullish();

/** PodSpec and PodStatus of Kubernetes 1.36, and what Arktos adds to them: what runs in a Pod is not our matter. */
const restOfSpec = ignoredFieldsOf(
  ...["activeDeadlineSeconds", "affinity", "automountServiceAccountToken", "containers", "dnsConfig", "dnsPolicy", "enableServiceLinks"],
  ...["ephemeralContainers", "hostAliases", "hostIPC", "hostPID", "hostUsers", "hostname", "hostnameOverride", "imagePullSecrets"],
  ...["initContainers", "nodeName", "nodeSelector", "os", "overhead", "preemptionPolicy", "priority", "priorityClassName"],
  ...["readinessGates", "resourceClaims", "resources", "restartPolicy", "runtimeClassName", "schedulerName", "schedulingGates"],
  ...["schedulingGroup", "securityContext", "serviceAccount", "serviceAccountName", "setHostnameAsFQDN", "shareProcessNamespace"],
  ...["subdomain", "terminationGracePeriodSeconds", "tolerations", "topologySpreadConstraints", "volumes", "workloadRef"],
  ...["nics", "virtualMachine", "vpc", "workloadInfo"],
);
const restOfStatus = ignoredFieldsOf(
  ...["allocatedResources", "conditions", "containerStatuses", "ephemeralContainerStatuses", "extendedResourceClaimStatus", "hostIP"],
  ...["hostIPs", "initContainerStatuses", "message", "nodeAllocatableResourceClaimStatuses", "nominatedNodeName", "observedGeneration"],
  ...["phase", "qosClass", "reason", "resize", "resourceClaimStatuses", "resources", "startTime"],
  ...["nicStatuses", "virtualMachineStatus"],
);

const podSchema = z.object({
  spec: z.object({ hostNetwork: z.boolean().nullish(), ...restOfSpec }).nullish(),
  status: z.object({ podIP: address, podIPs: z.array(z.object({ ip: address })).nullish(), ...restOfStatus }).nullish(),
});

export const podReader: KindReader<Pod> = {
  kind: "Pod",
  apiVersions: ["v1"],
  schema: podSchema,
  build(base, { spec, status }: z.infer<typeof podSchema>, report) {
    addressFaults(base.ref, ["status", "podIP"], status?.podIP).forEach(report);
    for (const [i, { ip }] of (status?.podIPs ?? []).entries()) addressFaults(base.ref, ["status", "podIPs", i, "ip"], ip).forEach(report);
    const ips = [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip)];
    const addresses = ips.filter((ip): ip is string => Boolean(ip) && !isUnknown(ip));
    return { ...base, hostNetwork: spec?.hostNetwork ?? false, addresses: [...new Set(addresses)] };
  },
};
