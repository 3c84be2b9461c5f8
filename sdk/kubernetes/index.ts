// Reading specs from live clusters.

export { claimPolicy } from "../components/claim-policy";
export { type Manifest, type RbacOptions, rbacManifests } from "../components/rbac";
export type { ClusterKind, ClusterSelection } from "./kinds";
export { type ClusterContents, readCluster } from "./read-cluster";
export {
  LiveCluster,
  type LiveClusterArgs,
  liveCluster,
  ObjectStatus,
  type ObjectStatusArgs,
  Provider,
  type ProviderArgs,
} from "./resources";
