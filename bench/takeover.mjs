// Measures the takeover of a cluster of AKO with `adopt: { mark: "keep" }` and `writeStatus: "force"`, on a backend in a folder.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { startAviSandbox, startKubernetesSandbox } from "../dist/sandbox/index.js";
import { moduleOf } from "../tools/lib/checkout.mjs";
import { inRoot } from "../tools/lib/files.mjs";
import { manifests } from "./pulumi.mjs";
import { connectionTo, SAVED_ONCE, stackOn } from "./stack.mjs";

const load = createRequire(import.meta.url);
const { KubernetesCluster } = load("pulumi-k8s-lb/avi");
const { liveCluster } = load("pulumi-k8s-lb/cluster");
const { connected } = moduleOf("provider/index");
const { connect } = moduleOf("provider/kubernetes/connect");
const { readCluster } = moduleOf("sdk/kubernetes/read-cluster");
const { readSpecs } = moduleOf("sdk/frontends/index");
const { registrationOf } = moduleOf("sdk/watch/translate/translation");

const SETTINGS = { clusterName: "bench", shardVSSize: "LARGE", disableStaticRouteSync: true };
const AT_ONCE = 20;

/**
 * Seconds and calls of the `up` that takes over, beside those of the first preview and the next `up`, which has nothing to do.
 *
 * @param savedOnce the engine saves the state at the end of a run alone
 */
export async function benchTakeover(ingresses, { savedOnce = false } = {}) {
  const [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({ operator: false })]);
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-takeover-"));
  try {
    await fill(cluster, manifests(ingresses));
    await byAko(avi, cluster);
    symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
    const stack = await stackOf(folder, avi, cluster, savedOnce ? SAVED_ONCE : {});
    const result = { ingresses, savedOnce };
    for (const [name, run] of Object.entries({ preview: () => stack.preview(), up: () => stack.up(), noopUp: () => stack.up() })) {
      for (const backend of [avi, cluster]) backend.resetCalls();
      const start = performance.now();
      await run();
      const written = (backend) => backend.calls().filter(({ method }) => method !== "GET").length;
      const took = (performance.now() - start) / 1000;
      result[name] = { seconds: took, avi: avi.calls().length, aviWrites: written(avi), kubernetes: cluster.calls().length };
      console.error(`${ingresses} Ingresses: ${name} after ${Math.round(took)} s`);
    }
    const { deployment } = await stack.exportStack();
    return { ...result, resources: deployment.resources.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([avi.close(), cluster.close()]);
  }
}

/** Creates the objects in the cluster, namespaces first. */
export async function fill({ kubeconfig }, objects) {
  const client = connect({ kubeconfig });
  const plural = (kind) => ({ Ingress: "ingresses", Endpoints: "endpoints" })[kind] ?? `${kind.toLowerCase()}s`;
  const put = (body) => {
    const { apiVersion, kind, metadata } = body;
    const [version, group = ""] = apiVersion.split("/").toReversed();
    const type = { group, version, plural: plural(kind), kind, namespaced: kind !== "Namespace", tenanted: true };
    return client.create({ type, namespace: metadata.namespace, name: metadata.name }, body);
  };
  const namespaces = [...new Set(objects.map(({ metadata }) => metadata.namespace))].filter((name) => name && name !== "default");
  await inGroups(namespaces, (name) => put({ apiVersion: "v1", kind: "Namespace", metadata: { name } }));
  await inGroups(objects, put);
}

/** The objects that AKO would have, with its mark. */
async function byAko(avi, { kubeconfig }) {
  const values = { "avi:controller": avi.url, "avi:username": avi.username, "avi:password": avi.password, "avi:rateLimit": "off" };
  const options = { owner: "ako-bench", settings: SETTINGS };
  const { objects } = await readCluster({ kubeconfig });
  const component = { target: "avi", kind: "KubernetesCluster", name: "bench", options, clusters: [], files: [], objects: [] };
  const { resources } = registrationOf(component)(readSpecs(objects.map((value) => ({ value }))));
  const make = ({ kind, inputs }) => connected(kind, values).create(JSON.parse(JSON.stringify(inputs)));
  const first = ({ kind }) => ["avi:Pool", "avi:Certificate"].includes(kind);
  await inGroups(resources.filter(first), make);
  for (const resource of resources.filter((one) => !first(one))) await make(resource);
}

async function inGroups(all, work) {
  for (let i = 0; i < all.length; i += AT_ONCE) await Promise.all(all.slice(i, i + AT_ONCE).map(work));
}

function stackOf(folder, avi, { kubeconfig }, env) {
  const program = async () =>
    void new KubernetesCluster("bench", {
      specs: liveCluster({ kubeconfig }),
      settings: SETTINGS,
      adopt: { mark: "keep" },
      writeStatus: "force",
    });
  const stack = { stackName: "bench", projectName: "bench", program };
  return stackOn(stack, folder, { ...connectionTo(avi), ...env }, { workDir: folder });
}
