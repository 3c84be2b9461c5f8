import { crdsFor } from "../../../kinds/mizar/crds";
import type { JsonObject } from "../../shared/json";
import type { Cluster } from "../cluster";
import { DEFINITIONS } from "../custom/definitions";
import { customResourceDefinition } from "../kinds/custom-resource-definition";
import { keyOfObject, timestamp } from "../resources/meta";
import { type Resource, storageOf } from "../resources/resource";
import { SYSTEM_TENANT } from "../resources/tenants";
import { typed } from "../schema/typed";
import { CLUSTER_ROLE_BINDINGS, CLUSTER_ROLES } from "./roles";

const NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];
/** What Arktos makes for a new tenant. */
const TENANT_NAMESPACES = ["default", "kube-public", "kube-system"];

/** What there is at the start: namespaces, the Service of the API itself, standard roles, and the kinds of Mizar and Arktos. */
export function seed(cluster: Cluster, tenants: string[]): void {
  const own = cluster.arktos ? SYSTEM_TENANT : "";
  if (cluster.arktos) put(cluster, "tenants", "", { metadata: { name: SYSTEM_TENANT }, ...ACTIVE });
  for (const name of NAMESPACES) putNamespace(cluster, own, name);
  for (const role of CLUSTER_ROLES) put(cluster, "clusterroles.rbac.authorization.k8s.io", own, role);
  for (const binding of CLUSTER_ROLE_BINDINGS) put(cluster, "clusterrolebindings.rbac.authorization.k8s.io", own, binding);
  put(cluster, "services", own, { metadata: { name: "kubernetes", namespace: "default", labels: API_LABELS }, ...apiService(cluster) });
  for (const definition of crdsFor(cluster.settings.mode)) putDefinition(cluster, own, definition as unknown as JsonObject);
  if (cluster.arktos) for (const tenant of tenants.filter((name) => name !== SYSTEM_TENANT)) putTenant(cluster, tenant);
}

function putTenant(cluster: Cluster, tenant: string): void {
  put(cluster, "tenants", "", { metadata: { name: tenant }, ...ACTIVE });
  for (const name of TENANT_NAMESPACES) putNamespace(cluster, tenant, name);
}

const ACTIVE = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };
const API_LABELS = { component: "apiserver", provider: "kubernetes" };

function putNamespace(cluster: Cluster, tenant: string, name: string): void {
  put(cluster, "namespaces", tenant, { metadata: { name, labels: { "kubernetes.io/metadata.name": name } }, ...ACTIVE });
}

function putDefinition(cluster: Cluster, tenant: string, given: JsonObject): void {
  const definition = structuredClone(given);
  const resource = cluster.registry.byStorage(DEFINITIONS)!;
  customResourceDefinition.defaults?.(definition, cluster);
  customResourceDefinition.prepare?.(definition, undefined, cluster);
  const stored = put(cluster, DEFINITIONS, tenant, definition);
  resource.stored?.(stored, cluster);
}

/** The first address of the range leads to the API. */
function apiService({ settings }: Cluster): JsonObject {
  const address = settings.serviceCidr.replace(/\.\d+\/\d+$/, ".1");
  return {
    spec: {
      ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: 6443 }],
      ...{ clusterIP: address, clusterIPs: [address], type: "ClusterIP", sessionAffinity: "None" },
      ...{ ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack", internalTrafficPolicy: "Cluster" },
    },
    status: { loadBalancer: {} },
  };
}

function put(cluster: Cluster, storage: string, tenant: string, object: JsonObject): JsonObject {
  const resource = cluster.registry.byStorage(storage) as Resource;
  const metadata: JsonObject = {
    ...(object.metadata as JsonObject),
    uid: cluster.newUid(),
    creationTimestamp: timestamp(),
    ...(resource.generation ? { generation: 1 } : {}),
  };
  const form = typed(resource.schema, { ...object, metadata }, resource.kind).value;
  if (tenant !== "") form.metadata = { ...(form.metadata as JsonObject), tenant };
  return cluster.store.put(storageOf(resource), keyOfObject(form), form);
}
