import type { KubernetesSettings, ResourceType } from "../../provider/kubernetes/types";

/** A kind that can be read from a cluster; two kinds of one name are told apart by their group. */
export type ClusterKind =
  | "Service"
  | "Endpoints"
  | "EndpointSlice"
  | "Node"
  | "Secret"
  | "Ingress"
  | "IngressClass"
  | "Route.route.openshift.io"
  | "IngressRoute"
  | "TLSCertificateDelegation"
  | "Route.contour.heptio.com"
  | "Namespace"
  | "HostRule"
  | "HTTPRule"
  | "AviInfraSetting"
  | "L4Rule"
  | "L7Rule"
  | "Pod"
  | "Network"
  | "Vpc"
  | "Subnet"
  | "Endpoint";

/** How one kind is read. */
export interface KindSource {
  kind: ClusterKind;
  /** Where the API server may have it, the best first. */
  types: readonly ResourceType[];
  /** The types are kinds of their own and not versions of one: all that the server has are read. */
  apart?: boolean;
  /** Every API server has it; else it is looked for first, and is absent where it is not installed. */
  builtIn?: boolean;
  /** Label selectors mean it: it asks for load balancing itself. What others refer to is always read. */
  selectable?: boolean;
  /** Only these objects of the kind are of any use. */
  fieldSelector?: string;
  /** On Arktos its objects are kept in this tenant, and in no namespace that a selection speaks of. */
  tenant?: string;
  /** An object that is being deleted asks for nothing any more. */
  endsAtOnce?: boolean;
}

const type = (group: string, version: string, plural: string, kind: string, more: Partial<ResourceType> = {}): ResourceType => ({
  group,
  version,
  plural,
  kind,
  namespaced: true,
  tenanted: true,
  ...more,
});
const clusterWide = { namespaced: false, tenanted: false };

const SERVICE: KindSource = {
  kind: "Service",
  types: [type("", "v1", "services", "Service")],
  builtIn: true,
  selectable: true,
  endsAtOnce: true,
};

/** What carries HTTP and TCP load balancing, and what that refers to. */
const ROUTING_KINDS: readonly KindSource[] = [
  SERVICE,
  { kind: "Endpoints", types: [type("", "v1", "endpoints", "Endpoints")], builtIn: true },
  {
    kind: "EndpointSlice",
    types: ["v1", "v1beta1"].map((version) => type("discovery.k8s.io", version, "endpointslices", "EndpointSlice")),
  },
  { kind: "Node", types: [type("", "v1", "nodes", "Node", clusterWide)], builtIn: true },
  { kind: "Secret", types: [type("", "v1", "secrets", "Secret")], builtIn: true, fieldSelector: "type=kubernetes.io/tls" },
  {
    kind: "Ingress",
    types: [
      type("networking.k8s.io", "v1", "ingresses", "Ingress"),
      type("networking.k8s.io", "v1beta1", "ingresses", "Ingress"),
      type("extensions", "v1beta1", "ingresses", "Ingress"),
    ],
    selectable: true,
    endsAtOnce: true,
  },
  {
    kind: "IngressClass",
    types: ["v1", "v1beta1"].map((version) => type("networking.k8s.io", version, "ingressclasses", "IngressClass", clusterWide)),
  },
  {
    kind: "Route.route.openshift.io",
    types: [type("route.openshift.io", "v1", "routes", "Route")],
    selectable: true,
    endsAtOnce: true,
  },
  {
    kind: "IngressRoute",
    types: ["v1beta1", "v1alpha1"].map((version) => type("contour.heptio.com", version, "ingressroutes", "IngressRoute")),
    selectable: true,
    endsAtOnce: true,
  },
  {
    kind: "TLSCertificateDelegation",
    types: [
      type("contour.heptio.com", "v1beta1", "tlscertificatedelegations", "TLSCertificateDelegation"),
      type("projectcontour.io", "v1", "tlscertificatedelegations", "TLSCertificateDelegation"),
    ],
    apart: true,
  },
  {
    kind: "Route.contour.heptio.com",
    types: ["v1beta1", "v1alpha1"].map((version) => type("contour.heptio.com", version, "routes", "Route")),
    selectable: true,
    endsAtOnce: true,
  },
];

/** The API group of AKO's custom resources. */
export const AKO_GROUP = "ako.vmware.com";

const akoType = (version: string, plural: string, kind: string, more: Partial<ResourceType> = {}) =>
  type(AKO_GROUP, version, plural, kind, more);

/** What the generations 2 of AKO read besides: its custom resources, and what namespaces say of the objects in them. */
const AKO_KINDS: readonly KindSource[] = [
  ...ROUTING_KINDS,
  { kind: "Namespace", types: [type("", "v1", "namespaces", "Namespace", clusterWide)], builtIn: true },
  { kind: "HostRule", types: ["v1beta1", "v1alpha1"].map((version) => akoType(version, "hostrules", "HostRule")) },
  { kind: "HTTPRule", types: ["v1beta1", "v1alpha1"].map((version) => akoType(version, "httprules", "HTTPRule")) },
  {
    kind: "AviInfraSetting",
    types: ["v1beta1", "v1alpha1"].map((version) => akoType(version, "aviinfrasettings", "AviInfraSetting", clusterWide)),
  },
  { kind: "L4Rule", types: [akoType("v1alpha2", "l4rules", "L4Rule")] },
  { kind: "L7Rule", types: [akoType("v1alpha2", "l7rules", "L7Rule")] },
];

const POD: KindSource = { kind: "Pod", types: [type("", "v1", "pods", "Pod")], builtIn: true };

/** Where Arktos keeps the objects of Mizar itself. */
const MIZAR_TENANT = "system";

/** What says something about Mizar networks. Addresses of Pods and VPCs that are being deleted are still in use. */
const MIZAR_KINDS: readonly KindSource[] = [
  SERVICE,
  { ...POD, selectable: true },
  { kind: "Network", types: [type("arktos.futurewei.com", "v1", "networks", "Network", { namespaced: false })] },
  { kind: "Vpc", types: [type("mizar.com", "v1", "vpcs", "Vpc")], tenant: MIZAR_TENANT },
  { kind: "Subnet", types: [type("mizar.com", "v1", "subnets", "Subnet")], tenant: MIZAR_TENANT },
  { kind: "Endpoint", types: [type("mizar.com", "v1", "endpoints", "Endpoint")], tenant: MIZAR_TENANT },
];

/** Which kinds a translation reads. */
export type Family = "routing" | "ako" | "ako-node-port-local" | "mizar";

/** Settings of Avi that decide what is read. */
interface ReadBySettings {
  readonly naming?: unknown;
  readonly serviceType?: unknown;
}

/**
 * The family of a target: with the generations 2 of AKO (setting `naming` of Avi) its custom resources are read too, and Pods where
 * `serviceType` says that servers are the ports of nodes that lead to them. Words count in any case, as in all settings.
 */
export function familyFor(target: string, { naming, serviceType }: ReadBySettings = {}): Family {
  if (target === "mizar") return "mizar";
  if (target !== "avi" || !/^ako-2/i.test(String(naming))) return "routing";
  return /^nodeportlocal$/i.test(String(serviceType)) ? "ako-node-port-local" : "ako";
}

/** The kinds of a family. */
export const FAMILIES: { readonly [F in Family]: readonly KindSource[] } = {
  routing: ROUTING_KINDS,
  ako: AKO_KINDS,
  "ako-node-port-local": [...AKO_KINDS, POD],
  mizar: MIZAR_KINDS,
};

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
