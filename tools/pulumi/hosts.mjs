// Language hosts for programs in YAML and Python. An official installation of Pulumi has them; beside a CLI that was built from source they are
// built, each when the first program needs it.
import { existsSync, mkdirSync, readFileSync, readlinkSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { findIn, inRoot, pathFolders } from "../lib/files.mjs";
import { builtPath, findGo, goBuild, sourcesOf } from "../lib/go-build.mjs";
import { alone, Stop } from "../lib/process.mjs";
import { builtCommand, cliModule, ensureCli } from "./cli.mjs";

const sdk = "github.com/pulumi/pulumi/sdk/v3";

const hosts = {
  yaml: {
    language: "YAML",
    expected: "1 to 3 minutes on two cores, once per machine",
    pkg: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
  // the last SDK of which the host is a part: later ones have it as a module of its own, which has no releases
  python: {
    language: "Python",
    expected: "15 to 60 seconds on two cores, once per machine",
    pkg: `${sdk}/python/cmd/pulumi-language-python`,
    // the script that starts a program is that of the CLI's version, which knows the SDK of today
    starter: { name: "pulumi-language-python-exec", folder: "python/cmd" },
  },
};

const commandOf = (runtime) => `pulumi-language-${runtime}`;

/** Builds a host unless the cache has it; returns its path. */
async function ensureBuiltHost(runtime) {
  const { language, expected, pkg, starter } = hosts[runtime];
  if (!findGo())
    throw new Stop(`There is no ${commandOf(runtime)} beside the Pulumi CLI, and there is no Go to build it with.
Install Pulumi (https://www.pulumi.com/docs/install/) or Go 1.26 or newer (https://go.dev/dl/) and run this again.`);
  const module = inRoot("tools/pulumi", commandOf(runtime));
  const target = await builtPath(module, commandOf(runtime));
  if (existsSync(target)) return target;
  await alone(`${dirname(target)}.lock`, `Waiting for another process that builds ${commandOf(runtime)}`, async () => {
    if (existsSync(target)) return;
    // first what the host needs: it is there when the host is
    if (starter) {
      const text = readFileSync(join(await sourcesOf(cliModule, sdk), starter.folder, starter.name));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(join(dirname(target), starter.name), text);
    }
    await goBuild({ title: `Building Pulumi's language host for ${language}`, expected, module, pkg, target, minutes: 20 });
  });
  return target;
}

/** Links a file into a folder, in the place of what is there. */
function link(file, folder) {
  const place = join(folder, basename(file));
  try {
    if (readlinkSync(place) === file) return;
  } catch {
    // nothing there, or a file
  }
  symlinkSync(file, `${place}.${process.pid}`);
  renameSync(`${place}.${process.pid}`, place);
}

/**
 * Makes sure that a CLI has the host of a runtime.
 *
 * @param cli as `ensureCli` returns it
 * @param runtime as Pulumi.yaml names it; one without a host here is left to the CLI
 * @returns the CLI, with `folders` that it needs on the PATH besides its own
 */
export async function withHost(cli, runtime) {
  if (!Object.hasOwn(hosts, runtime)) return cli;
  const isBuilt = cli.command === (await builtCommand());
  if (!isBuilt && findIn([dirname(cli.command), ...pathFolders()], commandOf(runtime))) return cli;
  const host = await ensureBuiltHost(runtime);
  if (!isBuilt) return { ...cli, folders: [...(cli.folders ?? []), dirname(host)] };
  // elsewhere the engine would take it with a warning; links, because both folders are in the cache
  const { starter } = hosts[runtime];
  for (const file of [host, ...(starter ? [join(dirname(host), starter.name)] : [])]) link(file, dirname(cli.command));
  return cli;
}

/** The CLI with every host, for tests. */
export async function ensureHosts() {
  let cli = await ensureCli();
  for (const runtime of Object.keys(hosts)) cli = await withHost(cli, runtime);
  return cli;
}

/** Runtime of a project: `nodejs`, `yaml`; undefined where there is none. */
export function runtimeOf(folder) {
  const file = ["Pulumi.yaml", "Pulumi.yml"].map((name) => join(folder, name)).find(existsSync);
  if (file) return /^runtime:\s*(?:\{?\s*name:\s*)?["']?([\w-]+)/m.exec(readFileSync(file, "utf8"))?.[1];
  return dirname(folder) === folder ? undefined : runtimeOf(dirname(folder));
}
