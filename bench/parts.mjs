// Measures examples/parts as one stack and as several stacks side by side.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { inRoot } from "../tools/lib/files.mjs";
import { connectionTo, SAVED_ONCE, stackOn } from "./stack.mjs";

const load = createRequire(import.meta.url);
const { startAviSandbox } = load("pulumi-k8s-lb/sandbox");

/**
 * examples/parts as one stack, as several side by side on this machine, and as one of these alone, which is what a machine of its own takes
 * for it: seconds of each operation.
 *
 * @param savedOnce the state is saved at the end of a run alone
 */
export async function benchParts(ingresses, parts, { savedOnce = false } = {}) {
  const env = savedOnce ? SAVED_ONCE : {};
  const single = await measure(ingresses, 1, env);
  const several = await measure(ingresses, parts, env);
  const alone = await measure(ingresses, parts, env, 1);
  return { ingresses, parts, savedOnce, one: single, several, alone };
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
  const workDir = join(folder, `part-${config.part}`);
  cpSync(inRoot("examples/parts"), workDir, { recursive: true, filter: (path) => !/node_modules|Pulumi\.\w+\.yaml$/.test(path) });
  const stack = await stackOn({ stackName: `part-${config.part}`, workDir }, join(folder, "state"), { ...connectionTo(avi), ...env });
  await stack.setAllConfig(Object.fromEntries(Object.entries(config).map(([key, value]) => [key, { value: String(value) }])));
  return stack;
}
