export type { ClusterKind } from "./kinds";
export { LiveCluster, type LiveClusterArgs, liveCluster } from "./live-cluster";
export { type ClusterContents, readCluster } from "./read";
export type { ClusterSelection } from "./selection";
