// Objects that a new cluster contains.
import { crdsFor } from "../mizar/definitions";
import { isObject, type JsonObject } from "../shared/json";
import { formed } from "./body";
import { type Cluster, SYSTEM_TENANT } from "./cluster";
import { keyOfObject, ownMeta, timestamp } from "./metadata";

const NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];
/** Namespaces that Arktos makes for a new tenant. */
const TENANT_NAMESPACES = ["default", "kube-public", "kube-system"];
const ACTIVE = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };

/** Creates the first objects: namespaces, the Service of the API itself, the role of administrators, and the kinds of Mizar and Arktos. */
export function seed(cluster: Cluster): void {
  const systemTenant = cluster.arktos ? SYSTEM_TENANT : "";
  if (cluster.arktos) put(cluster, "tenants", "", { metadata: { name: SYSTEM_TENANT }, ...ACTIVE });
  for (const name of NAMESPACES) put(cluster, "namespaces", systemTenant, { metadata: { name }, ...ACTIVE });
  put(cluster, "clusterroles.rbac.authorization.k8s.io", systemTenant, CLUSTER_ADMIN);
  put(cluster, "services", systemTenant, apiService(cluster));
  for (const definition of crdsFor(cluster.settings.mode)) {
    const object: unknown = structuredClone(definition);
    if (isObject(object)) put(cluster, "customresourcedefinitions.apiextensions.k8s.io", systemTenant, object);
  }
  for (const tenant of cluster.arktos ? cluster.settings.tenants.filter((name) => name !== SYSTEM_TENANT) : []) {
    put(cluster, "tenants", "", { metadata: { name: tenant }, ...ACTIVE });
    for (const name of TENANT_NAMESPACES) put(cluster, "namespaces", tenant, { metadata: { name }, ...ACTIVE });
  }
}

const CLUSTER_ADMIN: JsonObject = {
  metadata: { name: "cluster-admin", labels: { "kubernetes.io/bootstrapping": "rbac-defaults" } },
  rules: [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
    { verbs: ["*"], nonResourceURLs: ["*"] },
  ],
};

/** The first address of the range leads to the API. */
function apiService({ settings }: Cluster): JsonObject {
  const address = settings.serviceCidr.replace(/\.\d+\/\d+$/, ".1");
  return {
    metadata: { name: "kubernetes", namespace: "default", labels: { component: "apiserver", provider: "kubernetes" } },
    spec: {
      ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: 6443 }],
      ...{ clusterIP: address, clusterIPs: [address], type: "ClusterIP", sessionAffinity: "None" },
      ...{ ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack", internalTrafficPolicy: "Cluster" },
    },
    status: { loadBalancer: {} },
  };
}

function put(cluster: Cluster, storage: string, tenant: string, object: JsonObject): void {
  const resource = cluster.registry.at(storage);
  if (!resource) throw new Error(`no kind ${storage}`);
  resource.defaults?.(object);
  if (!object.status) resource.prepare?.(object, undefined, cluster);
  const form = formed({ resource, cluster }, object);
  Object.assign(ownMeta(form), { uid: cluster.random.uuid4(), creationTimestamp: timestamp() });
  if (resource.generation) ownMeta(form).generation = 1;
  if (tenant !== "") ownMeta(form).tenant = tenant;
  const stored = cluster.store.put(storage, keyOfObject(form), form);
  resource.stored?.(stored, cluster);
}
