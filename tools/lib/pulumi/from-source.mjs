// The Pulumi CLI built with the machine's Go from the module that tools/pulumi-cli/go.mod and go.sum pin.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../files.mjs";
import { inCache, inRoot, pathFolders } from "../paths.mjs";
import { step } from "../progress.mjs";
import { run } from "../run.mjs";
import { Stop } from "../stop.mjs";
import { findIn } from "./candidates.mjs";

const pkg = "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi";
const module = inRoot("tools/pulumi-cli");
const host = inRoot("tools/pulumi-language-nodejs");
const pinned = () => /pulumi\/pkg\/v3 (v\S+)/.exec(readFileSync(join(module, "go.mod"), "utf8"))[1];

export const findGo = () => findIn([...pathFolders(), "/usr/local/go/bin"], "go");

async function goVersion(go) {
  const { stdout } = await run(go, ["env", "GOVERSION", "GOOS", "GOARCH"], { env: { ...process.env, GOTOOLCHAIN: "local" } });
  return stdout.trim().split("\n").join(" ");
}

/** Where the built command lives: one folder per pinned version and Go version, shared by all clones of a user. */
export async function builtCommand() {
  const go = findGo();
  if (!go) return undefined;
  return join(inCache("pulumi-cli", hashOf([await goVersion(go)], [join(module, "go.mod"), join(module, "go.sum")])), "bin/pulumi");
}

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

/** Builds the command; the Go build cache makes a second try after a break short. */
export async function buildFromSource() {
  const command = await builtCommand();
  const fresh = `${command}.${process.pid}`;
  mkdirSync(join(command, ".."), { recursive: true });
  const version = pinned();
  const flags = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=${version}`;
  const args = ["build", "-v", "-tags", "osusergo grpcnotrace", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", fresh, pkg];
  await step(`Building the Pulumi CLI ${version} with ${findGo()}`, "3 to 6 minutes on two cores, once per machine", async (note) => {
    let [loaded, compiled] = [0, 0];
    const onLine = (line) => {
      if (line.startsWith("go: downloading")) loaded++;
      else if (/^[\w.]+(\/\S+)*$/.test(line)) compiled++;
      note(compiled > 0 ? `${compiled} packages compiled` : `${loaded} modules downloaded`);
    };
    const { code, output, timedOut } = await run(findGo(), args, { cwd: module, timeout: 25 * 60_000, onLine });
    if (code === 0) return renameSync(fresh, command);
    rmSync(fresh, { force: true });
    if (timedOut) throw new Stop("the Go build of the Pulumi CLI did not end within 25 minutes");
    const errors = output.split("\n").filter((line) => line && !line.startsWith("go: downloading") && !/^[\w.]+(\/\S+)*$/.test(line));
    throw new Stop(`the Go build of the Pulumi CLI failed:\n${errors.slice(-20).join("\n")}`);
  });
  placeHost(command);
  return command;
}
