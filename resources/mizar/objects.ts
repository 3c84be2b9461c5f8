// The resources of Mizar and Arktos (`mizar:Vpc`, `mizar:Subnet`, ...): schemas of their inputs and field tables.

import { z } from "zod";
import type { Json, Kind } from "../kind";
import { NETWORK_FIELDS, POD_FIELDS, SERVICE_FIELDS, SUBNET_FIELDS, VPC_FIELDS } from "./fields";

/** Any value: Mizar's kinds have no schema, and a Pod has the whole one of Kubernetes. */
const anything = z.custom<Json>();

const metadata = z
  .object({
    name: z.string().min(1),
    /** @default "default" */
    namespace: z.string().optional(),
    /** Tenant of Arktos. @default that of the configuration (`mizar:tenant`); for Vpc and Subnet `system` */
    tenant: z.string().optional(),
    labels: z.record(z.string(), z.string()).optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  })
  .catchall(anything);

/** Inputs that all kinds of objects have. */
const objectFields = {
  /**
   * Owner mark that identifies our object, e.g. `pulumi-k8s-lb:my-project/dev/mizar/my-cluster`; it is in the annotation
   * `pulumi-k8s-lb/owner`.
   */
  owner: z.string().min(1),
  /**
   * Take over an existing object of this name that has another owner mark or none.
   * @default false
   */
  adopt: z.boolean().optional(),
  /** Name, namespace, labels, annotations. Labels and annotations of others are left alone. */
  metadata,
  /**
   * Seconds to wait for the operator.
   * @default `mizar:provisionTimeout`, else 300
   */
  provisionTimeout: z.number().min(0).optional(),
  /**
   * Seconds to wait until a deleted object has disappeared.
   * @default `mizar:deleteTimeout`, else 120
   */
  deleteTimeout: z.number().min(0).optional(),
  /**
   * If a deleted object still exists after `deleteTimeout`, remove the finalizer of Mizar or Arktos, and name what is left behind. The
   * state must contain this before the delete: set it, run `pulumi up`, then delete.
   * @default false
   */
  forceFinalizerRemoval: z.boolean().optional(),
};

/** The inputs of any kind of object. */
export const objectSchema = z.object({
  ...objectFields,
  spec: z.record(z.string(), anything),
  /** State that a create waits for, if the kind leaves a choice. */
  waitFor: z.string().optional(),
});

/** A count; people also write it as text. */
const count = z.custom<number>((value) => /^\d+$/.test(String(value)), "a whole number is expected");

/** The range of addresses of a Vpc or Subnet. */
const range = {
  /** First address of the range, e.g. `10.10.0.0`. */
  ip: z.string().optional(),
  /** Length of the prefix, e.g. 16. */
  prefix: z.union([z.string(), z.number()]).optional(),
};

const vpcSpec = z
  .object({
    ...range,
    /** Number of dividers that route in the VPC; changed in place. Default: Mizar makes one. */
    dividers: count.optional(),
  })
  .catchall(anything);

/** A Mizar VPC: an address range with dividers that route in it. */
export const VPC = {
  type: "mizar:Vpc",
  schema: z.object({ ...objectFields, spec: vpcSpec }),
  fields: VPC_FIELDS,
  object: true,
  outputs: { uid: "", status: "", vni: "" },
} as const satisfies Kind;

const subnetSpec = z
  .object({
    /** Name of its Vpc. */
    vpc: z.string(),
    ...range,
    /** Number of bouncers in front of the subnet; more are added in place, fewer need a new subnet. */
    bouncers: count.optional(),
  })
  .catchall(anything);

/** A subnet of a VPC, with bouncers in front of it. */
export const SUBNET = {
  type: "mizar:Subnet",
  schema: z.object({ ...objectFields, spec: subnetSpec }),
  fields: SUBNET_FIELDS,
  object: true,
  outputs: { uid: "", status: "", vni: "" },
} as const satisfies Kind;

const networkSpec = z
  .object({
    /** `mizar`; Mizar leaves other types alone. */
    type: z.string(),
    /** Name of the Vpc. */
    vpcID: z.string().optional(),
    service: z
      .object({
        /** Assigns clusterIPs to Services. */
        ipam: z.enum(["Arktos", "Kubernetes", "External"]).optional(),
        /** Ranges of Service addresses, e.g. `10.10.2.0/24`. */
        cidrs: z.array(z.string()).optional(),
      })
      .catchall(anything)
      .optional(),
  })
  .catchall(anything);

/** The Network of an Arktos tenant. */
export const ARKTOS_NETWORK = {
  type: "mizar:ArktosNetwork",
  schema: z.object({
    ...objectFields,
    spec: networkSpec,
    /**
     * `Ready` waits until the Arktos controller reports it. A cluster without Arktos has no such controller, and a default Network with ipam
     * External never becomes Ready.
     * @default "none"
     */
    waitFor: z.enum(["Ready", "none"]).optional(),
  }),
  fields: NETWORK_FIELDS,
  object: true,
  outputs: { uid: "", phase: undefined, message: undefined, dnsServiceIP: undefined },
} as const satisfies Kind;

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

/** Of both annotations Mizar wants none or both: with one alone it gives up. */
export const PLACE_ANNOTATIONS = ["mizar.com/vpc", "mizar.com/subnet"] as const;

/** A Pod with the labels and annotations of its placement in Mizar. */
export const PLACED_POD = {
  type: "mizar:PlacedPod",
  schema: z.object({
    ...objectFields,
    /** `spec` of a Pod. Only images change in place: the API server allows few other changes, and most of these in one direction only. */
    spec: z.record(z.string(), anything),
    /**
     * `endpoint` waits until Mizar has created the Pod's endpoint, which needs a node that runs the Pod.
     * @default "none"
     */
    waitFor: z.enum(["endpoint", "none"]).optional(),
  }),
  fields: POD_FIELDS,
  object: true,
  outputs: { uid: "", phase: undefined, podIP: undefined, endpoint: undefined, address: undefined },
} as const satisfies Kind;

/** A Service with the label and annotations of its scaled endpoint's placement in Mizar. */
export const PLACED_SERVICE = {
  type: "mizar:PlacedService",
  schema: z.object({
    ...objectFields,
    /** `spec` of a Service. */
    spec: z.record(z.string(), anything),
    /**
     * `endpoint` waits until Mizar has created the scaled endpoint of the Service.
     * @default "endpoint"
     */
    waitFor: z.enum(["endpoint", "none"]).optional(),
  }),
  fields: SERVICE_FIELDS,
  object: true,
  outputs: { uid: "", clusterIP: undefined, endpoint: undefined, address: undefined },
} as const satisfies Kind;

/** The kinds of this back end that are objects. */
export const MIZAR_KINDS: readonly Kind[] = [VPC, SUBNET, ARKTOS_NETWORK, PLACED_POD, PLACED_SERVICE];
