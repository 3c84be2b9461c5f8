// The Pulumi CLI built from the module that tools/pulumi-cli/go.mod and go.sum pin.
import { copyFileSync, existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { builtPath, findGo, goBuild } from "../go-build.mjs";
import { inRoot } from "../paths.mjs";

const module = inRoot("tools/pulumi-cli");
const host = inRoot("tools/pulumi-language-nodejs");

/** Where the built command lives; nothing without Go. */
export const builtCommand = () => builtPath(module, "pulumi");

/**
 * Puts our language host beside the built command, where the engine looks for it. A copy, not a link: the folder outlives
 * this clone. The host takes the SDK of the project that it runs.
 */
export function placeHost(command) {
  const target = join(command, "../pulumi-language-nodejs");
  if (existsSync(target) && readFileSync(target).equals(readFileSync(host))) return;
  copyFileSync(host, `${target}.${process.pid}`);
  renameSync(`${target}.${process.pid}`, target);
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
  placeHost(command);
  return command;
}
