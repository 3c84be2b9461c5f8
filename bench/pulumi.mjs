// Measures preview, up and refresh of Ingresses and Services with the real Pulumi CLI, on the sandbox.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { generate } from "selfsigned";
import { aviObjects, readSpecs, translateToAvi, translateToOctavia } from "../dist/sdk/index.js";
import { inRoot } from "../tools/lib/files.mjs";
import { stackOn } from "./stack.mjs";

const load = createRequire(import.meta.url);
const pulumi = load("@pulumi/pulumi");
const { KubernetesCluster } = load("pulumi-k8s-lb/avi");
const { startAviSandbox } = load("pulumi-k8s-lb/sandbox");

/** A dynamic resource that does nothing: what the engine and the SDK cost by themselves. */
class Noop extends pulumi.CustomResource {
  constructor(name, inputs = { size: 1, text: name, nested: { a: 1, b: [1, 2] } }, opts = {}) {
    const handler =
      "exports.handler=()=>({check:async(o,n)=>({inputs:n}),diff:async()=>({changes:false}),create:async(i)=>({id:'x',outs:i}),delete:async()=>{}})";
    super("pulumi-nodejs:dynamic/bench:Noop", name, { __provider: handler, ...inputs }, opts);
  }
}

/**
 * Wall time of each operation with N Ingresses on the sandbox, beside as many resources that do nothing as there are without bundles, and beside
 * those with the body of a pool. `savedUp` is the first `up` with the checkpoint of each step, as a backend in a folder writes it by itself.
 */
export async function benchPulumi(count) {
  const plan = translateToAvi(readSpecs(manifests(count).map((value) => ({ value }))), { settings: { ...SETTINGS, bundles: "off" } });
  const each = plan.resources.length;
  const { pool: bodies } = aviObjects(plan).objects;
  const many = (inputsOf) => () => {
    for (let i = 0; i < each; i++) new Noop(`noop-${i}`, inputsOf(i));
  };
  const [nothing, pools] = [many(() => undefined), many((i) => ({ pool: bodies[i % bodies.length] }))];
  const ours = await benchOurs(count);
  const [noop, noopSaved] = [await measure({}, nothing), await measure({}, nothing, EACH_STEP_SAVED)];
  return {
    ingresses: count,
    each,
    ours: { ...ours, savedUp: (await benchOurs(count, EACH_STEP_SAVED)).up },
    noop: { ...noop, savedUp: noopSaved.up },
    pools: await measure({}, pools),
  };
}

/** The first `up` alone, with a checkpoint for each step. */
const EACH_STEP_SAVED = { saved: {}, only: ["up"] };

const SETTINGS = { clusterName: "bench", shardVSSize: "LARGE" };

/** The benchmark without the resources that do nothing. `movedUp` is the `up` after one Pod of one Service has moved. */
export async function benchOurs(count, { settings = SETTINGS, ...options } = {}) {
  const avi = await startAviSandbox({ rateLimit: "off" });
  try {
    let specs = manifests(count);
    const env = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
    const move = () => {
      specs = manifests(count, { moved: true });
    };
    return await measure(env, () => void new KubernetesCluster("bench", { specs, settings }), { ...options, backend: avi, move });
  } finally {
    await avi.close();
  }
}

/**
 * Wall time, and calls to the back end, of the operations of one program on a stack of its own.
 *
 * @param move changes one server of what the program declares
 * @param saved variables that decide when the engine saves the state
 * @param only names of operations; all others are left out
 */
export async function measure(env, program, { backend, move, saved = { PULUMI_SKIP_CHECKPOINTS: "true" }, only } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  try {
    const stack = await stackOn(
      { stackName: "bench", projectName: "bench", program: async () => program() },
      folder,
      { ...saved, ...env },
      { workDir: folder },
    );
    const result = {};
    for (const [name, run] of Object.entries({
      up: () => stack.up(),
      preview: () => stack.preview(),
      noopUp: () => stack.up(),
      ...(move && {
        movedUp: async () => {
          move();
          const { summary } = await stack.up();
          if (!summary.resourceChanges?.update) throw new Error("the Pod that moved has changed nothing");
        },
      }),
      refresh: () => stack.refresh(),
    })) {
      if (only && !only.includes(name)) continue;
      backend?.resetCalls();
      const start = performance.now();
      await run();
      result[name] = { seconds: (performance.now() - start) / 1000, ...(backend ? { calls: backend.calls().length } : {}) };
    }
    const state = await stack.exportStack();
    const resources = state.deployment.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"));
    result.resources = resources.length;
    result.bytes = JSON.stringify(resources).length;
    await stack.destroy();
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const RUNS = 21;

/** Milliseconds from plain objects to API bodies, median of several runs, beside a structured clone of the same objects as a floor. */
export function benchTranslate(counts) {
  return counts.map((count) => {
    const raws = manifests(count).map((value) => ({ value }));
    const translate = median(() => aviObjects(translateToAvi(readSpecs(raws), { settings: SETTINGS })));
    const clone = median(() => structuredClone(raws));
    return { ingresses: count, ms: translate, usPerIngress: (translate * 1000) / count, cloneMs: clone, ratio: translate / clone };
  });
}

/** Time that the comparison of what is served with what the specs ask for adds to a translation. */
export function benchValidate(count) {
  const raws = manifests(count).map((value) => ({ value }));
  const targets = {
    avi: () => translateToAvi(readSpecs(raws), { settings: SETTINGS }),
    octavia: () =>
      translateToOctavia(readSpecs(raws), { settings: { service_subnet_id: "s", defaultIngController: true }, hostsOnly: true }),
  };
  return Object.entries(targets).map(([target, translate]) => {
    const plans = Array.from({ length: RUNS + 1 }, translate);
    const us = (work) => (median(work) * 1000) / count;
    const [translation, validation] = [us(translate), us(() => plans.pop().statuses)];
    return { target, ingresses: count, translation, validation, both: translation + validation };
  });
}

function median(work) {
  work();
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
}

const certificate = await generate([{ name: "commonName", value: "*.avi.internal" }], { keyType: "ec" });

/** N Ingresses with a host, two paths, a Service and its Endpoints each; every tenth host is secure. `moved`: one Pod is elsewhere. */
export function manifests(count, { moved } = {}) {
  const objects = [];
  for (let i = 0; i < count; i++) {
    const name = `app-${i}`;
    const host = `${name}.avi.internal`;
    const backend = { service: { name, port: { number: 80 } } };
    const metadata = { name, namespace: `team-${i % 20}` };
    const secure = i % 10 === 0;
    objects.push(
      { apiVersion: "v1", kind: "Service", metadata, spec: { ports: [{ name: "http", port: 80, targetPort: 8080 }] } },
      {
        apiVersion: "v1",
        kind: "Endpoints",
        metadata,
        subsets: [
          { addresses: [{ ip: address(i, moved && i === 0 ? 3 : 1) }, { ip: address(i, 2) }], ports: [{ name: "http", port: 8080 }] },
        ],
      },
      {
        apiVersion: "networking.k8s.io/v1",
        kind: "Ingress",
        metadata,
        spec: {
          ...(secure ? { tls: [{ hosts: [host], secretName: name }] } : {}),
          rules: [{ host, http: { paths: [{ path: "/", pathType: "ImplementationSpecific", backend }] } }],
        },
      },
    );
    if (secure)
      objects.push({
        apiVersion: "v1",
        kind: "Secret",
        metadata,
        stringData: { "tls.crt": certificate.cert, "tls.key": certificate.private },
      });
  }
  return objects;
}

const address = (i, last) => `10.${(i >> 14) & 63}.${(i >> 6) & 255}.${((i & 63) << 2) + last}`;
