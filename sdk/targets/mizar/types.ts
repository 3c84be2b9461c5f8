// Types of the bodies of Mizar's, Arktos' and Kubernetes' objects.

/** The bodies of Mizar's, Arktos' and Kubernetes' objects. */
export type { ArktosNetworkSpec, ObjectMeta, SubnetSpec, VpcSpec } from "../../../resources/mizar/types";
export type * from "./kubernetes-types";
