// The codes of the target `mizar`.

import type { SpecCodeEntry } from "./entry";

/**
 * Diagnostics of the target mizar. Codes that reject an object contain the term of the Mizar contract after our prefix
 * (docs/decisions/0007-mizar-codes.md); others have numbers.
 */
export const MIZAR_CODES = {
  LB1601: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Two subnets of one VPC overlap",
    remedy: "Give the subnets ranges that do not overlap.",
    example: "Subnet default/net2 /spec/ip: subnet net2 (10.0.0.0/24) overlaps with subnet net1 (10.0.0.0/16) of VPC v1",
  },
  LB1602: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Two VPCs of one tenant overlap",
    remedy: "Give the VPCs ranges that do not overlap, or set `disjointVpcs: false`.",
    example:
      "Network n2 /spec/vpcID: VPC v2 (10.0.0.0/16) of Network n2 overlaps with VPC v1 (10.0.0.0/8) of Network n1 of the same tenant east",
  },
  LB1603: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "The number of addresses left in a subnet",
    remedy: "Enlarge the subnet before it is full.",
    example: "Subnet default/net2 /spec/prefix: 254 of 254 addresses of subnet net2 (10.10.2.0/24) are left",
  },
  LB1604: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "The address of a Service is outside its network",
    remedy: "Request an address of the network's service range.",
    example: "Service default/web /spec/clusterIP: clusterIP 10.97.0.1 is outside the service ranges of its network",
  },
  LB1605: {
    severity: "warning",
    effect: "none",
    scope: "object",
    title: "The previous address of a Pod or Service no longer fits",
    remedy: "Correct the subnet if the address must stay.",
    example:
      "Pod default/nginx /spec/ip: pod nginx-default-east had 10.0.1.7, which is not in subnet net2 (10.0.2.0/24), and gets 10.0.2.3",
  },
  LB1606: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "The object is not in a Mizar network and is left alone",
    remedy: "Add the annotation of the network if the object is meant for Mizar.",
    example: "Service default/web: service web-default names no Network, and the specs have no Network default",
  },
  LB1609: {
    severity: "notice",
    effect: "none",
    scope: "object",
    title: "An endpoint is in a VPC or subnet that is not among the specs",
    remedy: "Add the Vpc or Subnet to the specs, or correct the name; if neither is known, the address counts as in use in every VPC.",
    example: "Endpoint shop/x /spec/net: Endpoint x is in net nowhere, which is not among the specs",
  },
  LBBadRequest: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A field, label or annotation has an unusable value",
    remedy: "Correct the field.",
    example: "Pod default/nginx /metadata/name: Mizar would know Pod east/a/b-c and Pod east/a-b/c under one name",
  },
  LBIpInUse: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The address is in use by another object",
    remedy: "Request another address.",
    example:
      "Service default/s /spec/clusterIP: address 10.10.1.1 of service s-default-customerA is in use: it is the gateway of subnet net1",
  },
  LBIpOutsideSubnet: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The address is outside the subnet or the service range",
    remedy: "Request an address of the subnet or the service range.",
    example: "Pod default/nginx /metadata/annotations: address 10.0.9.7 of pod nginx-default-east is outside subnet net1 (10.0.1.0/24)",
  },
  LBMissingRequiredField: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "A required field is missing",
    remedy: "Add the field.",
    example: "Network default /spec/vpcID: Network default has no spec.vpcID, which type mizar needs",
  },
  LBNetworkNotFound: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The tenant has no such Network",
    remedy: "Add the Network to the specs, or correct its name or tenant.",
    example:
      "Pod default/nginx /metadata/labels/arktos.futurewei.com~1network: Network n1 of pod nginx-default- is not found: there is no Network n1 (a Network belongs to one tenant)",
  },
  LBNeverProvisioned: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Mizar's operator would never provision the object",
    remedy: "Correct the field that the message names.",
    example: "Subnet default/net1 /spec/bouncers: subnet net1 declares no bouncers, so that nothing in it gets an endpoint",
  },
  LBNoSubnetContainsIp: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "No subnet of the VPC contains the address",
    remedy: "Add a subnet with the address, or request another address.",
    example: "Pod default/nginx /metadata/annotations: no subnet of VPC v1 contains address 10.9.0.7 of pod nginx-default-east",
  },
  LBPermanent: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "Mizar's operator would give up: the range is unusable, or no address is left",
    remedy: "Correct the range, or enlarge it.",
    example: "Vpc default/w /spec/ip: the range of Vpc w cannot be used: 10.0.0.1/16 has host bits set",
  },
  LBSubnetNotFound: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "There is no such subnet",
    remedy: "Add the Subnet to the specs, or correct its name.",
    example:
      "Service default/s /metadata/annotations/mizar.com~1subnet: subnet gone of service s-default-customerA does not exist: Mizar creates Pods in existing subnets only",
  },
  LBSubnetNotInVpc: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The subnet belongs to another VPC",
    remedy: "Name a subnet of the VPC.",
    example:
      "Service default/s /metadata/annotations/mizar.com: Subnet w1 of service s-default-customerA does not belong to VPC v, but to w",
  },
  LBSubnetOutsideVpc: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The range of the subnet is outside that of its VPC",
    remedy: "Choose a range within that of the VPC.",
    example: "Subnet default/net1 /spec/ip: subnet net1 (10.9.0.0/24) is outside its VPC v1 (10.0.0.0/16)",
  },
  LBVpcHasNoSubnet: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "The VPC has no subnet",
    remedy: "Add a Subnet to the VPC.",
    example:
      "Pod default/nginx /metadata/labels/arktos.futurewei.com~1network: pod nginx-default- cannot be in Network n1: VPC v1 of Network n1 has no subnet, but needs at least one",
  },
  LBVpcNotFound: {
    severity: "error",
    effect: "route lost",
    scope: "object",
    title: "There is no such VPC",
    remedy: "Add the Vpc to the specs, or correct its name.",
    example: "Service default/s /metadata/annotations/mizar.com~1vpc: VPC gone of service s-default-customerA does not exist",
  },
} satisfies Record<string, SpecCodeEntry>;
