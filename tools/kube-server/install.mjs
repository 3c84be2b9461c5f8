// The server built from go/, once per machine: the program stays in the user's cache.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { alone } from "../lib/alone.mjs";
import { builtPath, findGo, goBuild } from "../lib/go-build.mjs";
import { Stop } from "../lib/stop.mjs";

const module = join(dirname(fileURLToPath(import.meta.url)), "go");

/** What a release carries; with a fixed date the same sources give the same program. */
function versionFlags() {
  const [, version, major, minor] = /k8s\.io\/kubernetes (v(\d+)\.(\d+)\.\d+)/.exec(readFileSync(join(module, "go.mod"), "utf8"));
  const values = {
    gitVersion: version,
    gitMajor: major,
    gitMinor: minor,
    gitTreeState: "clean",
    gitCommit: "0",
    buildDate: "1970-01-01T00:00:00Z",
  };
  return Object.entries(values)
    .map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
    .join(" ");
}

/** The path of the program; builds it unless the cache has it. */
export async function ensureKubeServer() {
  if (!findGo()) throw new Stop("building kube-apiserver needs Go 1.26 or newer (https://go.dev/dl/)");
  const target = await builtPath(module, "kube-server");
  if (existsSync(target)) return target;
  await alone(`${dirname(dirname(target))}.lock`, "Waiting for another process that builds kube-apiserver", async () => {
    if (existsSync(target)) return;
    await goBuild({
      title: "Building kube-apiserver and etcd",
      expected: "3 to 7 minutes on two cores, once per machine",
      module,
      pkg: ".",
      target,
      ldflags: versionFlags(),
      flags: ["-p=2"],
      env: { CGO_ENABLED: "0" },
      minutes: 40,
    });
  });
  return target;
}
