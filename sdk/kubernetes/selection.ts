import type { KubernetesSettings } from "../../provider/kubernetes/connect";
import type { ClusterKind } from "./kinds";

/** Which cluster, and what of it. */
export interface ClusterSelection extends KubernetesSettings {
  /** Namespaces whose objects are read. Default: all. */
  namespaces?: readonly string[];
  /**
   * Labels of the objects that ask for load balancing: Services, Ingresses, Routes, IngressRoutes, Pods. What these refer to
   * (Endpoints, Secrets, Nodes, classes, Networks) is read whatever its labels are. Default: all.
   */
  labelSelector?: string;
  /** Read only these kinds. Default: all that the target reads and the cluster has. */
  kinds?: readonly ClusterKind[];
}
