import { type CustomResourceDefinition, type PrinterColumn, textColumn } from "./definition";

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
 * A kind of the Mizar operator. It has no schema: the API server takes any field of any type, and what operator and user write both lie in `spec`, the
 * state in `spec.status`. There is no status subresource.
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

/** What a VPC or a subnet of it is made of on the hosts; made by the operator alone. */
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
export const MIZAR_CRDS: readonly CustomResourceDefinition[] = [vpcs, subnets, dividers, bouncers, droplets, endpoints];
