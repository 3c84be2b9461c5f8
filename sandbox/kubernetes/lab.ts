import { crdsFor } from "../mizar/definitions";
import { gatesGiven } from "../mizar/given";
import { type Operator, type OperatorOptions, startOperator } from "../mizar/operator";
import { type HttpRequest, type HttpResponse, json } from "../shared/http";
import { asObject, isObject, type JsonObject } from "../shared/json";
import { formed } from "./body";
import type { Cluster } from "./cluster";
import { keyOfObject, ownMeta, timestamp } from "./metadata";
import { SYSTEM_TENANT } from "./registry";

/** The API, the operator beside it, and what tests do to both; without a token, for the sandbox listens on loopback only. */
export class Lab {
  private running: Operator | undefined;

  constructor(
    private readonly cluster: Cluster,
    private readonly connection: OperatorOptions,
    private readonly options: Partial<OperatorOptions> | false,
  ) {}

  async startOperator(settings: Partial<OperatorOptions> = {}): Promise<void> {
    if (this.options === false) return;
    this.running = await startOperator({ ...this.options, ...this.connection, ...settings });
  }

  async stopOperator(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.stop();
  }

  /** Back to the start, or to the state of a case in place of everything; see the operator. */
  async reset(given?: JsonObject): Promise<void> {
    await this.stopOperator();
    this.cluster.reset();
    this.cluster.featureGates = gatesGiven(given ?? {});
    await this.startOperator(given ? { given } : {});
  }

  async answer({ written, body }: HttpRequest): Promise<HttpResponse> {
    const path = written.split("?")[0];
    try {
      const given = asObject(JSON.parse(body || "{}"));
      switch (path) {
        case "/_lab/reset":
          await this.reset();
          break;
        case "/_lab/given":
          await this.reset(given);
          break;
        case "/_lab/operator": // it forgets what it keeps in memory
          await this.stopOperator();
          await this.startOperator(given);
          break;
        case "/_lab/compact": // watches and lists from earlier are answered with 410
          this.cluster.store.compact();
          break;
        default:
          return json(404, { error: `no control ${path}` });
      }
      return json(200, {});
    } catch (error) {
      return json(400, { error: error instanceof Error ? error.message : String(error) });
    }
  }
}

const NAMESPACES = ["default", "kube-node-lease", "kube-public", "kube-system"];
/** What Arktos makes for a new tenant. */
const TENANT_NAMESPACES = ["default", "kube-public", "kube-system"];
const ACTIVE = { spec: { finalizers: ["kubernetes"] }, status: { phase: "Active" } };

/** What there is at the start: namespaces, the Service of the API itself, the role of administrators, and the kinds of Mizar and Arktos. */
export function seed(cluster: Cluster): void {
  const own = cluster.arktos ? SYSTEM_TENANT : "";
  if (cluster.arktos) put(cluster, "tenants", "", { metadata: { name: SYSTEM_TENANT }, ...ACTIVE });
  for (const name of NAMESPACES) put(cluster, "namespaces", own, { metadata: { name }, ...ACTIVE });
  put(cluster, "clusterroles.rbac.authorization.k8s.io", own, CLUSTER_ADMIN);
  put(cluster, "services", own, apiService(cluster));
  for (const definition of crdsFor(cluster.settings.mode)) {
    const object: unknown = structuredClone(definition);
    if (isObject(object)) put(cluster, "customresourcedefinitions.apiextensions.k8s.io", own, object);
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
