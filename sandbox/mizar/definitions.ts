// The CustomResourceDefinitions of Mizar and Arktos in the sandbox.

/** A schema as CustomResourceDefinitions carry it: OpenAPI v3 with the `x-kubernetes-*` keys. */
interface JsonSchema {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  properties?: { [name: string]: JsonSchema };
  required?: readonly string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  enum?: readonly unknown[];
  pattern?: string;
  default?: unknown;
  "x-kubernetes-preserve-unknown-fields"?: boolean;
}

/** A column of `kubectl get`. */
interface PrinterColumn {
  name: string;
  type: "string" | "integer" | "number" | "boolean" | "date";
  jsonPath: string;
}

/**
 * Owner of the objects of a kind: `Cluster` all tenants together, `Namespaced` a namespace. `Tenant` exists on Arktos only: a Kubernetes
 * API server refuses it.
 */
type CrdScope = "Cluster" | "Namespaced" | "Tenant";

/** A manifest of apiextensions.k8s.io/v1 with one version. */
export interface CustomResourceDefinition {
  apiVersion: "apiextensions.k8s.io/v1";
  kind: "CustomResourceDefinition";
  metadata: { name: string; labels?: { [name: string]: string } };
  spec: {
    group: string;
    scope: CrdScope;
    names: { plural: string; singular: string; kind: string; shortNames?: readonly string[] };
    versions: readonly CustomResourceVersion[];
  };
}

interface CustomResourceVersion {
  name: string;
  served: boolean;
  storage: boolean;
  schema: { openAPIV3Schema: JsonSchema };
  subresources?: { status: Record<string, never> };
  additionalPrinterColumns?: readonly PrinterColumn[];
}

/** A column that shows a field below `spec` as text. */
const textColumn = (name: string, field: string): PrinterColumn => ({ name, type: "string", jsonPath: `.spec.${field}` });

const GROUP = "mizar.com";

const count = (name: string, field: string): PrinterColumn => ({ ...textColumn(name, field), type: "integer" });

const IP = textColumn("Ip", "ip");
const MAC = textColumn("Mac", "mac");
const PREFIX = textColumn("Prefix", "prefix");
const VNI = textColumn("Vni", "vni");
const DROPLET = textColumn("Droplet", "droplet");
const INTERFACE = textColumn("Interface", "itf");
const STATUS = textColumn("Status", "status");
const CREATE_TIME = textColumn("CreateTime", "createtime");
const PROVISION_DELAY = textColumn("ProvisionDelay", "provisiondelay");
const TIMES = [CREATE_TIME, PROVISION_DELAY];

/**
 * A kind of the Mizar operator. It has no schema: the API server takes any field of any type, and what operator and user write both lie in
 * `spec`, the state in `spec.status`. There is no status subresource.
 */
function mizarKind(kind: string, shortNames: string[], columns: PrinterColumn[]): CustomResourceDefinition {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${GROUP}` },
    spec: {
      group: GROUP,
      scope: "Namespaced",
      names: { plural, singular, kind, shortNames },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
          additionalPrinterColumns: columns,
        },
      ],
    },
  };
}

/** Kinds that a VPC or a subnet of it consists of on the hosts; only the operator creates them. */
const dividers = mizarKind("Divider", ["divd", "divds"], [textColumn("vpc", "vpc"), IP, MAC, DROPLET, STATUS, ...TIMES]);
const bouncers = mizarKind(
  "Bouncer",
  ["bncr", "bncrs"],
  [textColumn("vpc", "vpc"), textColumn("net", "net"), IP, MAC, DROPLET, STATUS, ...TIMES],
);
const droplets = mizarKind("Droplet", ["drp", "drps"], [MAC, IP, STATUS, INTERFACE, ...TIMES, textColumn("MainIp", "mainip")]);

const vpcs = mizarKind("Vpc", ["vpc", "vpcs"], [IP, PREFIX, VNI, count("Dividers", "dividers"), STATUS, ...TIMES]);
const subnets = mizarKind(
  "Subnet",
  ["subnet", "subnets"],
  [IP, PREFIX, VNI, textColumn("Vpc", "vpc"), STATUS, count("Bouncers", "bouncers"), ...TIMES],
);

/** The interface of a Pod or the address of a Service. Its plural is also that of a core kind: clients must name the group. */
const endpoints = mizarKind(
  "Endpoint",
  ["ep", "eps"],
  [
    textColumn("Type", "type"),
    MAC,
    IP,
    textColumn("Gw", "gw"),
    PREFIX,
    STATUS,
    textColumn("Network", "net"),
    textColumn("Vpc", "vpc"),
    VNI,
    DROPLET,
    INTERFACE,
    textColumn("Veth", "veth"),
    textColumn("Netns", "netns"),
    textColumn("HostIp", "hostip"),
    textColumn("HostMac", "hostmac"),
    ...TIMES,
    textColumn("CniDelay", "cnidelay"),
    textColumn("Pod", "pod"),
  ],
);

/** The six kinds of the Mizar operator. */
const MIZAR_CRDS: readonly CustomResourceDefinition[] = [vpcs, subnets, dividers, bouncers, droplets, endpoints];

const text: JsonSchema = { type: "string" };

/** As Arktos writes it: the length is mandatory, and 999.0.0.0/8 passes. */
const CIDR = "^([0-9]{1,3}\\.){3}[0-9]{1,3}(\\/([0-9]|[1-2][0-9]|3[0-2]))$";

const spec: JsonSchema = {
  type: "object",
  properties: {
    type: text,
    vpcID: text,
    service: {
      type: "object",
      properties: {
        ipam: { type: "string", enum: ["Arktos", "Kubernetes", "External"] },
        cidrs: { type: "array", items: { type: "string", pattern: CIDR } },
      },
    },
  },
};

const status: JsonSchema = {
  type: "object",
  properties: {
    phase: { type: "string", enum: ["Pending", "Ready", "Failed", "Unknown", "Terminating"] },
    message: text,
    dnsServiceIP: text,
  },
};

/**
 * Network of Arktos. On Arktos its scope is `Tenant`, and by its label one definition serves all tenants, none of which may change it; on Kubernetes
 * it can only be `Cluster`. No field is mandatory for the API server.
 */
function networkCrd(scope: CrdScope): CustomResourceDefinition {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "networks.arktos.futurewei.com", labels: { "arktos.futurewei.com/crd-sharing-policy": "forced" } },
    spec: {
      group: "arktos.futurewei.com",
      scope,
      names: { plural: "networks", singular: "network", kind: "Network", shortNames: ["ne", "net"] },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: { type: "object", properties: { spec, status } } },
          additionalPrinterColumns: [
            textColumn("Type", "type"),
            textColumn("VPC", "vpcID"),
            { name: "Phase", type: "string", jsonPath: ".status.phase" },
            { name: "DNS", type: "string", jsonPath: ".status.dnsServiceIP" },
          ],
        },
      ],
    },
  };
}

/** The Mizar and Arktos kinds as a server of that sort has them. */
export function crdsFor(mode: "vanilla" | "arktos"): readonly CustomResourceDefinition[] {
  return [...MIZAR_CRDS, networkCrd(mode === "arktos" ? "Tenant" : "Cluster")];
}

/** The Mizar and Arktos kinds as any Kubernetes API server takes them. */
export const CRDS: readonly CustomResourceDefinition[] = crdsFor("vanilla");
