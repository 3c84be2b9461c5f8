// Measures writing the statuses of Ingresses to a live cluster, with the state in a folder.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { startAviSandbox, startKubernetesSandbox } from "../dist/sandbox/index.js";
import { inRoot } from "../tools/lib/files.mjs";
import { manifests } from "./pulumi.mjs";
import { connectionTo, SAVED_ONCE, stackOn } from "./stack.mjs";
import { fill } from "./takeover.mjs";

const load = createRequire(import.meta.url);
const { KubernetesCluster } = load("pulumi-k8s-lb/avi");
const { liveCluster } = load("pulumi-k8s-lb/cluster");

/**
 * Seconds, calls and writes of each operation with `writeStatus`.
 *
 * @param savedOnce the engine saves the state at the end of a run alone
 */
export async function benchStatuses(ingresses, { savedOnce = true } = {}) {
  const [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({ operator: false })]);
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-statuses-"));
  try {
    await fill(cluster, manifests(ingresses));
    symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
    const settings = { clusterName: "bench", shardVSSize: "LARGE", disableStaticRouteSync: true };
    const program = async () =>
      void new KubernetesCluster("bench", { specs: liveCluster({ kubeconfig: cluster.kubeconfig }), settings, writeStatus: true });
    const env = { ...connectionTo(avi), ...(savedOnce ? SAVED_ONCE : {}) };
    const stack = await stackOn({ stackName: "bench", projectName: "bench", program }, folder, env, { workDir: folder });
    const result = { ingresses, savedOnce };
    const runs = { up: () => stack.up(), preview: () => stack.preview(), noopUp: () => stack.up(), refresh: () => stack.refresh() };
    for (const [name, run] of Object.entries(runs)) {
      for (const backend of [avi, cluster]) backend.resetCalls();
      const start = performance.now();
      await run();
      const seconds = (performance.now() - start) / 1000;
      const writes = cluster.calls().filter(({ method }) => method !== "GET").length;
      result[name] = { seconds, avi: avi.calls().length, kubernetes: cluster.calls().length, writes };
    }
    const { deployment } = await stack.exportStack();
    return { ...result, resources: deployment.resources.length };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([avi.close(), cluster.close()]);
  }
}
