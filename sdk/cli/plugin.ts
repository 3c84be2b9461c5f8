// `k8s-lb plugin`: installs and removes the native plugin, for programs in YAML, Python, Go and other languages.

import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { ownFile, packageVersion } from "../own-package";
import { UsageError } from "./grammar";
import { opt } from "./option";
import { defineVerb } from "./verb";

const HOME_OPTION = opt("--pulumi-home <dir>", "home folder of Pulumi (default: PULUMI_HOME, or ~/.pulumi)");

export const pluginCommand = defineVerb({
  name: "plugin",
  examples: ["plugin install", "plugin remove"],
  verbs: [
    defineVerb({
      name: "install",
      description: "Put the native plugin of this release where Pulumi looks for it",
      options: [HOME_OPTION],
      run: ({ pulumiHome }) => install(pulumiHome),
    }),
    defineVerb({
      name: "remove",
      description: "Take the plugin of this release away again",
      options: [HOME_OPTION],
      run: ({ pulumiHome }) => remove(pulumiHome),
    }),
  ],
});

function install(home?: string): void {
  const program = pluginProgram();
  const folder = pluginFolder(home);
  const fresh = `${folder}.${process.pid}`;
  try {
    mkdirSync(fresh, { recursive: true });
    for (const [file, text] of Object.entries(launchers(program))) {
      writeFileSync(join(fresh, file), text);
      chmodSync(join(fresh, file), 0o755);
    }
    // Pulumi may be looking: the folder is there with all that is in it, or not at all
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  process.stdout.write(`${folder}\n`);
  process.stderr.write(`The plugin runs from ${dirname(program)}: install it again when that folder goes.
A project that has the plugin to itself names it in Pulumi.yaml, in place of this:

plugins:
  providers:
    - name: k8s-lb
      path: ${dirname(program)}
`);
}

function remove(home?: string): void {
  const folder = pluginFolder(home);
  if (!existsSync(folder)) throw new UsageError(`${folder} is not there: nothing is installed for this release`);
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${folder}\n`);
}

/** Place at which Pulumi expects the plugin of this release. */
function pluginFolder(home = process.env.PULUMI_HOME || join(homedir(), ".pulumi")): string {
  return join(home, "plugins", `resource-k8s-lb-v${packageVersion()}`);
}

/** The program that is the plugin. */
function pluginProgram(): string {
  const program = ownFile("dist/plugin/main.js");
  if (!existsSync(program)) throw new UsageError(`${program} is missing: install pulumi-k8s-lb again`);
  return program;
}

/** Starters for each operating system. Each says in one sentence what is missing. */
export function launchers(program: string, platform: string = process.platform): { [file: string]: string } {
  const noNode = "The plugin of pulumi-k8s-lb needs Node.js 20.19 or later, and there is no node on the PATH of Pulumi.";
  const gone = `The package pulumi-k8s-lb is no longer at ${program}: install it, and run k8s-lb plugin install again.`;
  const shell = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = [
    "#!/bin/sh",
    `command -v node >/dev/null 2>&1 || { echo ${shell(noNode)} >&2; exit 1; }`,
    `[ -f ${shell(program)} ] || { echo ${shell(gone)} >&2; exit 1; }`,
    `exec node ${shell(program)} "$@"`,
  ];
  if (platform !== "win32") return { "pulumi-resource-k8s-lb": `${lines.join("\n")}\n` };
  const path = `"${program.replaceAll("%", "%%")}"`;
  const words = (text: string) => text.replace(/[()&|<>^]/g, "^$&").replaceAll("%", "%%");
  const batch = [
    "@echo off",
    `where node >nul 2>nul || (echo ${words(noNode)} 1>&2 & exit /b 1)`,
    `if not exist ${path} (echo ${words(gone)} 1>&2 & exit /b 1)`,
    `node ${path} %*`,
  ];
  return { "pulumi-resource-k8s-lb.cmd": `${batch.join("\r\n")}\r\n` };
}
