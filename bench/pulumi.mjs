import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { inRoot } from "../tools/lib/files.mjs";
import { ensureCli } from "../tools/pulumi/cli.mjs";
import { pulumiVariables } from "../tools/pulumi/environment.mjs";
import { manifests } from "./translate.mjs";

const load = createRequire(import.meta.url);
const pulumi = load("@pulumi/pulumi");
const { LocalWorkspace, PulumiCommand } = load("@pulumi/pulumi/automation");
const { KubernetesCluster } = load("pulumi-k8s-lb/avi");
const { startAviSandbox } = load("pulumi-k8s-lb/sandbox");

/** A dynamic resource that does nothing: what the engine and the SDK cost by themselves. */
class Noop extends pulumi.CustomResource {
  constructor(name, opts) {
    const handler =
      "exports.handler=()=>({check:async(o,n)=>({inputs:n}),diff:async()=>({changes:false}),create:async(i)=>({id:'x',outs:i}),delete:async()=>{}})";
    super("pulumi-nodejs:dynamic/bench:Noop", name, { __provider: handler, size: 1, text: name, nested: { a: 1, b: [1, 2] } }, opts);
  }
}

/** Wall time of each operation with N Ingresses on the sandbox, beside the same number of resources that do nothing. */
export async function benchPulumi(count) {
  const avi = await startAviSandbox({ rateLimit: "off", lenientCertificates: true });
  try {
    const specs = manifests(count);
    const settings = { clusterName: "bench", shardVSSize: "LARGE" };
    const env = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
    const ours = await measure(env, () => void new KubernetesCluster("bench", { specs, settings }), avi);
    const noop = await measure({}, () => {
      for (let i = 0; i < ours.resources; i++) new Noop(`noop-${i}`);
    });
    return { ingresses: count, resources: ours.resources, ours, noop };
  } finally {
    await avi.close();
  }
}

/** Wall time, and calls to the back end, of the operations of one program on a stack of its own. */
export async function measure(env, program, backend) {
  const cli = await ensureCli();
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  try {
    const stack = await LocalWorkspace.createOrSelectStack(
      { stackName: "bench", projectName: "bench", program: async () => program() },
      {
        workDir: folder,
        pulumiCommand: await PulumiCommand.get({ root: dirname(dirname(cli.command)), skipVersionCheck: true }),
        envVars: {
          ...pulumiVariables(cli),
          PULUMI_BACKEND_URL: pathToFileURL(folder).href,
          PULUMI_CONFIG_PASSPHRASE: "b",
          PULUMI_SKIP_CHECKPOINTS: "true",
          ...env,
        },
      },
    );
    const result = {};
    for (const [name, run] of Object.entries({
      up: () => stack.up(),
      preview: () => stack.preview(),
      noopUp: () => stack.up(),
      refresh: () => stack.refresh(),
    })) {
      backend?.resetCalls();
      const start = performance.now();
      await run();
      result[name] = { seconds: (performance.now() - start) / 1000, ...(backend ? { calls: backend.calls().length } : {}) };
    }
    const state = await stack.exportStack();
    const resources = state.deployment.resources.filter(({ type }) => type.startsWith("pulumi-nodejs:dynamic/"));
    result.resources = resources.length;
    result.bytesPerResource = Math.round(JSON.stringify(resources).length / resources.length);
    await stack.destroy();
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
