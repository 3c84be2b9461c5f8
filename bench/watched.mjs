// A watch in a process of its own, over a cluster and a stack on the sandboxes; Pulumi is not in between.
import { fork } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { startAviSandbox, startKubernetesSandbox } from "../dist/sandbox/index.js";
import { moduleOf } from "../tools/lib/checkout.mjs";

const { connected } = moduleOf("provider/index");
const { connect } = moduleOf("provider/kubernetes/connect");
const { readCluster } = moduleOf("sdk/kubernetes/read-cluster");
const { readSpecs } = moduleOf("sdk/frontends/index");
const { registrationOf } = moduleOf("sdk/watch/translate/translation");

const core = (plural, kind, namespaced = true) => ({ group: "", version: "v1", plural, kind, namespaced, tenanted: true });
const TYPES = {
  Namespace: core("namespaces", "Namespace", false),
  Service: core("services", "Service"),
  Endpoints: core("endpoints", "Endpoints"),
  Ingress: { ...core("ingresses", "Ingress"), group: "networking.k8s.io" },
};

/** The address of one server of a Service. */
export const address = (i, host) => `10.${1 + (i >> 8)}.${i & 255}.${host}`;
export const endpoints = (i, ...hosts) => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: `web-${i}`, namespace: "bench" },
  subsets: [{ addresses: hosts.map((host) => ({ ip: address(i, host) })), ports: [{ port: 8080 }] }],
});
const service = (i) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: `web-${i}`, namespace: "bench" },
  spec: { ports: [{ port: 80, targetPort: 8080 }] },
});
const ingress = (i, to) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: `web-${i}`, namespace: "bench" },
  spec: {
    rules: [
      {
        host: `web-${i}.example.com`,
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: `web-${to}`, port: { number: 80 } } } }] },
      },
    ],
  },
});

/**
 * A cluster of so many Ingresses, its stack, and a watch over both that has nothing left to do.
 *
 * @param pace requests that the watch may send to the controller a second; default: as many as it likes
 * @param justReady resolves when the watch says that it is ready
 */
export async function watched(ingresses, services, { pace = "off", justReady = false } = {}) {
  const [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  const client = connect({ kubeconfig: cluster.kubeconfig });
  const knownKeys = new Set();
  const put = async (body) => {
    const { kind, metadata } = body;
    const key = { type: TYPES[kind], namespace: metadata.namespace, name: metadata.name };
    const id = `${kind} ${metadata.name}`;
    if (knownKeys.has(id)) return client.mergePatch(key, body);
    knownKeys.add(id);
    return client.create(key, body);
  };
  await put({ apiVersion: "v1", kind: "Namespace", metadata: { name: "bench" } });
  for (let i = 0; i < services; i++) await Promise.all([put(service(i)), put(endpoints(i, 1))]);
  for (let i = 0; i < ingresses; i += 20)
    await Promise.all(Array.from({ length: Math.min(20, ingresses - i) }, (_, k) => put(ingress(i + k, (i + k) % services))));

  const values = { "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password, "avi:rateLimit": "off" };
  const component = {
    target: "avi",
    kind: "KubernetesCluster",
    name: "bench",
    options: { owner: "pulumi-k8s-lb:bench/bench/bench/bench", settings: { clusterName: "bench", disableStaticRouteSync: true } },
    clusters: [{ kubeconfig: cluster.kubeconfig }],
    files: [],
    objects: [],
  };
  const { objects } = await readCluster({ kubeconfig: cluster.kubeconfig });
  const planned = registrationOf(component)(readSpecs(objects.map((value) => ({ value })))).resources;
  const state = [];
  const make = async ({ kind: type, name, inputs }) => {
    const news = JSON.parse(JSON.stringify(inputs));
    const { id, outs } = await connected(type, values).create(news);
    state.push({ type, name, id, inputs: news, outputs: outs });
  };
  const pools = planned.filter(({ kind }) => kind === "avi:Pool");
  for (let i = 0; i < pools.length; i += 20) await Promise.all(pools.slice(i, i + 20).map(make));
  for (const resource of planned) if (resource.kind !== "avi:Pool") await make(resource);

  const writes = [];
  const watch = fork(new URL("watch-process.mjs", import.meta.url));
  const waiting = new Map();
  watch.on("message", ({ write, id, answer }) => {
    if (write) writes.push({ ...write, at: performance.now() });
    else waiting.get(id).done(answer);
  });
  watch.once("exit", (code) => {
    if (code !== 0) for (const { fail } of waiting.values()) fail(new Error(`the watch ended with ${code}`));
  });
  const ask = (what, rest = {}) =>
    new Promise((done, fail) => {
      const id = waiting.size;
      waiting.set(id, { done, fail });
      watch.send({ ask: what, id, ...rest });
    });
  const begun = performance.now();
  await ask("start", { component, state, values: { ...values, "avi:rateLimit": pace }, justReady });
  const readyMs = performance.now() - begun;
  const close = async () => {
    const gone = once(watch, "exit");
    await ask("close");
    await gone;
    await Promise.all([avi.close(), cluster.close()]);
  };
  return { avi, put, writes, ask, component, objects, close, readyMs };
}
