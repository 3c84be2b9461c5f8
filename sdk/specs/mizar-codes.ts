/**
 * Diagnostics of the target mizar. Those that reject an object bear the word of the contract behind the prefix of all our codes
 * (docs/decisions/0007-mizar-codes.md); the others are numbered like everywhere else.
 */
export const MIZAR_CODES = {
  LB1601: { severity: "error", title: "Two subnets of one VPC overlap" },
  LB1602: { severity: "error", title: "Two VPCs of one tenant overlap" },
  LB1603: { severity: "notice", title: "How many addresses of a subnet are left" },
  LB1604: { severity: "warning", title: "The address of a Service is outside its network" },
  LB1605: { severity: "warning", title: "The address that a Pod or Service had does not fit any more" },
  LB1606: { severity: "notice", title: "The object is not in a Mizar network and is left alone" },
  LBBadRequest: { severity: "error", title: "A field, label or annotation cannot be used as it is" },
  LBIpInUse: { severity: "error", title: "The address belongs to somebody else" },
  LBIpOutsideSubnet: { severity: "error", title: "The address is outside the subnet or the service range" },
  LBMissingRequiredField: { severity: "error", title: "A field that is needed is missing" },
  LBNetworkNotFound: { severity: "error", title: "The tenant has no such Network" },
  LBNeverProvisioned: { severity: "error", title: "Mizar's operator would never provision the object" },
  LBNoSubnetContainsIp: { severity: "error", title: "No subnet of the VPC contains the address" },
  LBPermanent: { severity: "error", title: "Mizar's operator would give up on the object: its range is unusable, or no address is left" },
  LBSubnetNotFound: { severity: "error", title: "There is no such subnet" },
  LBSubnetNotInVpc: { severity: "error", title: "The subnet belongs to another VPC" },
  LBSubnetOutsideVpc: { severity: "error", title: "The range of the subnet is outside that of its VPC" },
  LBVpcHasNoSubnet: { severity: "error", title: "The VPC has no subnet" },
  LBVpcNotFound: { severity: "error", title: "There is no such VPC" },
} as const;
