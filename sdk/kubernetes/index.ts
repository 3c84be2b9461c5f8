export type { ClusterKind } from "./kinds";
export { LiveCluster, type LiveClusterArgs, liveCluster } from "./live-cluster";
export { type Manifest, type RbacOptions, rbacManifests } from "./rbac/manifests";
export { type ClusterContents, readCluster } from "./read";
export { ObjectStatus, type ObjectStatusArgs } from "./resources/object-status";
export { Provider, type ProviderArgs } from "./resources/provider";
export type { ClusterSelection } from "./selection";
