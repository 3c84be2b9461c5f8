export type { ClusterKind, ClusterSelection } from "./kinds";
export { LiveCluster, type LiveClusterArgs, liveCluster } from "./live-cluster";
export { type Manifest, type RbacOptions, rbacManifests } from "./rbac";
export { type ClusterContents, readCluster } from "./read";
export { ObjectStatus, type ObjectStatusArgs, Provider, type ProviderArgs } from "./resources";
