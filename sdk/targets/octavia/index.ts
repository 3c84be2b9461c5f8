// The Octavia exports of the package.

export type { FloatingIp, LoadBalancerBody, SecurityGroupBody, TlsSecret } from "../../../resources/octavia/types";
export type { SpecStatus } from "../../components/component";
export type { OctaviaSettingsArgs } from "../../components/settings";
export type { SpecSummary } from "../../components/summary";
export type { InventoryArgs } from "../../resource";
export type { OctaviaSettings, OctaviaSettingsInput } from "../../settings-types";
export {
  Gateways,
  Ingress,
  IngressRoutes,
  KubernetesCluster,
  type OctaviaComponentArgs,
  Route,
  Routes,
  Service,
} from "./components/cluster";
export type { OctaviaPlan } from "./plan";
export { type IngressStatus, ingressStatus, octaviaObjects } from "./plan";
export { Inventory, LoadBalancer, type LoadBalancerArgs } from "./resources/load-balancer";
export { Provider, type ProviderArgs } from "./resources/provider";
export { translateToOctavia } from "./translate";
export type * as types from "./types";
