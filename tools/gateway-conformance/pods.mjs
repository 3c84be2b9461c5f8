// Stand-ins for what a cluster has beside its API server: the controller of Deployments, nodes and containers. A Pod here is an object of the
// API, an address of this network and a server on it.
import { randomBytes } from "node:crypto";
import { startHttpEcho, startResponder, startTcpEcho } from "./echo.mjs";
import { watchObjects } from "./watching.mjs";

const node = "node-1";
const echoPort = 3000;

/** Letters of the random part of a name, as Kubernetes has them. */
const letters = "bcdfghjklmnpqrstvwxz2456789";
const random = (length) => Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");

/** The value of an argument `-NAME=VALUE` of a container. */
const argument = ({ args = [] }, name) => args.map((text) => /^-([\w-]+)=(.*)$/.exec(text)).find((match) => match?.[1] === name)?.[2];

/** Servers for the first container: its image and its variables decide. */
function serve({ spec, metadata }, ip) {
  const [container] = spec.containers;
  const variables = new Set((container.env ?? []).map(({ name }) => name));
  const identity = { namespace: metadata.namespace, pod: metadata.name };
  if (container.image.includes("http-echo")) {
    const port = Number(argument(container, "listen")?.split(":").at(-1) ?? 5678);
    return startResponder(ip, port, Number(argument(container, "status-code") ?? 200), argument(container, "text") ?? "");
  }
  if (variables.has("TCP_ECHO_SERVER")) return startTcpEcho(ip, echoPort, identity);
  return startHttpEcho(ip, echoPort, identity); // other servers of the suite's image are those of tests that no target can pass
}

const conditions = () =>
  ["PodScheduled", "Initialized", "ContainersReady", "Ready"].map((type) => ({
    type,
    status: "True",
    lastTransitionTime: new Date().toISOString(),
  }));

/** Runs the Pods of all Deployments of the server until `stop()`; `report` gets what goes wrong. */
export async function startPods(api, report) {
  const deployments = new Map(); // uid -> { hash, pods: [{ name, namespace, end }] }
  let addresses = 1;
  let queue = Promise.resolve();

  async function request(method, path, body, type) {
    const headers = type ? { "Content-Type": type } : {};
    const { status, body: answer } = await api.send({ method, path, body, headers });
    if (status >= 300) throw Object.assign(new Error(`${method} ${path}: ${answer.message ?? status}`), { status });
    return answer;
  }

  async function addPod(deployment, { hash, pods }) {
    const { namespace, name: owner, uid } = deployment.metadata;
    const { template } = deployment.spec;
    const name = `${owner}-${hash}-${random(5)}`;
    const number = ++addresses;
    const ip = `10.244.${number >> 8}.${number & 255}`;
    const metadata = { name, namespace, labels: template.metadata.labels, annotations: { "k8s-lb.io/deployment": uid } };
    const pod = { apiVersion: "v1", kind: "Pod", metadata, spec: { ...template.spec, nodeName: node, terminationGracePeriodSeconds: 0 } };
    const base = `/api/v1/namespaces/${namespace}/pods`;
    await request("POST", base, pod);
    const end = await serve(pod, ip);
    pods.push({ name, namespace, end });
    const status = { phase: "Running", podIP: ip, podIPs: [{ ip }], conditions: conditions() };
    await request("PATCH", `${base}/${name}/status`, { status }, "application/merge-patch+json");
  }

  async function removePod({ name, namespace, end }) {
    end();
    await request("DELETE", `/api/v1/namespaces/${namespace}/pods/${name}?gracePeriodSeconds=0`).catch((error) => {
      if (error.status !== 404) throw error;
    });
  }

  async function reconcile(type, deployment) {
    const { uid } = deployment.metadata;
    const replicaSet = deployments.get(uid) ?? { hash: random(10), pods: [] };
    deployments.set(uid, replicaSet);
    const replicas = type === "DELETED" || deployment.metadata.deletionTimestamp ? 0 : (deployment.spec.replicas ?? 1);
    while (replicaSet.pods.length > replicas) await removePod(replicaSet.pods.pop());
    while (replicaSet.pods.length < replicas) await addPod(deployment, replicaSet);
    if (type === "DELETED") deployments.delete(uid);
  }

  await request("POST", "/api/v1/nodes", { apiVersion: "v1", kind: "Node", metadata: { name: node } });
  const address = { type: "InternalIP", address: "10.200.0.1" };
  await request("PATCH", `/api/v1/nodes/${node}/status`, { status: { addresses: [address] } }, "application/merge-patch+json");
  const end = watchObjects(api, "/apis/apps/v1/deployments", (type, deployment) => {
    queue = queue.then(() => reconcile(type, deployment)).catch((error) => report(`pods of ${deployment.metadata.name}: ${error.message}`));
  });
  return async () => {
    await end();
    await queue;
    for (const { pods } of deployments.values()) for (const pod of pods) pod.end();
  };
}
