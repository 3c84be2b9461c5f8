// Measures the installation of the packed packages in an empty project.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { filesBelow, readJson, root } from "../tools/lib/files.mjs";
import { run, Stop } from "../tools/lib/process.mjs";

const { version } = createRequire(import.meta.url)("@pulumi/pulumi/package.json");

/**
 * Measures an installation of the packed packages in an empty project (seconds, packages in node_modules, their size), beside
 * @pulumi/pulumi alone, which every program has.
 */
export async function benchInstall() {
  const folder = mkdtempSync(join(tmpdir(), "k8s-lb-bench-"));
  try {
    const pack = "pack --json --ignore-scripts --workspace sandbox --include-workspace-root --pack-destination".split(" ");
    const packed = JSON.parse(await npm(root, ...pack, folder));
    const [library, sandbox] = ["pulumi-k8s-lb", "pulumi-k8s-lb-sandbox"].map((name) => packed.find((one) => one.name === name));
    const tarball = ({ filename }) => join(folder, filename);
    const floor = [`@pulumi/pulumi@${version}`];
    return [
      { name: "@pulumi/pulumi alone", ...(await install(folder, floor)) },
      { name: "with pulumi-k8s-lb", ...(await install(folder, [...floor, tarball(library)])), ...packedSize(library) },
      {
        name: "and with pulumi-k8s-lb-sandbox",
        ...(await install(folder, [...floor, tarball(library), tarball(sandbox)])),
        ...packedSize(sandbox),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const packedSize = ({ size, files }) => ({ packedKb: Math.round(size / 1000), files: files.length });

/** The first run fills npm's cache, the second is measured. */
async function install(folder, packages) {
  const project = join(folder, "project");
  const once = async () => {
    rmSync(project, { recursive: true, force: true });
    mkdirSync(project);
    writeFileSync(join(project, "package.json"), '{ "private": true }');
    const start = performance.now();
    await npm(project, "install", "--prefer-offline", "--no-audit", "--no-fund", ...packages);
    return (performance.now() - start) / 1000;
  };
  await once();
  const seconds = await once();
  const modules = join(project, "node_modules");
  const bytes = filesBelow(modules).reduce((sum, file) => sum + statSync(file).size, 0);
  const installed = readJson(join(modules, ".package-lock.json")).packages;
  return { seconds: Number(seconds.toFixed(1)), packages: Object.keys(installed).length, mb: Number((bytes / 1e6).toFixed(1)) };
}

async function npm(cwd, ...args) {
  const { code, stdout, output } = await run("npm", args, { cwd, timeout: 5 * 60_000 });
  if (code !== 0) throw new Stop(`\`npm ${args.join(" ")}\` failed:\n${output.trimEnd()}`);
  return stdout;
}
