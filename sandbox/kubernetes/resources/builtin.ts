import { BEHAVIOURS } from "../kinds";
import { definition } from "../schema/schema";
import { type Resource, type Scope, STANDARD_VERBS } from "./resource";

interface Row {
  kind: string;
  plural: string;
  scope?: Scope;
  short?: string[];
  categories?: string[];
  subresources?: string[];
  generation?: boolean;
  createOnUpdate?: boolean;
  conditional?: boolean;
  returnsDeleted?: boolean;
}

const CORE: Row[] = [
  { kind: "ConfigMap", plural: "configmaps", short: ["cm"] },
  { kind: "Endpoints", plural: "endpoints", short: ["ep"], createOnUpdate: true },
  { kind: "Event", plural: "events", short: ["ev"], createOnUpdate: true },
  { kind: "Namespace", plural: "namespaces", scope: "Tenant", short: ["ns"], subresources: ["finalize", "status"], returnsDeleted: true },
  { kind: "Node", plural: "nodes", scope: "Cluster", short: ["no"], subresources: ["status"] },
  {
    kind: "Pod",
    plural: "pods",
    short: ["po"],
    categories: ["all"],
    subresources: ["binding", "status"],
    generation: true,
    returnsDeleted: true,
  },
  { kind: "Secret", plural: "secrets" },
  { kind: "ServiceAccount", plural: "serviceaccounts", short: ["sa"], subresources: ["token"], returnsDeleted: true },
  {
    kind: "Service",
    plural: "services",
    short: ["svc"],
    categories: ["all"],
    subresources: ["status"],
    createOnUpdate: true,
    returnsDeleted: true,
  },
];

const RBAC: Row[] = [
  { kind: "ClusterRoleBinding", plural: "clusterrolebindings", scope: "Tenant", createOnUpdate: true },
  { kind: "ClusterRole", plural: "clusterroles", scope: "Tenant", createOnUpdate: true },
  { kind: "RoleBinding", plural: "rolebindings", createOnUpdate: true },
  { kind: "Role", plural: "roles", createOnUpdate: true },
];

const NETWORKING: Row[] = [
  { kind: "IngressClass", plural: "ingressclasses", scope: "Tenant", generation: true },
  { kind: "Ingress", plural: "ingresses", short: ["ing"], subresources: ["status"], generation: true },
  { kind: "NetworkPolicy", plural: "networkpolicies", short: ["netpol"], generation: true },
];

const DEFINITIONS: Row[] = [
  {
    kind: "CustomResourceDefinition",
    plural: "customresourcedefinitions",
    scope: "Tenant",
    short: ["crd", "crds"],
    categories: ["api-extensions"],
    subresources: ["status"],
    generation: true,
  },
];

/** Groups with their version, the package of their types, and their kinds. */
const GROUPS: [group: string, version: string, types: string, rows: Row[]][] = [
  ["", "v1", "api.core.v1", CORE],
  [
    "apps",
    "v1",
    "api.apps.v1",
    [{ kind: "Deployment", plural: "deployments", short: ["deploy"], categories: ["all"], subresources: ["status"], generation: true }],
  ],
  ["networking.k8s.io", "v1", "api.networking.v1", NETWORKING],
  ["rbac.authorization.k8s.io", "v1", "api.rbac.v1", RBAC],
  ["apiextensions.k8s.io", "v1", "apiextensions-apiserver.pkg.apis.apiextensions.v1", DEFINITIONS],
  ["coordination.k8s.io", "v1", "api.coordination.v1", [{ kind: "Lease", plural: "leases", createOnUpdate: true, conditional: true }]],
  ["discovery.k8s.io", "v1", "api.discovery.v1", [{ kind: "EndpointSlice", plural: "endpointslices", generation: true }]],
];

/** Arktos' own core kind. */
const TENANT: Row = { kind: "Tenant", plural: "tenants", scope: "Cluster", short: ["te"], subresources: ["finalize", "status"] };

/** The kinds that are there without any CustomResourceDefinition. */
export function builtinResources(arktos: boolean): Resource[] {
  const standard = GROUPS.flatMap(([group, version, types, rows]) => rows.map((row) => resource(group, version, types, row)));
  return arktos ? [...standard, resource("", "v1", "api.core.v1", TENANT)] : standard;
}

/** Arktos' Tenant looks like a Namespace. */
const typeOf = (kind: string): string => (kind === "Tenant" ? "Namespace" : kind);

function resource(group: string, version: string, types: string, row: Row): Resource {
  const { kind, plural, scope = "Namespaced", short = [], categories = [], subresources = [], generation = false } = row;
  return {
    ...{ group, version, plural, kind, scope, categories, subresources, generation },
    singular: kind.toLowerCase(),
    listKind: `${kind}List`,
    shortNames: short,
    verbs: STANDARD_VERBS.filter((verb) => verb !== "deletecollection" || typeOf(kind) !== "Namespace"),
    schema: definition(`${types}.${typeOf(kind)}`),
    unconditionalUpdate: !row.conditional,
    createOnUpdate: row.createOnUpdate ?? false,
    returnsDeleted: row.returnsDeleted ?? false,
    ...BEHAVIOURS[kind],
  };
}
