// Starts API server, Pods, load balancer and product for a conformance run, inside its network namespace.

import { cpSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { startKubeServer } from "../kube-server/index.mjs";
import { installCrds, requestsTo } from "../kube-server/requests.mjs";
import { inRoot, keepLogs } from "../lib/files.mjs";
import { duration, say } from "../lib/process.mjs";
import { startDataPath } from "../octavia-server/data-path.mjs";
import { startOctaviaServer } from "../octavia-server/index.mjs";
import { startPods } from "./pods.mjs";

/** The Services of examples/gateway/responders.yaml, as the settings of a target name them. */
const responders = { notFound: "gateway-responders/not-found:80", failed: "gateway-responders/failed:80" };

const collections = { Namespace: "/api/v1/namespaces", Service: "services", ConfigMap: "configmaps", Deployment: "deployments" };

/** Path at which objects of this kind are created. */
function pathOf({ apiVersion, kind, metadata: { namespace } }) {
  if (kind === "GatewayClass") return `/apis/${apiVersion}/gatewayclasses`;
  if (kind === "Namespace") return collections.Namespace;
  return `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}/namespaces/${namespace}/${collections[kind]}`;
}

async function create({ send }, object) {
  const { status, body } = await send({ method: "POST", path: pathOf(object), body: object });
  if (status !== 201) throw new Error(`the API server refused ${object.kind} ${object.metadata.name}: ${body.message ?? status}`);
}

/** A cluster with the kinds of Gateway API, a class of the target, and Pods. */
async function startCluster({ crds, target, logs, report }, ends) {
  const server = await startKubeServer({ controllers: ["namespace", "gc", "endpoints"] });
  ends.push(() => server.stop());
  ends.push(() => cpSync(keepLogs(server.dir), logs, { recursive: true }));
  await installCrds(server, crds);
  const api = requestsTo(server);
  ends.push(() => api.close());
  ends.push(await startPods(api, report));
  const apiVersion = "gateway.networking.k8s.io/v1";
  const { gatewayClass: name, controllerName } = target;
  await create(api, { apiVersion, kind: "GatewayClass", metadata: { name }, spec: { controllerName } });
  const manifests = readFileSync(new URL("../../examples/gateway/responders.yaml", import.meta.url), "utf8");
  for (const document of parseAllDocuments(manifests)) await create(api, document.toJS());
  return { kubeconfig: server.kubeconfig };
}

/** A real Octavia whose load balancers are real HAProxies. */
async function startOctavia({ haproxy, logs, report }, ends) {
  const path = await startDataPath(haproxy, report);
  ends.push(() => path.stop());
  const server = await startOctaviaServer({ auth: "keystone", barbican: true, neutron: true, dataPath: path });
  ends.push(() => server.stop());
  ends.push(() => cpSync(server.keepLogs(), logs, { recursive: true }));
  return { env: server.env, subnet: server.networks.privateSubnetId, changes: path.changes };
}

/** The sandbox of Avi: it has no traffic. */
async function startAvi(_options, ends) {
  const { startAviSandbox } = createRequire(import.meta.url)(inRoot("dist/sandbox/index.js"));
  const avi = await startAviSandbox({ rateLimit: "off" });
  ends.push(() => avi.close());
  const env = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  return { env, changes: [] };
}

const loadBalancers = { octavia: startOctavia, avi: startAvi };

/** Says how long a part took. */
async function timed(title, work) {
  const begin = Date.now();
  const result = await work();
  say(`  ${title}: ${duration(Date.now() - begin)}`);
  return result;
}

/**
 * Starts everything. `productFile` exports `startProduct`, as product.mjs does. Returns `{ kubeconfig, changes, stop }`; `stop()` ends the parts in
 * the opposite order, each within 20 seconds.
 */
export async function startLab({ name, target, crds, haproxy, cli, productFile, workDir, logs, report }) {
  const ends = [];
  const limited = (work) => Promise.race([work, new Promise((done) => setTimeout(done, 20_000).unref())]);
  async function stop() {
    for (const end of ends.splice(0).reverse()) await limited(Promise.resolve().then(end)).catch((error) => report(error.message));
  }
  try {
    const parts = await Promise.allSettled([
      timed("API server, kinds and responders", () => startCluster({ crds, target, logs, report }, ends)),
      timed("load balancer", () => loadBalancers[name]({ haproxy, logs, report }, ends)),
    ]);
    const failed = parts.find(({ status }) => status === "rejected");
    if (failed) throw failed.reason;
    const [cluster, balancer] = parts.map(({ value }) => value);
    const { startProduct } = await import(productFile ?? new URL("product.mjs", import.meta.url));
    const { kubeconfig } = cluster;
    const { env, subnet } = balancer;
    const product = await timed("product", () =>
      startProduct({ target: name, kubeconfig, env, cli, responders, subnet, workDir: join(workDir, "product"), logs, report }),
    );
    ends.push(() => product.stop());
    return { kubeconfig, changes: balancer.changes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
