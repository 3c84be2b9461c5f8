// Commands built with the machine's Go from a module below tools/ that pins every version, kept in the cache of the user.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, findIn, hashOf, inCache, pathFolders } from "./files.mjs";
import { run, Stop, step } from "./process.mjs";

export const findGo = () => findIn([...pathFolders(), "/usr/local/go/bin"], "go");

/** Path of the command `name` of the module: one folder per content of the module and Go version, shared by all clones. */
export async function builtPath(module, name) {
  const go = findGo();
  if (!go) return undefined;
  const { stdout } = await run(go, ["env", "GOVERSION", "GOOS", "GOARCH"], { env: { ...process.env, GOTOOLCHAIN: "local" } });
  return join(inCache(name, hashOf([stdout], filesBelow(module))), "bin", name);
}

/** Folder with the sources of `upstream` in the version that the module pins, downloaded if need be. */
export async function sourcesOf(module, upstream) {
  const download = await run(findGo(), ["mod", "download", upstream], { cwd: module, timeout: 5 * 60_000 });
  if (download.code !== 0) throw new Stop(`\`go mod download ${upstream}\` failed:\n${download.output}`);
  const { stdout } = await run(findGo(), ["list", "-m", "-f", "{{.Dir}}", upstream], { cwd: module });
  return stdout.trim();
}

/** Options of every build: packages that one of them compiled the others find in Go's cache. */
const FLAGS = ["-trimpath", "-buildvcs=false", "-tags", "osusergo grpcnotrace"];

const isPackage = (line) => /^[\w.]+(\/\S+)*$/.test(line);
const isDownload = (line) => line.startsWith("go: downloading");

/**
 * `go build` of the package into the file `target`, or of its tests. A build that was broken off goes on where it was: Go has a cache of
 * its own. `ldflags` are added to those that leave out what only debuggers need.
 */
export async function goBuild({ title, expected, module, pkg, target, tests = false, ldflags = "", flags = [], env = {}, minutes }) {
  const fresh = `${target}.${process.pid}`;
  mkdirSync(join(target, ".."), { recursive: true });
  const options = ["-v", ...FLAGS, "-ldflags", `-s -w ${ldflags}`, ...flags];
  await step(title, expected, async (note) => {
    let [loaded, compiled] = [0, 0];
    const onLine = (line) => {
      if (isDownload(line)) loaded++;
      else if (isPackage(line)) compiled++;
      note(compiled > 0 ? `${compiled} packages compiled` : `${loaded} modules downloaded`);
    };
    const { code, output, timedOut } = await run(findGo(), [...(tests ? ["test", "-c"] : ["build"]), ...options, "-o", fresh, pkg], {
      cwd: module,
      env: { ...process.env, ...env },
      timeout: minutes * 60_000,
      onLine,
    });
    if (code === 0) return renameSync(fresh, target);
    rmSync(fresh, { force: true });
    if (timedOut) throw new Stop(`the Go build did not end within ${minutes} minutes`);
    const errors = output.split("\n").filter((line) => line && !isDownload(line) && !isPackage(line));
    throw new Stop(`the Go build failed:\n${errors.slice(-20).join("\n")}`);
  });
  return target;
}
