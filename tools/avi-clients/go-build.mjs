// Go programmes are built once per source into the user's cache.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import { filesBelow, hashOf } from "../lib/files.mjs";
import { inCache, inRoot } from "../lib/paths.mjs";
import { step } from "../lib/progress.mjs";
import { run } from "../lib/run.mjs";
import { Stop } from "../lib/stop.mjs";

export const goFolder = inRoot("tools/avi-clients/go");

/** Runs `go ARGS -o FILE WHAT` unless FILE for these sources is there already; returns FILE. */
export async function goBuild(name, verb, what) {
  const key = hashOf([name, ...verb, what], filesBelow(goFolder)).slice(0, 12);
  const binary = inCache("avi-clients", `${name}-${key}`);
  if (existsSync(binary)) return binary;
  await step(`Building ${name} (${basename(what) || "our programme"})`, "up to a minute", async () => {
    mkdirSync(dirname(binary), { recursive: true });
    const fresh = `${binary}.${process.pid}`;
    const { code, output } = await run("go", [...verb, "-o", fresh, what], { cwd: goFolder, timeout: 600_000 });
    if (code === 127) throw new Stop("go was not found; install Go 1.21 or newer");
    if (code !== 0) throw new Stop(`go ${verb.join(" ")} ${what} failed:\n${output.trimEnd()}`);
    renameSync(fresh, binary);
  });
  return binary;
}

/** The folder of the vendor's module in the module cache. */
export async function vendorModule() {
  const listed = await run("go", ["list", "-m", "-f", "{{.Dir}}", "github.com/vmware/alb-sdk"], { cwd: goFolder, timeout: 300_000 });
  const folder = listed.stdout.trim();
  if (listed.code !== 0 || !folder) throw new Stop(`the vendor's Go module was not found:\n${listed.output}`);
  return folder;
}
