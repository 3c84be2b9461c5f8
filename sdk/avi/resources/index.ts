export { Inventory, type InventoryArgs } from "./inventory";
export { L4VS, type L4VSArgs } from "./l4-vs";
export { PassthroughVS, type PassthroughVSArgs } from "./passthrough-vs";
export { Pool, type PoolArgs } from "./pool";
export { Provider, type ProviderArgs } from "./provider";
export type { AviBodyInput, AviResourceArgs, AviResourceOptions } from "./resource";
export { SharedVS, type SharedVSArgs } from "./shared-vs";
export { SniVS, type SniVSArgs } from "./sni-vs";
export { StaticRoutes, type StaticRoutesArgs } from "./static-routes";
