import type { DriftClass } from "../../../provider/lifecycle/drift";
import type { Props } from "./host";

/**
 * Change by hand: a patch, the class of drift it is reported as, its field, and the fields that only a new object repairs. A patch may need
 * the object, and the namespace as an existing owner: if the owner does not exist, an API server's garbage collector deletes the object.
 */
export type HandChange = readonly [
  what: string,
  patch: object | ((held: Props, namespace: Props) => object),
  expected: DriftClass,
  field: string,
  replaces?: readonly string[],
];

const labels = (value: Props) => ({ metadata: { labels: value } });
const annotations = (value: Props) => ({ metadata: { annotations: value } });
const spec = (value: Props) => ({ spec: value });
/** A merge patch replaces lists whole. */
const ports = (...more: Props[]) => spec({ ports: more.map((port) => ({ protocol: "TCP", port: 80, targetPort: 9376, ...port })) });
const imaged = ({ containers }: Props) => (containers as Props[]).map((container) => ({ ...container, image: "other" }));

/** Changes by hand that are possible on any object. */
const METADATA: readonly HandChange[] = [
  ["a declared label", labels({ team: "b" }), "declared", "metadata.labels.team"],
  ["a declared label gone", labels({ team: null }), "declared", "metadata.labels.team"],
  ["a label of theirs", labels({ theirs: "yes" }), "other", "metadata.labels.theirs"],
  ["a label of a tool", labels({ "app.kubernetes.io/part-of": "x" }), "other", "metadata.labels.app.kubernetes.io/part-of"],
  ["a declared annotation", annotations({ note: "two" }), "declared", "metadata.annotations.note"],
  ["a declared annotation gone", annotations({ note: null }), "declared", "metadata.annotations.note"],
  ["an annotation of theirs", annotations({ theirs: "yes" }), "other", "metadata.annotations.theirs"],
  ["the owner mark", annotations({ "pulumi-k8s-lb/owner": null }), "guarded", ""],
  ["our label", labels({ "app.kubernetes.io/managed-by": null }), "guarded", "metadata.labels"],
  ["our label, another's", labels({ "app.kubernetes.io/managed-by": "Helm" }), "guarded", "metadata.labels"],
  ["a finalizer", { metadata: { finalizers: ["example.com/wait"] } }, "other", "metadata.finalizers"],
  [
    "an owner, with whom it goes",
    (_held, { metadata }) => {
      const { name, uid } = metadata as Props;
      return { metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Namespace", name, uid }] } };
    },
    "other",
    "metadata.ownerReferences",
  ],
];

const NEW = ["spec"];
const ELSEWHERE = ["metadata"];

/** Changes of the place of a Pod or Service. */
const PLACE: readonly HandChange[] = [
  [
    "another network",
    labels({ "arktos.futurewei.com/network": "other" }),
    "declared",
    "metadata.labels.arktos.futurewei.com/network",
    ELSEWHERE,
  ],
  ["another VPC", annotations({ "mizar.com/vpc": "other" }), "declared", "metadata.annotations.mizar.com/vpc", ELSEWHERE],
  ["no subnet", annotations({ "mizar.com/subnet": null }), "declared", "metadata.annotations.mizar.com/subnet", ELSEWHERE],
  ["a bandwidth", annotations({ "mizar.com/egress-bandwidth": "1M" }), "other", "metadata.annotations.mizar.com/egress-bandwidth"],
];

const READY = "arktos.futurewei.com/network-readiness";

/** By kind, what else an API server lets them change, without what it or the operator writes itself. */
const SPEC: { readonly [kind: string]: readonly HandChange[] } = {
  Vpc: [
    ["dividers", spec({ dividers: 2 }), "declared", "spec.dividers"],
    ["dividers as text", spec({ dividers: "3" }), "declared", "spec.dividers"],
    ["no dividers", spec({ dividers: null }), "declared", "spec.dividers"],
    ["a field of theirs", spec({ theirs: "yes" }), "other", "spec.theirs"],
    ["the vni", spec({ vni: "4711" }), "other", "spec.vni"],
    ["a field of subnets", spec({ vpc: "x" }), "other", "spec.vpc"],
    ["virtual", spec({ virtual: true }), "other", "spec.virtual"],
    ["the address", spec({ ip: "10.20.0.0" }), "declared", "spec.ip", NEW],
    ["the prefix", spec({ prefix: "17" }), "declared", "spec.prefix", NEW],
  ],
  Subnet: [
    ["bouncers", spec({ bouncers: 2 }), "declared", "spec.bouncers"],
    ["no bouncers", spec({ bouncers: null }), "declared", "spec.bouncers"],
    ["the vni", spec({ vni: "4711" }), "other", "spec.vni"],
    ["a field of theirs", spec({ theirs: "yes" }), "other", "spec.theirs"],
    ["virtual", spec({ virtual: true }), "other", "spec.virtual"],
    ["the gateway of the cluster", spec({ cluster_gateway: "10.0.0.1" }), "other", "spec.cluster_gateway"],
    ["a field of VPCs", spec({ dividers: 2 }), "other", "spec.dividers"],
    ["the address", spec({ ip: "10.10.2.0" }), "declared", "spec.ip", NEW],
    ["the prefix", spec({ prefix: "25" }), "declared", "spec.prefix", NEW],
    ["the VPC", spec({ vpc: "other" }), "declared", "spec.vpc", NEW],
  ],
  ArktosNetwork: [
    ["ipam", spec({ service: { ipam: "Kubernetes" } }), "declared", "spec.service.ipam"],
    ["ipam of Arktos", spec({ service: { ipam: "Arktos" } }), "declared", "spec.service.ipam"],
    ["no ipam", spec({ service: { ipam: null } }), "declared", "spec.service.ipam"],
    ["ranges", spec({ service: { cidrs: ["10.11.0.0/16"] } }), "declared", "spec.service.cidrs["],
    ["one range more", spec({ service: { cidrs: ["10.10.2.0/24", "10.11.0.0/16"] } }), "guarded", "spec.service.cidrs["],
    ["no ranges", spec({ service: { cidrs: [] } }), "declared", "spec.service.cidrs"],
    ["nothing of services", spec({ service: null }), "declared", "spec.service"],
    ["the type", spec({ type: "flat" }), "declared", "spec.type", NEW],
    ["the VPC", spec({ vpcID: "other" }), "declared", "spec.vpcID", NEW],
  ],
  PlacedPod: [
    ["the image", ({ spec: held }) => spec({ containers: imaged(held as Props) }), "declared", "spec.containers[nginx].image"],
    ["a deadline", spec({ activeDeadlineSeconds: 60 }), "other", "spec.activeDeadlineSeconds"],
    ["not ready", annotations({ [READY]: "false" }), "declared", `metadata.annotations.${READY}`],
    ["readiness not said", annotations({ [READY]: null }), "declared", `metadata.annotations.${READY}`],
    ...PLACE,
  ],
  PlacedService: [
    ["the selector", spec({ selector: { app: "other" } }), "declared", "spec.selector.app"],
    ["a label more in the selector", spec({ selector: { more: "yes" } }), "guarded", "spec.selector.more"],
    ["no selector", spec({ selector: null }), "declared", "spec.selector"],
    ["affinity", spec({ sessionAffinity: "ClientIP" }), "guarded", "spec.sessionAffinity"],
    ["the type", spec({ type: "NodePort" }), "guarded", "spec.type"],
    ["a load balancer", spec({ type: "LoadBalancer" }), "guarded", "spec.type"],
    ["addresses outside", spec({ externalIPs: ["192.0.2.1"] }), "guarded", "spec.externalIPs"],
    ["servers that are not ready", spec({ publishNotReadyAddresses: true }), "guarded", "spec.publishNotReadyAddresses"],
    ["servers of the node alone", spec({ internalTrafficPolicy: "Local" }), "guarded", "spec.internalTrafficPolicy"],
    ["a name outside", spec({ externalName: "example.com" }), "guarded", "spec.externalName"],
    ["who may come", spec({ type: "LoadBalancer", loadBalancerSourceRanges: ["10.0.0.0/8"] }), "guarded", "spec.loadBalancerSourceRanges"],
    ["the port of the servers", ports({ targetPort: 1 }), "declared", "spec.ports[80/TCP].targetPort"],
    ["a named port of the servers", ports({ targetPort: "web" }), "declared", "spec.ports[80/TCP].targetPort"],
    ["another port", ports({ port: 81 }), "declared", "spec.ports[81/TCP]"],
    ["another protocol", ports({ protocol: "UDP" }), "declared", "spec.ports[80/UDP]"],
    ["the name of a port", ports({ name: "by-hand" }), "other", "spec.ports[80/TCP].name"],
    ["one port more", ports({ name: "by-hand" }, { name: "b", port: 90 }), "declared", "spec.ports[90/TCP]"],
    ["what a port speaks", ports({ appProtocol: "http" }), "other", "spec.ports[80/TCP].appProtocol"],
    ["an address asked for", spec({ loadBalancerIP: "192.0.2.1" }), "other", "spec.loadBalancerIP"],
    ["where traffic goes first", spec({ trafficDistribution: "PreferClose" }), "other", "spec.trafficDistribution"],
    ...PLACE,
  ],
};

export const byHand = (kind: string): readonly HandChange[] => [...METADATA, ...(SPEC[kind] ?? [])];
