// Measures the facts of the last completed run in a state, and the cost of comparing them: components under mocks, without an engine.
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";
import * as pulumi from "@pulumi/pulumi";
import { manifests } from "./pulumi.mjs";

const load = createRequire(import.meta.url);
const { v1 } = load("pulumi-k8s-lb/provider");

const TARGETS = {
  avi: { clusterName: "bench", shardVSSize: "LARGE", disableStaticRouteSync: true },
  octavia: { naming: "kuryr", service_subnet_id: "11111111-1111-4111-8111-111111111111" },
};

/** By target: bytes of the facts for each Ingress, and milliseconds of the check of a summary, with one path taken and with nothing before. */
export async function benchFacts(ingresses) {
  const rows = {};
  for (const [target, settings] of Object.entries(TARGETS)) {
    const { KubernetesCluster } = load(`pulumi-k8s-lb/${target}`);
    const inputsOf = (specs) => summaryInputs(target, () => new KubernetesCluster("bench", { specs, settings }));
    const [before, after] = [await inputsOf(manifests(ingresses)), await inputsOf([...manifests(ingresses), taking()])];
    const provider = v1(`${target}:Summary`);
    const timed = async (olds) => {
      await provider.check(olds, after);
      const start = performance.now();
      const { failures } = await provider.check(olds, after);
      if (failures.length > 0) throw new Error(failures[0].reason);
      return performance.now() - start;
    };
    rows[target] = { bytesPerIngress: before.__facts.length / ingresses, onePathMs: await timed(before), firstRunMs: await timed({}) };
  }
  return rows;
}

/** An Ingress of another team on a path of the first host. */
function taking() {
  const backend = { service: { name: "app-1", port: { number: 80 } } };
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "grab", namespace: "team-1" },
    spec: { rules: [{ host: "app-3.avi.internal", http: { paths: [{ path: "/api/v1", pathType: "ImplementationSpecific", backend }] } }] },
  };
}

/** Inputs of the summary of a program, without what needs a server. */
async function summaryInputs(target, program) {
  let changes;
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      if (name.endsWith("-summary")) changes = inputs;
      return { id: `${type}-${name}`, state: inputs };
    },
    call: ({ inputs }) => inputs,
  });
  program();
  for (let waited = 0; !changes; waited += 50) {
    if (waited > 120_000) throw new Error(`no summary on ${target}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return { ...changes, __preflight: false };
}
