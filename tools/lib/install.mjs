// npm packages of this checkout.
import { readJson } from "./files.mjs";
import { inRoot, root } from "./paths.mjs";
import { step } from "./progress.mjs";
import { run } from "./run.mjs";
import { Stop } from "./stop.mjs";

/**
 * Is node_modules what package-lock.json says? npm keeps a copy of what it installed in node_modules; contents are compared
 * because the times of files mean nothing after a `git clone`.
 */
function isInstalled() {
  const wanted = readJson(inRoot("package-lock.json"))?.packages ?? {};
  const have = readJson(inRoot("node_modules/.package-lock.json"))?.packages;
  if (!have) return false;
  return Object.entries(wanted).every(([path, { version, integrity, optional, peer }]) => {
    if (path === "" || (!have[path] && (optional || peer))) return true; // optional: of another platform
    return have[path] && have[path].version === version && have[path].integrity === integrity;
  });
}

/** Runs `npm ci` when node_modules is missing or not what package-lock.json says. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await step("Installing the npm packages of package-lock.json", "about a minute", async () => {
    const { code, output, timedOut } = await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: root, timeout: 10 * 60_000 });
    if (timedOut) throw new Stop("`npm ci` did not end within 10 minutes; is the npm registry reachable?");
    const errors = output.split("\n").filter((line) => line.startsWith("npm error"));
    if (code !== 0) throw new Stop(`\`npm ci\` failed:\n${errors.slice(0, 15).join("\n") || output.trimEnd()}`);
  });
}
