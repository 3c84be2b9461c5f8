export { Addresses, type AddressesArgs } from "./addresses";
export { ArktosNetwork, type ArktosNetworkArgs } from "./arktos-network";
export { Inventory, type InventoryArgs } from "./inventory";
export type { ObjectArgs } from "./object";
export { PlacedPod, type PlacedPodArgs } from "./placed-pod";
export { PlacedService, type PlacedServiceArgs } from "./placed-service";
export { Provider, type ProviderArgs } from "./provider";
export { Subnet, type SubnetArgs } from "./subnet";
export { Vpc, type VpcArgs } from "./vpc";
