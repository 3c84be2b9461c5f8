import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { inRoot } from "../tools/lib/files.mjs";
import { ensureCli } from "../tools/pulumi/cli.mjs";
import { pulumiVariables } from "../tools/pulumi/environment.mjs";

const load = createRequire(import.meta.url);
const { LocalWorkspace, PulumiCommand } = load("@pulumi/pulumi/automation");
const { startAviSandbox } = load("pulumi-k8s-lb/sandbox");

/** The engine saves the state once, at the end, instead of whole at every step; earlier releases of the CLI ask for the second as well. */
const SAVED_ONCE = { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" };

/**
 * examples/parts as one stack, as several side by side on this machine, and as one of these alone, which is what a machine of its own takes
 * for it: seconds of each operation.
 *
 * @param savedOnce the state is saved at the end of a run alone
 */
export async function benchParts(ingresses, parts, { savedOnce = false } = {}) {
  const env = savedOnce ? SAVED_ONCE : {};
  const one = await measure(ingresses, 1, env);
  const several = await measure(ingresses, parts, env);
  const alone = await measure(ingresses, parts, env, 1);
  return { ingresses, parts, savedOnce, one, several, alone };
}

async function measure(ingresses, parts, env, begun = parts) {
  const avi = await startAviSandbox({ rateLimit: "off" });
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-parts-"));
  try {
    symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
    mkdirSync(join(folder, "state"));
    const stacks = [];
    for (let part = 0; part < begun; part++) stacks.push(await stackOf(folder, avi, env, { ingresses, parts, part }));
    const result = {};
    for (const [name, run] of Object.entries({
      up: (stack) => stack.up(),
      preview: (stack) => stack.preview(),
      refresh: (stack) => stack.refresh(),
    })) {
      const start = performance.now();
      await Promise.all(stacks.map(run));
      result[name] = (performance.now() - start) / 1000;
      console.error(`${ingresses} Ingresses, ${begun} of ${parts} stacks: ${name} after ${Math.round(result[name])} s`);
    }
    const states = await Promise.all(stacks.map((stack) => stack.exportStack()));
    result.resources = Math.max(...states.map(({ deployment }) => deployment.resources.length));
    result.megabytes = Math.max(...states.map(({ deployment }) => JSON.stringify(deployment).length)) / 1e6;
    return result;
  } finally {
    await avi.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder and a stack for one part. */
async function stackOf(folder, avi, env, config) {
  const cli = await ensureCli();
  const workDir = join(folder, `part-${config.part}`);
  cpSync(inRoot("examples/parts"), workDir, { recursive: true, filter: (path) => !/node_modules|Pulumi\.\w+\.yaml$/.test(path) });
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: `part-${config.part}`, workDir },
    {
      pulumiCommand: await PulumiCommand.get({ root: dirname(dirname(cli.command)), skipVersionCheck: true }),
      envVars: {
        ...pulumiVariables(cli),
        PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
        PULUMI_CONFIG_PASSPHRASE: "b",
        AVI_CONTROLLER: avi.url,
        AVI_USERNAME: avi.username,
        AVI_PASSWORD: avi.password,
        AVI_RATE_LIMIT: "off",
        ...env,
      },
    },
  );
  await stack.setAllConfig(Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { value: String(value) }])));
  return stack;
}
