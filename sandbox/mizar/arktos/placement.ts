// Places Pods and Services into the Network of their tenant.
import { asObject, isObject, type JsonObject, text } from "../../shared/json";
import type { NewObject } from "../api/kinds";
import { annotationOf, type KubeObject, specText } from "../api/kinds";
import type { Action } from "../api/world";
import { PermanentFailure, TemporaryFailure } from "../engine/kopf";
import { SUBNET_ANNOTATION, VPC_ANNOTATION } from "../workflows/endpoint";
import { podCreate, serviceCreate, serviceEndpointName } from "../workflows/pods-and-services";
import { NOTHING, type WorkflowContext, type WorkflowStep } from "../workflows/workflow";

/** Places objects without a Network in the tenant's Network `default`; ignores labels. */
export function placePod(pod: KubeObject, context: WorkflowContext): WorkflowStep {
  if (pod.spec.hostNetwork === true || pod.metadata.deletionTimestamp) return NOTHING;
  const network = defaultNetwork(pod, context);
  if (network.spec.type !== "mizar") return NOTHING;
  waitFor(network);
  const { vpc, subnet } = placeIn(pod);
  if (vpc === undefined && subnet === undefined) return { actions: [annotate(pod, network)] };
  if (!text(pod.status.hostIP)) throw new TemporaryFailure("Missing hostIP during pod create or update");
  if (!vpc) throw new PermanentFailure("Missing VPC annotation");
  if (!subnet) throw new PermanentFailure("Missing Subnet annotation");
  return podCreate(pod, context);
}

/** A Service with one of the two annotations is passed over in silence; one without address gets that of its endpoint. */
export function placeService(service: KubeObject, context: WorkflowContext): WorkflowStep {
  if (service.metadata.deletionTimestamp) return NOTHING;
  const network = defaultNetwork(service, context);
  if (network.spec.type !== "mizar") return NOTHING;
  waitFor(network);
  const { vpc, subnet } = placeIn(service);
  if (vpc === undefined && subnet === undefined) return { actions: [annotate(service, network)] };
  if (vpc === undefined || subnet === undefined) return NOTHING;
  if (!vpc) throw new PermanentFailure("Missing VPC annotation");
  if (!subnet) throw new PermanentFailure("Missing Subnet annotation");
  const endpoint = context.world.own("Endpoint", serviceEndpointName(service));
  if (!endpoint) return { ...serviceCreate(service, context), again: context.settings.delayMs };
  if (text(service.spec.clusterIP) !== "" || service.spec.type === "ExternalName") return NOTHING;
  return { actions: [change(service, { spec: { clusterIP: specText(endpoint, "ip") } })] };
}

function defaultNetwork({ metadata: { tenant } }: KubeObject, { world }: WorkflowContext): KubeObject {
  const network = world.find({ kind: "Network", name: "default", tenant });
  if (!network) throw new TemporaryFailure(`network.arktos.futurewei.com "default" not found`);
  return network;
}

function waitFor({ status, metadata: { name } }: KubeObject): void {
  if (status.phase !== "Ready") throw new TemporaryFailure(`The arktos network ${name} is not Ready.`);
}

const placeIn = (object: KubeObject): { vpc?: string; subnet?: string } => ({
  vpc: annotationOf(object, VPC_ANNOTATION),
  subnet: annotationOf(object, SUBNET_ANNOTATION),
});

/** A Network without vpcID has a VPC by the name of its tenant, but a subnet without a name. */
function annotate(object: KubeObject, network: KubeObject): Action {
  const vpc = specText(network, "vpcID");
  const annotations = {
    [VPC_ANNOTATION]: vpc || `${network.metadata.tenant}-default-network`,
    [SUBNET_ANNOTATION]: `${vpc}-subnet`,
  };
  return change(object, { metadata: { annotations } });
}

const change = ({ kind, metadata: { name, namespace, tenant } }: KubeObject, body: object): Action => ({
  patch: { kind, name, namespace, tenant },
  with: body,
});

const NETWORK_LABEL = "arktos.futurewei.com/network";
const READINESS = "arktos.futurewei.com/network-readiness";

/** Returns the reason for which Arktos refuses the object with 400; undefined if it accepts it. For creations and updates of the object itself. */
export function refusalOf(kind: string, object: JsonObject): string | undefined {
  if (kind !== "Deployment") return undefined;
  const template = asObject(asObject(object.spec).template);
  const [ownLabel, inTemplate] = [object, template].map((body) => asObject(asObject(body.metadata).labels)[NETWORK_LABEL] ?? "");
  return ownLabel === inTemplate ? undefined : "invalid deployment with conflicting network label";
}

/** Adds the fields that Arktos adds to an object it admits. `readiness`: its plugin DefaultPodNetworkReadiness is on; it is off by default. */
export function admitted(kind: string, object: JsonObject, readiness: boolean): JsonObject {
  if (!readiness || kind !== "Pod" || asObject(object.spec).hostNetwork === true) return object;
  const metadata = asObject(object.metadata);
  const annotations = isObject(metadata.annotations) ? metadata.annotations : {};
  if (READINESS in annotations) return object;
  return { ...object, metadata: { ...metadata, annotations: { ...annotations, [READINESS]: "false" } } };
}

const NAMESPACES = ["default", "kube-system", "kube-public"];
const RBAC = "rbac.authorization.k8s.io";

/** Creates the first objects of a tenant: namespaces, the role of its administrator, and its Network `default` if there is a template for it. */
export function furnish(tenant: KubeObject, { settings }: WorkflowContext, seen: Set<string>): WorkflowStep {
  const { name, uid = "", deletionTimestamp } = tenant.metadata;
  if (seen.has(uid) || deletionTimestamp || tenant.status.phase === "Terminating") return NOTHING;
  const make = (create: NewObject): Action => ({ create, unlessThere: true });
  const namespaces = NAMESPACES.map((namespace) => make({ kind: "Namespace", metadata: { name: namespace, tenant: name } }));
  const roles = [adminRole(name), adminBinding(name)].map((role) => ({ ...make(role), ifServed: true }));
  const network = settings.networkTemplate ? [make(networkFrom(settings.networkTemplate, name))] : [];
  return { actions: [...namespaces, ...roles, ...network], remember: () => void seen.add(uid) };
}

/** The Network of a template; the tenant in it counts for nothing. */
function networkFrom(template: string, tenant: string): NewObject {
  let parsed: JsonObject;
  try {
    parsed = asObject(JSON.parse(template.replaceAll("{{.}}", tenant)));
  } catch {
    throw new PermanentFailure("the template of default Networks is not JSON");
  }
  const metadata = asObject(parsed.metadata) as NewObject["metadata"];
  return { kind: "Network", metadata: { ...metadata, name: metadata.name ?? "default", tenant }, spec: asObject(parsed.spec) };
}

const adminRole = (tenant: string): NewObject => ({
  kind: "ClusterRole",
  metadata: { name: "admin-role", tenant },
  rules: [
    { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
    { nonResourceURLs: ["*"], verbs: ["*"] },
  ],
});

const adminBinding = (tenant: string): NewObject => ({
  kind: "ClusterRoleBinding",
  metadata: { name: "admin-role-binding", tenant },
  roleRef: { apiGroup: RBAC, kind: "ClusterRole", name: "admin-role" },
  subjects: [{ apiGroup: RBAC, kind: "User", name: "admin" }],
});
