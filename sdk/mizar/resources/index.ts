export { Addresses, type AddressesArgs, Inventory, type InventoryArgs } from "./addresses";
export { ArktosNetwork, type ArktosNetworkArgs, Subnet, type SubnetArgs, Vpc, type VpcArgs } from "./networks";
export type { ObjectArgs } from "./object";
export { PlacedPod, type PlacedPodArgs, PlacedService, type PlacedServiceArgs } from "./placed";
export { Provider, type ProviderArgs } from "./provider";
