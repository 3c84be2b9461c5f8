import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Manifest, type RbacOptions, rbacManifests } from "../../../sdk/kubernetes";
import { rightsInForce } from "./rights";

/** An answer of the API server. */
export interface ClusterAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at whatever the server says
  body: any;
}

/** A real API server that enforces RBAC. */
export interface ClusterWorld {
  /** As an administrator. */
  api(method: string, path: string, body?: object, contentType?: string): Promise<ClusterAnswer>;
  /** The kubeconfig of an administrator, with whatever is changed in its cluster. */
  admin(cluster?: object): string;
  /** The file that the server wrote: its context `admin-cert` shows a client certificate. */
  kubeconfigFile(): string;
  /** Creates an object as an administrator, or puts it in place of the one that is there; fields that its kind does not have are refused. */
  create(manifest: Manifest): Promise<void>;
  /** A ServiceAccount with exactly the manifests of `k8s-lb rbac`, all of them in force: its kubeconfig. */
  limited(options: RbacOptions): Promise<string>;
}

const load = (name: string) => import(join(__dirname, `../../../tools/kube-server/${name}.mjs`));

/** Paths at which manifests are created, by kind. */
const FOLDERS: { readonly [kind: string]: (namespace: string) => string } = {
  ServiceAccount: (namespace) => `/api/v1/namespaces/${namespace}/serviceaccounts`,
  ClusterRole: () => "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  ClusterRoleBinding: () => "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
  Role: (namespace) => `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`,
  Deployment: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
  PodDisruptionBudget: (namespace) => `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`,
  RoleBinding: (namespace) => `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`,
};

/** Starts the server before the tests of a file and ends it after them. */
export function clusterWorld(crds: readonly object[] = []): ClusterWorld {
  // biome-ignore lint/suspicious/noExplicitAny: scripts without types
  let server: any;
  // biome-ignore lint/suspicious/noExplicitAny: scripts without types
  let requests: any;
  beforeAll(async () => {
    const [{ startKubeServer }, { installCrds, requestsTo }] = await Promise.all(["index", "requests"].map(load));
    server = await startKubeServer({ authorization: "RBAC" });
    requests = requestsTo(server);
    if (crds.length > 0) await installCrds(server, crds);
  }, 120_000);
  afterAll(async () => {
    requests?.close();
    await server?.stop();
  });

  const api: ClusterWorld["api"] = (method, path, body, contentType) =>
    requests.send({ method, path, body, ...(contentType ? { headers: { "Content-Type": contentType } } : {}) });
  const config = (token: string, cluster: object = {}) =>
    JSON.stringify({
      apiVersion: "v1",
      kind: "Config",
      "current-context": "test",
      clusters: [{ name: "test", cluster: { server: server.url, "certificate-authority": server.ca, ...cluster } }],
      users: [{ name: "test", user: { token } }],
      contexts: [{ name: "test", context: { cluster: "test", user: "test" } }],
    });
  const create = async (manifest: Manifest) => {
    const path = FOLDERS[manifest.kind]!(manifest.metadata.namespace ?? "");
    const made = await api("POST", `${path}?fieldValidation=Strict`, manifest);
    const objectUrl = `${path}/${manifest.metadata.name}?fieldValidation=Strict`;
    const { status, body } = made.status === 409 ? await api("PUT", objectUrl, manifest) : made;
    if (status >= 300) throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${status} ${body.message}`);
  };

  return {
    api,
    create,
    admin: (cluster) => config(server.token, cluster),
    kubeconfigFile: () => server.kubeconfig,
    async limited(options) {
      const manifests = rbacManifests(options);
      for (const manifest of manifests) await create(manifest);
      await rightsInForce(api, manifests);
      const { name, namespace = "" } = manifests[0]!.metadata;
      const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3600 } };
      const { body } = await api("POST", `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`, request);
      return config(body.status.token);
    },
  };
}
