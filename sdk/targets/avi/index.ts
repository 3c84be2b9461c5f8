// The Avi exports of the package.

export type { SpecStatus } from "../../components/component";
export type { AviSettingsArgs } from "../../components/settings";
export type { SpecSummary } from "../../components/summary";
export type { AviSettings, AviSettingsInput } from "../../settings-types";
export { type AviComponentArgs, Gateways, Ingress, IngressRoutes, KubernetesCluster, Route, Routes, Service } from "./components/cluster";
export { aviObjects } from "./objects";
export type { AviPlan } from "./plan";
export { GatewayVS, type GatewayVSArgs } from "./resources/gateway";
export { L4VS, type L4VSArgs, PassthroughVS, type PassthroughVSArgs } from "./resources/layer4-services";
export type { AviBodyInput, AviResourceArgs, AviResourceOptions } from "./resources/resource";
export { Inventory, type InventoryArgs, Provider, type ProviderArgs } from "./resources/resource";
export { Certificate, type CertificateArgs, Pool, type PoolArgs, StaticRoutes, type StaticRoutesArgs } from "./resources/servers";
export { DedicatedVS, type DedicatedVSArgs, SharedVS, type SharedVSArgs, SniVS, type SniVSArgs } from "./resources/virtual-services";
export { translateToAvi } from "./translate";
export type * as types from "./types";
