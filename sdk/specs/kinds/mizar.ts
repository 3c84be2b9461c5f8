import { z } from "zod";
import type { Diagnostic } from "../../../kinds/diagnostic";
import { diagnose, pointer } from "../codes";
import { ignoredFields, ignoredFieldsOf } from "../ignored";
import { isUnknown, mayBeUnknown, type Spec } from "../object";
import type { KindReader } from "../read-objects";
import { fieldPath, isAddress, isSubdomain, type NameRule, SUBDOMAIN_RULE, shown } from "../validation";

/** Objects that Mizar and Arktos make are named after their tenant, which may have capitals. */
const TENANT_NAMES: NameRule = { ...SUBDOMAIN_RULE, fits: (text) => isSubdomain(text.toLowerCase()) };

/** What Vpc and Subnet share: their CRDs have no schema, a prefix may be a number or its text, and counts likewise. */
const blockFields = {
  ip: z.string().nullish(),
  prefix: z.union([z.string(), z.number()]).nullish(),
  status: z.string().nullish(),
};

/** What the operator writes into the spec (mizar, obj/vpc.py and obj/net.py). */
const OPERATORS = ["vni", "createtime", "provisiondelay"];

/** Dividers of a VPC, bouncers of a subnet. */
const count = z.union([z.number().int().min(0), z.string().regex(/^\d+$/)]).nullish();

/** Empty texts stand for nothing, as they do for the operator. */
function textOf(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined || value === "" ? undefined : String(value);
}

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
const networkSchema = z.object({
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
  schema: networkSchema,
  build(base, value: z.infer<typeof networkSchema>, report) {
    const { spec } = value;
    // the definition of the kind names no others
    ignoredFieldsOf(base.ref, networkSchema, value).forEach(report);
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

/** mizar.com/v1 Vpc. Its state stands in `spec.status`. */
export interface Vpc extends Spec {
  ip?: string;
  prefix?: string;
  spec: Record<string, unknown>;
}

const vpcSchema = z.object({ spec: z.looseObject({ ...blockFields, dividers: count }).nullish() });

export const vpcReader: KindReader<Vpc> = {
  kind: "Vpc",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema: vpcSchema,
  build(base, { spec }: z.infer<typeof vpcSchema>, report) {
    ignoredFields(base.ref, spec, [...Object.keys(blockFields), "dividers", ...OPERATORS], "spec").forEach(report);
    return { ...base, ip: textOf(spec?.ip), prefix: textOf(spec?.prefix), spec: spec ?? {} };
  },
};

/** mizar.com/v1 Subnet. */
export interface Subnet extends Spec {
  vpc?: string;
  ip?: string;
  prefix?: string;
  spec: Record<string, unknown>;
}

const subnetSchema = z.object({ spec: z.looseObject({ ...blockFields, vpc: z.string().nullish(), bouncers: count }).nullish() });

export const subnetReader: KindReader<Subnet> = {
  kind: "Subnet",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema: subnetSchema,
  build(base, { spec }: z.infer<typeof subnetSchema>, report) {
    ignoredFields(
      base.ref,
      spec,
      [...Object.keys(blockFields), "vpc", "bouncers", "dividers", "virtual", "cluster_gateway", ...OPERATORS],
      "spec",
    ).forEach(report);
    return { ...base, vpc: textOf(spec?.vpc), ip: textOf(spec?.ip), prefix: textOf(spec?.prefix), spec: spec ?? {} };
  },
};

/** mizar.com/v1 Endpoint: an address that the operator has given. Not the core kind Endpoints. */
export interface MizarEndpoint extends Spec {
  ip?: string;
  vpc?: string;
  /** Name of the subnet. */
  net?: string;
}

const text = mayBeUnknown(z.string()).nullish();
const endpointSchema = z.object({ spec: z.looseObject({ ip: text, vpc: text, net: text }).nullish() });

/** An endpoint whose fields a preview does not know says nothing yet. */
const known = (value: z.infer<typeof text>) => (isUnknown(value) ? undefined : textOf(value));

export const mizarEndpointReader: KindReader<MizarEndpoint> = {
  kind: "Endpoint",
  apiVersions: ["mizar.com/v1"],
  names: TENANT_NAMES,
  schema: endpointSchema,
  build(base, { spec }: z.infer<typeof endpointSchema>, report) {
    addressFaults(base.ref, ["spec", "ip"], spec?.ip).forEach(report);
    return { ...base, ip: known(spec?.ip), vpc: known(spec?.vpc), net: known(spec?.net) };
  },
};

/** An address counts as taken, so it must be one. */
function addressFaults(ref: Spec["ref"], at: (string | number)[], value: z.infer<typeof text>): Diagnostic[] {
  if (!value || isUnknown(value) || isAddress(value)) return [];
  const message = `${fieldPath(at)} must be an address, got ${shown(value)}`;
  return [diagnose("LB1003", ref, pointer(...at), message, { remedy: "Write an IPv4 or IPv6 address." })];
}

/** v1 Pod, as far as its place in a network goes: labels and annotations say where it wants to be, the status where it is. */
export interface Pod extends Spec {
  hostNetwork: boolean;
  /** Addresses it has. */
  addresses: string[];
}

const address = mayBeUnknown(z.string()).nullish();

const podSchema = z.object({
  spec: z.object({ hostNetwork: z.boolean().nullish() }).nullish(),
  status: z.object({ podIP: address, podIPs: z.array(z.object({ ip: address })).nullish() }).nullish(),
});

export const podReader: KindReader<Pod> = {
  kind: "Pod",
  apiVersions: ["v1"],
  schema: podSchema,
  build(base, { spec, status }: z.infer<typeof podSchema>, report) {
    addressFaults(base.ref, ["status", "podIP"], status?.podIP).forEach(report);
    for (const [i, { ip }] of (status?.podIPs ?? []).entries()) addressFaults(base.ref, ["status", "podIPs", i, "ip"], ip).forEach(report);
    const given = [status?.podIP, ...(status?.podIPs ?? []).map(({ ip }) => ip)];
    const addresses = given.filter((ip): ip is string => Boolean(ip) && !isUnknown(ip));
    return { ...base, hostNetwork: spec?.hostNetwork ?? false, addresses: [...new Set(addresses)] };
  },
};
