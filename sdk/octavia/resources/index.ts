export { Inventory, type InventoryArgs } from "./inventory";
export { LoadBalancer, type LoadBalancerArgs } from "./load-balancer";
export { Provider, type ProviderArgs } from "./provider";
