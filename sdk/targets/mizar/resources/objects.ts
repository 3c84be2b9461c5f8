// The resources `mizar:Vpc`, `mizar:Subnet`, `mizar:ArktosNetwork`, `mizar:PlacedPod` and `mizar:PlacedService`.

import type * as pulumi from "@pulumi/pulumi";
import type { InputsOf, Kind } from "../../../../resources/kind";
import { ARKTOS_NETWORK, type EndpointState, PLACED_POD, PLACED_SERVICE, SUBNET, VPC } from "../../../../resources/mizar/objects";
import type { ArktosNetworkSpec, ObjectMeta, SubnetSpec, VpcSpec } from "../../../../resources/mizar/types";
import { type ArgsOf, type DeepInput, LbResource, type LbResourceOptions } from "../../../resource";
import type { PodSpec, ServiceSpec } from "../kubernetes-types";

/** Common arguments of all objects. */
export interface ObjectArgs extends ArgsOf<Omit<InputsOf<typeof VPC>, "spec" | "metadata">> {
  /** Name, namespace, labels, annotations. Labels and annotations that others write are left alone. */
  metadata: DeepInput<ObjectMeta>;
}

/** Base of the classes: one Kubernetes object each. The id is `[tenant/][namespace/]name`. */
abstract class ObjectResource extends LbResource {
  /** The owner mark, in the annotation `pulumi-k8s-lb/owner`. */
  declare readonly owner: pulumi.Output<string>;
  /** Name, namespace, tenant, labels and annotations, as declared or last read. */
  declare readonly metadata: pulumi.Output<ObjectMeta>;
  /** Identity that the API server gave the object. */
  declare readonly uid: pulumi.Output<string>;

  /** @internal */
  protected constructor(
    declared: Kind,
    /** With the kind, what makes a resource a spec that components read. */
    readonly apiVersion: string,
    /** Kind of the object, e.g. `Vpc`. */
    readonly kind: string,
    name: string,
    args: object,
    opts?: LbResourceOptions,
  ) {
    super(declared, name, args, opts);
  }
}

/** Inputs of {@link Vpc}. */
export interface VpcArgs extends ObjectArgs {
  /** Address range and dividers of the VPC. */
  spec: DeepInput<VpcSpec>;
}

/**
 * A VPC of Mizar (`mizar.com/v1`, namespace `default`). It is made with `spec.status: Init`, which the operator waits for, and is ready
 * when that is `Provisioned`. `dividers` changes in place, `ip` and `prefix` replace the VPC.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const vpc = new mizar.Vpc("vpc", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "vpc-1a2b3c4d" },
 *   spec: { ip: "10.10.0.0", prefix: 16, dividers: 2 },
 * });
 * export const vni = vpc.vni;
 * ```
 */
export class Vpc extends ObjectResource {
  /** Address range and dividers of the VPC. */
  declare readonly spec: pulumi.Output<VpcSpec>;
  /** `Provisioned`, as it was last read. */
  declare readonly status: pulumi.Output<string>;
  /** Number of the virtual network, chosen by the operator. */
  declare readonly vni: pulumi.Output<string>;

  constructor(name: string, args: VpcArgs, opts?: LbResourceOptions) {
    super(VPC, "mizar.com/v1", "Vpc", name, args, opts);
  }
}

/** Inputs of {@link Subnet}. */
export interface SubnetArgs extends ObjectArgs {
  /** VPC, address range and bouncers of the subnet. */
  spec: DeepInput<SubnetSpec>;
}

/**
 * A subnet of a VPC of Mizar (`mizar.com/v1`, namespace `default`). More `bouncers` come in place; fewer, another range or another VPC
 * replace the subnet. Today's Mizar never finishes the deletion of a subnet: see `forceFinalizerRemoval`.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * new mizar.Subnet("net1", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "net1" },
 *   spec: { vpc: "vpc-1a2b3c4d", ip: "10.10.1.0", prefix: 24 },
 *   forceFinalizerRemoval: true,
 * });
 * ```
 */
export class Subnet extends ObjectResource {
  /** VPC, address range and bouncers of the subnet. */
  declare readonly spec: pulumi.Output<SubnetSpec>;
  /** `Provisioned`, as it was last read. */
  declare readonly status: pulumi.Output<string>;
  /** That of its VPC. */
  declare readonly vni: pulumi.Output<string>;

  constructor(name: string, args: SubnetArgs, opts?: LbResourceOptions) {
    super(SUBNET, "mizar.com/v1", "Subnet", name, args, opts);
  }
}

/** Inputs of {@link ArktosNetwork}. */
export interface ArktosNetworkArgs extends ObjectArgs, Pick<ArgsOf<InputsOf<typeof ARKTOS_NETWORK>>, "waitFor"> {
  /** Type, VPC and Service addresses of the network. */
  spec: DeepInput<ArktosNetworkSpec>;
}

/**
 * The Network of an Arktos tenant (`arktos.futurewei.com/v1`). `service` changes in place, `type` and `vpcID` replace it.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * new mizar.ArktosNetwork("vpc-1", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "vpc-1", tenant: "customerA" },
 *   spec: { type: "mizar", vpcID: "vpc-1a2b3c4d" },
 * });
 * ```
 */
export class ArktosNetwork extends ObjectResource {
  /** Type, VPC and Service addresses of the network. */
  declare readonly spec: pulumi.Output<ArktosNetworkSpec>;
  /** `Pending`, `Ready`, `Failed` ..., as it was last read; undefined where no controller writes it. */
  declare readonly phase: pulumi.Output<string | undefined>;
  /** Reason of the phase, as the controller gives it. */
  declare readonly message: pulumi.Output<string | undefined>;
  /** Address of the DNS Service of the network. */
  declare readonly dnsServiceIP: pulumi.Output<string | undefined>;

  constructor(name: string, args: ArktosNetworkArgs, opts?: LbResourceOptions) {
    super(ARKTOS_NETWORK, "arktos.futurewei.com/v1", "Network", name, args, opts);
  }
}

/** Inputs of {@link PlacedPod}. */
export interface PlacedPodArgs extends ObjectArgs, Pick<ArgsOf<InputsOf<typeof PLACED_POD>>, "waitFor"> {
  /** `spec` of a Pod. */
  spec: DeepInput<PodSpec>;
}

/**
 * A Pod with the labels and annotations that say where in Mizar it is: `arktos.futurewei.com/network`, `mizar.com/vpc`,
 * `mizar.com/subnet`, `mizar.futurewei.com/network_user_input`. The components compute them. Nothing moves a Pod, so another place
 * replaces it; of its spec only images change in place.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const nginx = new mizar.PlacedPod("nginx", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "nginx", annotations: { "mizar.com/vpc": "vpc-1a2b3c4d", "mizar.com/subnet": "net1" } },
 *   spec: { containers: [{ name: "nginx", image: "nginx" }] },
 * });
 * export const address = nginx.address;
 * ```
 */
export class PlacedPod extends ObjectResource {
  /** `spec` of the Pod, as declared or last read. */
  declare readonly spec: pulumi.Output<PodSpec>;
  /** `Pending`, `Running` ..., as it was last read. */
  declare readonly phase: pulumi.Output<string | undefined>;
  /** Address in the status of the Pod. */
  declare readonly podIP: pulumi.Output<string | undefined>;
  /** Its endpoint in Mizar, as it was last read. */
  declare readonly endpoint: pulumi.Output<EndpointState | undefined>;
  /** Address that Mizar gave it, else the one in its status. */
  declare readonly address: pulumi.Output<string | undefined>;

  constructor(name: string, args: PlacedPodArgs, opts?: LbResourceOptions) {
    super(PLACED_POD, "v1", "Pod", name, args, opts);
  }
}

/** Inputs of {@link PlacedService}. */
export interface PlacedServiceArgs extends ObjectArgs, Pick<ArgsOf<InputsOf<typeof PLACED_SERVICE>>, "waitFor"> {
  /** `spec` of a Service. */
  spec: DeepInput<ServiceSpec>;
}

/**
 * A Service with the label and annotations that say in which VPC its scaled endpoint is. Ports and selector change in place; another
 * place or another `clusterIP` replaces it.
 *
 * @example
 * ```ts
 * import * as mizar from "pulumi-k8s-lb/mizar";
 *
 * const web = new mizar.PlacedService("my-service", {
 *   owner: "pulumi-k8s-lb:shop/dev/mizar/net",
 *   metadata: { name: "my-service", annotations: { "mizar.com/vpc": "vpc-1a2b3c4d", "mizar.com/subnet": "net1" } },
 *   spec: { selector: { app: "MyApp" }, ports: [{ protocol: "TCP", port: 80, targetPort: 9376 }] },
 * });
 * export const address = web.address;
 * ```
 */
export class PlacedService extends ObjectResource {
  /** `spec` of the Service, as declared or last read. */
  declare readonly spec: pulumi.Output<ServiceSpec>;
  /** Address that the API server gave the Service. */
  declare readonly clusterIP: pulumi.Output<string | undefined>;
  /** Its scaled endpoint in Mizar, as it was last read. */
  declare readonly endpoint: pulumi.Output<EndpointState | undefined>;
  /** Address of the scaled endpoint, else the clusterIP. */
  declare readonly address: pulumi.Output<string | undefined>;

  constructor(name: string, args: PlacedServiceArgs, opts?: LbResourceOptions) {
    super(PLACED_SERVICE, "v1", "Service", name, args, opts);
  }
}
