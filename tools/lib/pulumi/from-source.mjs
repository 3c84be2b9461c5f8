// The Pulumi CLI built from the module that tools/pulumi-cli/go.mod and go.sum pin.
import { chmodSync, copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { builtPath, findGo, goBuild } from "../go-build.mjs";
import { inRoot } from "../paths.mjs";

const module = inRoot("tools/pulumi-cli");

/** Where the built command lives; nothing without Go. */
export const builtCommand = () => builtPath(module, "pulumi");

/** What an official installation has beside the command: the language host is ours, the script for dynamic resources the SDK's. */
const companions = [inRoot("tools/pulumi-language-nodejs"), inRoot("node_modules/@pulumi/pulumi/pulumi-resource-pulumi-nodejs")];

/**
 * Puts them beside the built command, where the engine looks for them. Copies, not links: the folder outlives this clone.
 * Both take the SDK of the project that runs.
 */
export function placeCompanions(command) {
  for (const file of companions) {
    const target = join(command, "..", basename(file));
    if (existsSync(target) && readFileSync(target).equals(readFileSync(file))) continue;
    copyFileSync(file, `${target}.${process.pid}`);
    chmodSync(`${target}.${process.pid}`, 0o755);
    renameSync(`${target}.${process.pid}`, target);
  }
}

export async function buildFromSource() {
  const version = /pulumi\/pkg\/v3 (v\S+)/.exec(readFileSync(join(module, "go.mod"), "utf8"))[1];
  const command = await goBuild({
    title: `Building the Pulumi CLI ${version} with ${findGo()}`,
    expected: "3 to 6 minutes on two cores, once per machine",
    module,
    pkg: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    target: await builtCommand(),
    ldflags: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`,
    minutes: 25,
  });
  placeCompanions(command);
  return command;
}
