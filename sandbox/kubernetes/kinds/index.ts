// The built-in kinds and their behaviour.
import { refusalOf } from "../../mizar/arktos/placement";
import { asArray, asObject, isObject, sameJson, text } from "../../shared/json";
import type { Behaviour, KubernetesResource, ResourceScope } from "../cluster";
import { listOf, partOf, segment } from "../metadata";
import { ANYTHING, definition } from "../schema/schema";
import { badRequest, invalid, required } from "../status";
import { customResourceDefinition } from "./custom-resource-definition";
import { namespace, tenant } from "./namespace";
import { endpointSlice, endpoints, ingress, ingressClass } from "./networking";
import { pod } from "./pod";
import { service } from "./service";

const RBAC = "rbac.authorization.k8s.io";

/** A node, which nothing is scheduled to until somebody takes its taint away. */
const node: Behaviour = {
  defaults(object) {
    const spec = partOf(object, "spec");
    if (text(spec.podCIDR) && asArray(spec.podCIDRs).length === 0) spec.podCIDRs = [text(spec.podCIDR)];
  },
  prepare(object, old) {
    const taint = { key: "node.kubernetes.io/not-ready", effect: "NoSchedule" };
    const spec = partOf(object, "spec");
    if (!old) spec.taints = [...listOf(spec, "taints").filter(({ key }) => key !== taint.key), taint];
  },
};

/** Roles and their bindings. */
const role: Behaviour = {
  names: segment,
  defaults(object) {
    if (isObject(object.roleRef)) object.roleRef.apiGroup ||= RBAC;
    for (const subject of listOf(object, "subjects")) if (subject.kind !== "ServiceAccount") subject.apiGroup ||= RBAC;
  },
  validate: (object, old) =>
    old && !sameJson(object.roleRef, old.roleRef) ? [invalid("roleRef", object.roleRef, "cannot change roleRef")] : [],
};

/** Keys that Secrets of the types known to Kubernetes must hold. */
const NEEDED: { [type: string]: string[] } = {
  "kubernetes.io/tls": ["tls.crt", "tls.key"],
  "kubernetes.io/ssh-auth": ["ssh-privatekey"],
  "kubernetes.io/dockerconfigjson": [".dockerconfigjson"],
};

const secret: Behaviour = {
  defaults(object) {
    object.type ||= "Opaque";
    if (!isObject(object.stringData)) return;
    const written = Object.entries(object.stringData).map(([key, value]) => [key, Buffer.from(text(value)).toString("base64")]);
    object.data = { ...asObject(object.data), ...Object.fromEntries(written) };
    delete object.stringData;
  },
  validate({ type, data }, old) {
    const missing = (NEEDED[text(type)] ?? []).filter((key) => !(key in asObject(data)));
    const changed = old && old.type !== type ? [invalid("type", type, "field is immutable")] : [];
    return [...changed, ...missing.map((key) => required(`data[${key}]`))];
  },
};

/** A kind as far as it is not like most: in namespaces, answered with a Status when deleted. */
interface KindRow extends Behaviour {
  kind: string;
  plural: string;
  scope?: ResourceScope;
  short?: string;
  category?: string;
  subresources?: string[];
  generation?: true;
  returnsDeleted?: true;
}

const STATUS = { subresources: ["status"] };

const CORE: KindRow[] = [
  { kind: "ConfigMap", plural: "configmaps", short: "cm" },
  { kind: "Endpoints", plural: "endpoints", short: "ep", ...endpoints },
  { kind: "Event", plural: "events", short: "ev" },
  { kind: "Namespace", plural: "namespaces", scope: "Tenant", short: "ns", ...STATUS, returnsDeleted: true, ...namespace },
  { kind: "Node", plural: "nodes", scope: "Cluster", short: "no", ...STATUS, ...node },
  { kind: "Pod", plural: "pods", short: "po", category: "all", ...STATUS, generation: true, returnsDeleted: true, ...pod },
  { kind: "Secret", plural: "secrets", ...secret },
  { kind: "ServiceAccount", plural: "serviceaccounts", short: "sa", subresources: ["token"], returnsDeleted: true },
  { kind: "Service", plural: "services", short: "svc", category: "all", ...STATUS, returnsDeleted: true, ...service },
];

const ROLES: KindRow[] = [
  { kind: "ClusterRoleBinding", plural: "clusterrolebindings", scope: "Tenant", ...role },
  { kind: "ClusterRole", plural: "clusterroles", scope: "Tenant", ...role },
  { kind: "RoleBinding", plural: "rolebindings", ...role },
  { kind: "Role", plural: "roles", ...role },
];

const NETWORKING: KindRow[] = [
  { kind: "IngressClass", plural: "ingressclasses", scope: "Tenant", generation: true, ...ingressClass },
  { kind: "Ingress", plural: "ingresses", short: "ing", ...STATUS, generation: true, ...ingress },
];

const DEFINITION: KindRow = {
  ...{ kind: "CustomResourceDefinition", plural: "customresourcedefinitions", scope: "Tenant", short: "crd crds" },
  ...{ category: "api-extensions", ...STATUS, generation: true, ...customResourceDefinition },
};

/** Groups with the package of their types and their kinds. */
const GROUPS: [group: string, types: string, rows: KindRow[]][] = [
  ["", "api.core.v1", CORE],
  ["networking.k8s.io", "api.networking.v1", NETWORKING],
  [RBAC, "api.rbac.v1", ROLES],
  ["apiextensions.k8s.io", "apiextensions-apiserver.pkg.apis.apiextensions.v1", [DEFINITION]],
  ["coordination.k8s.io", "api.coordination.v1", [{ kind: "Lease", plural: "leases" }]],
  ["discovery.k8s.io", "api.discovery.v1", [{ kind: "EndpointSlice", plural: "endpointslices", generation: true, ...endpointSlice }]],
];

/** Arktos' own kind, which looks like a Namespace. */
const TENANT: KindRow = { kind: "Tenant", plural: "tenants", scope: "Cluster", short: "te", ...STATUS, ...tenant };

/** Deployments are there for Arktos, which refuses some of them; nothing makes Pods of one. */
const DEPLOYMENT: KindRow = {
  ...{ kind: "Deployment", plural: "deployments", short: "deploy", category: "all", ...STATUS, generation: true },
  prepare(object) {
    const refused = refusalOf("Deployment", object);
    if (refused) throw badRequest(refused);
  },
};

/** The kinds that are there without any CustomResourceDefinition. */
export function builtinResources(arktos: boolean): KubernetesResource[] {
  const standard = GROUPS.flatMap(([group, types, rows]) => rows.map((row) => resource(group, definition(`${types}.${row.kind}`), row)));
  if (!arktos) return standard;
  const deployment = { ...resource("apps", ANYTHING, DEPLOYMENT), custom: {} };
  return [...standard, resource("", definition("api.core.v1.Namespace"), TENANT), deployment];
}

function resource(group: string, schema: KubernetesResource["schema"], { short, category, ...row }: KindRow): KubernetesResource {
  const [singular, listKind] = [row.kind.toLowerCase(), `${row.kind}List`];
  return {
    ...{ group, version: "v1", singular, listKind, schema, scope: "Namespaced", subresources: [] },
    ...{ shortNames: short?.split(" ") ?? [], categories: category ? [category] : [], generation: false, returnsDeleted: false },
    ...row,
  };
}
