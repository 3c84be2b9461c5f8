// VPCs, subnets and networks of Mizar.

import { rangeOf } from "../../resources/mizar/addresses";
import { ARKTOS_NETWORK, SUBNET, VPC } from "../../resources/mizar/objects";
import type { KubernetesObject, ResourceType } from "../kubernetes/types";
import { isObject, type JsonObject, type Properties } from "../lifecycle/bodies/json";
import type { InputFault, UnknownAt } from "../lifecycle/check";
import { ownersOfEndpointsIn, subnetsIn } from "./children";
import type { ObjectJob, ObjectKind, View } from "./object-kind";
import { MIZAR_NAMESPACE } from "./settings";
import { BOUNCERS, DIVIDERS, ENDPOINTS, SUBNETS, VPCS } from "./types";

/** Properties that Vpc and Subnet share: ranges that Mizar's operator provisions (reference: mizar.md 2.2 to 2.4). */
const PROVISIONED = {
  tenant: "system",
  pending: ({ object }: View): string | undefined => {
    const { status } = specOf(object);
    return status === "Provisioned" ? undefined : `is ${status ? String(status) : "without a state"}, not Provisioned`;
  },
  outputs({ object }: View): Properties {
    const { status, vni } = specOf(object);
    return { ...(status === undefined ? {} : { status }), ...(vni === undefined ? {} : { vni }) };
  },
} as const;

export const VPC_OBJECTS: ObjectKind<typeof VPC.schema> = {
  ...PROVISIONED,
  kind: VPC,
  type: VPCS,
  rules: (inputs, unknownAt) => rangeFaults("Vpc", inputs, unknownAt),
  inside: subnetsIn,
  async holding(job, { metadata }) {
    const subnets = await namesWith(job, SUBNETS, "vpc", metadata.name);
    return subnets.length > 0
      ? `Mizar's operator waits while the VPC has subnets: ${subnets.join(", ")}`
      : "Mizar's operator waits, without a word, while it remembers a subnet of the VPC";
  },
  leftBehind: async (job, { metadata }) => (await namesWith(job, DIVIDERS, "vpc", metadata.name)).map((name) => `Divider ${name}`),
};

export const SUBNET_OBJECTS: ObjectKind<typeof SUBNET.schema> = {
  ...PROVISIONED,
  kind: SUBNET,
  type: SUBNETS,
  rules(inputs, unknownAt) {
    const nameless = !inputs.spec?.vpc && !unknownAt("spec", "vpc");
    const why = `Subnet ${inputs.metadata?.name} names no VPC; Mizar would wait for one for ever`;
    return [...(nameless ? [{ path: ["spec", "vpc"], why }] : []), ...rangeFaults("Subnet", inputs, unknownAt)];
  },
  inside: ownersOfEndpointsIn,
  async holding(job, { metadata }) {
    const endpoints = await namesWith(job, ENDPOINTS, "net", metadata.name);
    return endpoints.length > 0
      ? `Mizar's operator waits while endpoints are in the subnet: ${endpoints.join(", ")}`
      : "No endpoint is in the subnet: this is the known fault of Mizar's operator, which waits for its own gateway endpoint (arktos issue 1287) and never ends";
  },
  leftBehind: async (job, { metadata }) => (await namesWith(job, BOUNCERS, "net", metadata.name)).map((name) => `Bouncer ${name}`),
};

export const NETWORK_OBJECTS: ObjectKind<typeof ARKTOS_NETWORK.schema> = {
  kind: ARKTOS_NETWORK,
  // of a tenant in Arktos; in a cluster without tenants the definition makes it one of the whole cluster
  type: { group: "arktos.futurewei.com", version: "v1", kind: "Network", plural: "networks", namespaced: false, tenanted: true },
  tenant: "configured",
  rules({ metadata, spec }, unknownAt) {
    const needs = spec?.type === "mizar" ? (["type", "vpcID"] as const) : (["type"] as const);
    const missing = needs.filter((field) => !spec?.[field] && !unknownAt("spec", field));
    return missing.map((field) => ({ path: ["spec", field], why: `Network ${metadata?.name} has no ${field}, which Mizar needs` }));
  },
  pending(view, { waitFor }) {
    const { phase } = statusOf(view);
    return waitFor !== "Ready" || phase === "Ready" ? undefined : `is ${phase ?? "without a phase"}, not Ready`;
  },
  failed(view) {
    const { phase, message } = statusOf(view);
    return phase === "Failed" ? `the network has failed: ${message ?? "no reason is given"}` : undefined;
  },
  outputs: (view) => ({ ...statusOf(view) }),
  async holding() {
    return "Arktos gives a tenant's default Network a finalizer that nothing ever removes";
  },
};

export function specOf(object: KubernetesObject): JsonObject {
  return isObject(object.spec) ? object.spec : {};
}

function statusOf({ object }: View): { phase?: string; message?: string; dnsServiceIP?: string } {
  const { phase, message, dnsServiceIP } = isObject(object.status) ? object.status : {};
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { phase: text(phase), message: text(message), dnsServiceIP: text(dnsServiceIP) };
}

interface Ranged {
  metadata?: { name?: string; namespace?: string };
  spec?: { ip?: string; prefix?: string | number };
}

/** Faults that neither server nor operator would report: the object would stay in Init for ever. */
function rangeFaults(kind: string, { metadata, spec }: Ranged, unknownAt: UnknownAt): InputFault[] {
  const faults: InputFault[] = [];
  const { name, namespace } = metadata ?? {};
  if (namespace && namespace !== MIZAR_NAMESPACE) {
    const why = `${kind} ${name} is in namespace ${namespace}, but Mizar's operator only works in ${MIZAR_NAMESPACE}`;
    faults.push({ path: ["metadata", "namespace"], why });
  }
  if (unknownAt("spec", "ip") || unknownAt("spec", "prefix")) return faults;
  const range = rangeOf(spec?.ip, String(spec?.prefix ?? ""));
  if (!("fault" in range)) return faults;
  const network = range.network === undefined ? "" : `, the network is ${range.network}`;
  return [...faults, { path: ["spec", range.field], why: `the range of ${kind} ${name} cannot be used: ${range.fault}${network}` }];
}

/** The names of Mizar's objects whose field names this one; empty where the user may not list them. */
async function namesWith({ client, key }: ObjectJob, type: ResourceType, field: string, value: string): Promise<string[]> {
  try {
    const objects = await client.list(type, { namespace: MIZAR_NAMESPACE, tenant: key.tenant });
    return objects.filter((object) => specOf(object)[field] === value).map(({ metadata }) => metadata.name);
  } catch {
    return [];
  }
}
