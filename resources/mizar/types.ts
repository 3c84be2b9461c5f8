// Made by "npm run tools -- docs" from the schemas beside it; not to be changed by hand.

export type ArktosNetworkSpec = {
  /** `mizar`; Mizar leaves other types alone. */
  type: string;
  /** Name of the Vpc. */
  vpcID?: string;
  service?: {
    /** Assigns clusterIPs to Services. */
    ipam?: "Arktos" | "Kubernetes" | "External";
    /** Ranges of Service addresses, e.g. `10.10.2.0/24`. */
    cidrs?: string[];
  };
};

export type ObjectMeta = {
  name: string;
  /** @default "default" */
  namespace?: string;
  /** Tenant of Arktos. @default that of the configuration (`mizar:tenant`); for Vpc and Subnet `system` */
  tenant?: string;
  labels?: { [name: string]: string };
  annotations?: { [name: string]: string };
};

export type SubnetSpec = {
  /** Name of its Vpc. */
  vpc: string;
  /** First address of the range, e.g. `10.10.0.0`. */
  ip?: string;
  /** Length of the prefix, e.g. 16. */
  prefix?: string | number;
  /** Number of bouncers in front of the subnet; more are added in place, fewer need a new subnet. */
  bouncers?: number;
};

export type VpcSpec = {
  /** First address of the range, e.g. `10.10.0.0`. */
  ip?: string;
  /** Length of the prefix, e.g. 16. */
  prefix?: string | number;
  /** Number of dividers that route in the VPC; changed in place. Default: Mizar makes one. */
  dividers?: number;
};
