// The kinds that can be read from a cluster.

import type { KubernetesSettings } from "../../provider/kubernetes/types";
import { ARKTOS_SOURCES, ako, type Family, FRONT_ENDS } from "../frontends";
import { CLUSTER_WIDE, type KindSource, resourceType } from "../specs";

/** A kind that can be read from a cluster; two kinds of one name differ by their group. */
export type ClusterKind =
  | "Service"
  | "Endpoints"
  | "EndpointSlice"
  | "Node"
  | "Secret"
  | "Namespace"
  | "Pod"
  | "Deployment"
  | "StatefulSet"
  | "DaemonSet"
  | (typeof FRONT_ENDS)[number]["sources"][number]["kind"]
  | (typeof ARKTOS_SOURCES)[number]["kind"];

const SERVICE: KindSource<"Service"> = {
  kind: "Service",
  types: [resourceType("", "v1", "services", "Service")],
  builtIn: true,
  selectable: true,
  endsAtOnce: true,
  status: "subresource",
};

/** Kinds of HTTP and TCP load balancing, and those to which they refer. */
const ROUTING_KINDS: readonly KindSource<ClusterKind>[] = [
  SERVICE,
  { kind: "Endpoints", types: [resourceType("", "v1", "endpoints", "Endpoints")], builtIn: true },
  {
    kind: "EndpointSlice",
    types: ["v1", "v1beta1"].map((version) => resourceType("discovery.k8s.io", version, "endpointslices", "EndpointSlice")),
  },
  { kind: "Node", types: [resourceType("", "v1", "nodes", "Node", CLUSTER_WIDE)], builtIn: true },
  {
    kind: "Secret",
    types: [resourceType("", "v1", "secrets", "Secret")],
    builtIn: true,
    fieldSelector: "type=kubernetes.io/tls",
  },
  { kind: "Namespace", types: [resourceType("", "v1", "namespaces", "Namespace", CLUSTER_WIDE)], builtIn: true },
  ...FRONT_ENDS.filter((one) => one !== ako).flatMap(({ sources }) => [...sources]),
];

/** Further kinds that the generations 2 of AKO read: its custom resources. */
const AKO_KINDS: readonly KindSource<ClusterKind>[] = [...ROUTING_KINDS, ...ako.sources];

const POD: KindSource<"Pod"> = { kind: "Pod", types: [resourceType("", "v1", "pods", "Pod")], builtIn: true };

/** Workloads, for the readinessProbes of their Pods. Pods themselves change all the time, and have the probes of their workload. */
const WORKLOAD_KINDS: readonly KindSource<ClusterKind>[] = (["Deployment", "StatefulSet", "DaemonSet"] as const).map((kind) => ({
  kind,
  types: [resourceType("apps", "v1", `${kind.toLowerCase()}s`, kind)],
}));

/** Kinds of Mizar networks. Addresses of Pods and VPCs that are being deleted are still in use. */
const MIZAR_KINDS: readonly KindSource<ClusterKind>[] = [SERVICE, { ...POD, selectable: true }, ...ARKTOS_SOURCES];

/** The kinds of a family. */
export const FAMILIES: { readonly [F in Family]: readonly KindSource<ClusterKind>[] } = {
  routing: ROUTING_KINDS,
  ako: AKO_KINDS,
  "ako-node-port-local": [...AKO_KINDS, POD],
  mizar: MIZAR_KINDS,
  "routing-workloads": [...ROUTING_KINDS, ...WORKLOAD_KINDS],
  "ako-workloads": [...AKO_KINDS, ...WORKLOAD_KINDS],
  "ako-node-port-local-workloads": [...AKO_KINDS, POD, ...WORKLOAD_KINDS],
};

/** Names of the kinds of a family. */
export const kindsOf = (family: Family): ClusterKind[] => [...new Set(FAMILIES[family].map(({ kind }) => kind))];

/** Cluster, and selection of its objects. */
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
