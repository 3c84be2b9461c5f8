/** Labels, annotations and identity of a Kubernetes object. */
export interface ObjectMeta {
  name: string;
  /** @default "default" */
  namespace?: string;
  /** Tenant of Arktos. @default that of the configuration (`mizar:tenant`); for Vpc and Subnet `system` */
  tenant?: string;
  labels?: { [name: string]: string };
  annotations?: { [name: string]: string };
}

/** `spec` of a `mizar.com/v1` Vpc. */
export interface VpcSpec {
  /** First address of the range, e.g. `10.10.0.0`. */
  ip?: string;
  /** Length of the prefix, e.g. 16. */
  prefix?: string | number;
  /** How many dividers route in the VPC; changed in place. Mizar makes one where nothing is declared. */
  dividers?: number;
}

/** `spec` of a `mizar.com/v1` Subnet. */
export interface SubnetSpec {
  /** Name of its Vpc. */
  vpc: string;
  /** First address of the range, e.g. `10.10.1.0`. */
  ip?: string;
  /** Length of the prefix, e.g. 24. */
  prefix?: string | number;
  /** How many bouncers stand before the subnet; more in place, fewer only with a new subnet. */
  bouncers?: number;
}

/** `spec` of an `arktos.futurewei.com/v1` Network. */
export interface ArktosNetworkSpec {
  /** `mizar`; Mizar leaves other types alone. */
  type: string;
  /** Name of the Vpc. */
  vpcID?: string;
  service?: {
    /** Who gives Services their clusterIP. */
    ipam?: "Arktos" | "Kubernetes" | "External";
    /** Ranges of Service addresses, e.g. `10.10.2.0/24`. */
    cidrs?: string[];
  };
}

/** Mizar's endpoint of a Pod or Service. */
export interface EndpointState {
  name: string;
  type?: string;
  status?: string;
  vpc?: string;
  /** Name of the subnet. */
  net?: string;
  ip?: string;
  gateway?: string;
  prefix?: string;
}

/** By VPC, who has which address on the server: nobody else may have it. */
export interface TakenAddresses {
  [vpc: string]: { [address: string]: string };
}

/** The wish of one interface for an address. */
export interface AddressWish {
  vpc: string;
  subnet: string;
  /** An address that is had on the server already, one that is asked for, or any. */
  how: "kept" | "asked" | "any";
  /** The address: for `any` the one to take where it is free. */
  ip?: string;
  /** Where any address is taken from: `10.10.1.2-10.10.1.254`. */
  from: string[];
}
