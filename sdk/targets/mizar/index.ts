// The Mizar exports of the package.

export type { InterfaceAddressRequest, TakenAddresses } from "../../../resources/mizar/addresses";
export type { EndpointState } from "../../../resources/mizar/objects";
export type { ArktosNetworkSpec, ObjectMeta, SubnetSpec, VpcSpec } from "../../../resources/mizar/types";
export type { SpecStatus } from "../../components/component";
export type { MizarSettingsArgs } from "../../components/settings";
export type { SpecSummary } from "../../components/summary";
export type { InventoryArgs } from "../../resource";
export type { MizarSettings, MizarSettingsInput } from "../../settings-types";
export { cidrMap } from "./cidr-map";
export type { MizarComponentArgs } from "./components/arguments";
export { KubernetesCluster, Network, Pod, Service } from "./components/component";
export type { Capacity } from "./lower/vpc-addresses";
export { mizarObjects } from "./objects";
export type { MizarPlan, PodPlacement, ServicePlacement } from "./plan";
export {
  ArktosNetwork,
  type ArktosNetworkArgs,
  type ObjectArgs,
  PlacedPod,
  type PlacedPodArgs,
  PlacedService,
  type PlacedServiceArgs,
  Subnet,
  type SubnetArgs,
  Vpc,
  type VpcArgs,
} from "./resources/objects";
export { Addresses, type AddressesArgs, Inventory, Provider, type ProviderArgs } from "./resources/without-object";
export { translateToMizar } from "./translate";
export type * as types from "./types";
