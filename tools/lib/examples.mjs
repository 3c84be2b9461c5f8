// The examples that `npm start` runs: Pulumi projects, with what they need besides credentials.
import { moduleOf } from "./checkout.mjs";
import { inRoot, root } from "./files.mjs";
import { Stop } from "./process.mjs";

const octavia = { target: "octavia", configure: findNetworks };

/** The objects of the quickstart, in a cluster. */
async function loadQuickstart(env) {
  await loadManifests(inRoot("examples/quickstart/manifests"), env);
  return {};
}

/** By name: the folder of the project, what it runs against, and its configuration, made from the environment of that. */
export const examples = {
  quickstart: { folder: root, target: "avi", configure: async () => ({}) },
  octavia: { folder: inRoot("examples/octavia"), ...octavia },
  routes: { folder: inRoot("examples/routes"), target: "both", configure: findNetworks },
  mizar: { folder: inRoot("examples/mizar"), target: "mizar", configure: async () => ({}) },
  yaml: { folder: inRoot("examples/yaml"), target: "avi", configure: async () => ({}) },
  parts: { folder: inRoot("examples/parts"), target: "avi", configure: async () => ({}) },
  "live-cluster": { folder: inRoot("examples/live-cluster"), target: "cluster", configure: loadQuickstart },
  watch: { folder: inRoot("examples/live-cluster"), target: "cluster", configure: loadQuickstart, watched: true },
  gateway: { folder: inRoot("examples/gateway"), ...octavia },
  "octavia-kuryr": { folder: inRoot("examples/octavia-kuryr"), ...octavia },
};

/** `pulumi config set` for what the example needs; nothing that is there already is asked for again. */
export async function configure(pulumi, example, env) {
  const values = await example.configure(env);
  for (const [key, value] of Object.entries(values)) await pulumi("config", "set", key, value);
}

// Manifests into a cluster, for examples that read one.

/** Creates what the files below a folder hold and the cluster of `env.KUBECONFIG` does not; what is there stays as somebody left it. */
export async function loadManifests(folder, env) {
  if (!env.KUBECONFIG) throw new Stop("there is no cluster to read: set KUBECONFIG");
  const { connect } = moduleOf("provider/kubernetes/connect");
  const { refusedBecause } = moduleOf("provider/kubernetes/errors");
  const { readManifestFiles } = moduleOf("sdk/specs/manifests");
  const objects = readManifestFiles([folder]).objects.map(({ value }) => value);
  const namespaces = [...new Set(objects.map(({ metadata }) => metadata.namespace ?? "default"))];
  const client = connect({ kubeconfig: env.KUBECONFIG });
  for (const object of [...namespaces.map(namespaceNamed), ...objects]) {
    const { kind, apiVersion, metadata } = object;
    const served = await client.find(apiVersion, kind);
    if (!served) throw new Stop(`the cluster has no kind ${kind} of ${apiVersion}`);
    try {
      await client.create({ type: served.type, name: metadata.name, namespace: metadata.namespace }, object);
    } catch (error) {
      if (!refusedBecause(error, "exists")) throw error;
    }
  }
}

const namespaceNamed = (name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });

// Networks of an OpenStack project that an example needs: a subnet for virtual IPs, and a network for floating IPs.

async function login(env) {
  const user = { name: env.OS_USERNAME, password: env.OS_PASSWORD, domain: { name: env.OS_USER_DOMAIN_NAME } };
  const scope = { project: { name: env.OS_PROJECT_NAME, domain: { name: env.OS_PROJECT_DOMAIN_NAME } } };
  const response = await fetch(`${env.OS_AUTH_URL}/auth/tokens`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ auth: { identity: { methods: ["password"], password: { user } }, scope } }),
  });
  if (!response.ok) throw new Stop(`Keystone answered ${response.status}: ${await response.text()}`);
  const { token } = await response.json();
  const service = token.catalog.find(({ type }) => type === "network");
  return { id: response.headers.get("x-subject-token"), neutron: service.endpoints.find((one) => one.interface === "public").url };
}

/** @returns {Promise<{subnetId: string, floatingNetworkId: string}>} of the project that `env` (OS_*) logs in to */
export async function findNetworks(env) {
  const { id, neutron } = await login(env);
  const response = await fetch(`${neutron.replace(/\/(v2\.0\/?)?$/, "")}/v2.0/networks`, { headers: { "X-Auth-Token": id } });
  if (!response.ok) throw new Stop(`Neutron answered ${response.status}: ${await response.text()}`);
  const { networks } = await response.json();
  const external = networks.find((network) => network["router:external"]);
  const inner = networks.find((network) => !network["router:external"] && network.subnets.length > 0);
  if (!external || !inner) throw new Stop("the project has no external network, or no network with a subnet");
  return { subnetId: inner.subnets[0], floatingNetworkId: external.id };
}
