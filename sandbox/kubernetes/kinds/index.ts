import { refusalOf } from "../../mizar";
import { asArray, isObject, sameJson, text } from "../../shared/json";
import { listOf, partOf, segment } from "../metadata";
import type { Behaviour, Resource, Scope } from "../registry";
import { ANYTHING, definition } from "../schema/schema";
import { badRequest, invalid } from "../status";
import { customResourceDefinition } from "./custom-resource-definition";
import { endpointSlice, endpoints } from "./endpoints";
import { ingress, ingressClass } from "./ingress";
import { namespace, tenant } from "./namespace";
import { pod } from "./pod";
import { secret } from "./secret";
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

/** A kind as far as it is not like most: in namespaces, taken without resourceVersion, not made by a PUT, answered with a Status when deleted. */
interface Row extends Behaviour {
  kind: string;
  plural: string;
  scope?: Scope;
  short?: string;
  category?: string;
  subresources?: string[];
  generation?: true;
  createOnUpdate?: true;
  unconditionalUpdate?: false;
  returnsDeleted?: true;
}

const CORE: Row[] = [
  { kind: "ConfigMap", plural: "configmaps", short: "cm" },
  { kind: "Endpoints", plural: "endpoints", short: "ep", createOnUpdate: true, ...endpoints },
  { kind: "Event", plural: "events", short: "ev", createOnUpdate: true },
  {
    kind: "Namespace",
    plural: "namespaces",
    scope: "Tenant",
    short: "ns",
    subresources: ["finalize", "status"],
    returnsDeleted: true,
    ...namespace,
  },
  { kind: "Node", plural: "nodes", scope: "Cluster", short: "no", subresources: ["status"], ...node },
  { kind: "Pod", plural: "pods", short: "po", category: "all", subresources: ["status"], generation: true, returnsDeleted: true, ...pod },
  { kind: "Secret", plural: "secrets", ...secret },
  { kind: "ServiceAccount", plural: "serviceaccounts", short: "sa", subresources: ["token"], returnsDeleted: true },
  {
    ...{ kind: "Service", plural: "services", short: "svc", category: "all", subresources: ["status"] },
    ...{ createOnUpdate: true, returnsDeleted: true, ...service },
  },
];

const ROLES: Row[] = [
  { kind: "ClusterRoleBinding", plural: "clusterrolebindings", scope: "Tenant", createOnUpdate: true, ...role },
  { kind: "ClusterRole", plural: "clusterroles", scope: "Tenant", createOnUpdate: true, ...role },
  { kind: "RoleBinding", plural: "rolebindings", createOnUpdate: true, ...role },
  { kind: "Role", plural: "roles", createOnUpdate: true, ...role },
];

const NETWORKING: Row[] = [
  { kind: "IngressClass", plural: "ingressclasses", scope: "Tenant", generation: true, ...ingressClass },
  { kind: "Ingress", plural: "ingresses", short: "ing", subresources: ["status"], generation: true, ...ingress },
];

const DEFINITION: Row = {
  ...{ kind: "CustomResourceDefinition", plural: "customresourcedefinitions", scope: "Tenant", short: "crd crds" },
  ...{ category: "api-extensions", subresources: ["status"], generation: true, ...customResourceDefinition },
};

/** Groups with the package of their types and their kinds. */
const GROUPS: [group: string, types: string, rows: Row[]][] = [
  ["", "api.core.v1", CORE],
  ["networking.k8s.io", "api.networking.v1", NETWORKING],
  [RBAC, "api.rbac.v1", ROLES],
  ["apiextensions.k8s.io", "apiextensions-apiserver.pkg.apis.apiextensions.v1", [DEFINITION]],
  ["coordination.k8s.io", "api.coordination.v1", [{ kind: "Lease", plural: "leases", createOnUpdate: true, unconditionalUpdate: false }]],
  ["discovery.k8s.io", "api.discovery.v1", [{ kind: "EndpointSlice", plural: "endpointslices", generation: true, ...endpointSlice }]],
];

/** Arktos' own kind, which looks like a Namespace. */
const TENANT: Row = { kind: "Tenant", plural: "tenants", scope: "Cluster", short: "te", subresources: ["finalize", "status"], ...tenant };

/** Deployments are there for Arktos, which refuses some of them; nothing makes Pods of one. */
const DEPLOYMENT: Row = {
  ...{ kind: "Deployment", plural: "deployments", short: "deploy", category: "all", subresources: ["status"], generation: true },
  prepare(object) {
    const refused = refusalOf("Deployment", object);
    if (refused) throw badRequest(refused);
  },
};

/** The kinds that are there without any CustomResourceDefinition. */
export function builtinResources(arktos: boolean): Resource[] {
  const standard = GROUPS.flatMap(([group, types, rows]) => rows.map((row) => resource(group, definition(`${types}.${row.kind}`), row)));
  if (!arktos) return standard;
  const deployment = { ...resource("apps", ANYTHING, DEPLOYMENT), custom: {} };
  return [...standard, resource("", definition("api.core.v1.Namespace"), TENANT), deployment];
}

function resource(group: string, schema: Resource["schema"], row: Row): Resource {
  const { kind, short, category, ...rest } = row;
  return {
    ...{ group, version: "v1", kind, singular: kind.toLowerCase(), listKind: `${kind}List`, schema, scope: "Namespaced", subresources: [] },
    ...{ shortNames: short?.split(" ") ?? [], categories: category ? [category] : [] },
    ...{ generation: false, unconditionalUpdate: true, createOnUpdate: false, returnsDeleted: false },
    ...rest,
  };
}
