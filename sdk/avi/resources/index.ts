export { Inventory, type InventoryArgs } from "./inventory";
export { L4VS, type L4VSArgs } from "./l4Vs";
export { Pool, type PoolArgs } from "./pool";
export { Provider, type ProviderArgs } from "./provider";
export { SharedVS, type SharedVSArgs } from "./sharedVs";
export { SniVS, type SniVSArgs } from "./sniVs";
export { StaticRoutes, type StaticRoutesArgs } from "./staticRoutes";
