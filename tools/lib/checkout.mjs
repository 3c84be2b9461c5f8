// What a checkout needs before anything runs: the npm packages of package-lock.json, and dist/, which the package publishes and the examples and
// dynamic providers run.
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { filesBelow, hashOf, inRoot, readJson, root } from "./files.mjs";
import { run, Stop, step } from "./process.mjs";

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

const folders = ["kinds", "provider", "sdk", "sandbox"];
const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];
const schema = "sandbox/avi/schema";
const stampFile = inRoot("node_modules/.cache/pulumi-k8s-lb/build.json"); // not in dist: that is published as it is

function fingerprint() {
  const sources = folders.flatMap((folder) => filesBelow(inRoot(folder))).filter((file) => !file.endsWith(".test.ts"));
  return hashOf(
    sources.map((file) => relative(root, file)),
    [...sources, ...settings.map((file) => inRoot(file))],
  );
}

/** Is dist/ made from the sources as they are? */
const isBuilt = () => existsSync(inRoot("dist")) && readJson(stampFile)?.fingerprint === fingerprint();

/** Puts the finished folder in the place of dist/, so that a running program never meets half a build. */
function swapIn(fresh) {
  const old = inRoot(`.dist-old-${process.pid}`);
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(inRoot("dist"))) renameSync(inRoot("dist"), old);
      renameSync(fresh, inRoot("dist"));
      return;
    } catch (error) {
      if (attempt === 5) throw error; // another build swapped at the same moment
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

async function build() {
  const mark = fingerprint();
  const fresh = inRoot(`.dist-${process.pid}`);
  try {
    const tsc = inRoot("node_modules/typescript/bin/tsc");
    const { code, output, timedOut } = await run(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", fresh], {
      cwd: root,
      timeout: 5 * 60_000,
    });
    if (timedOut) throw new Stop("tsc did not end within 5 minutes");
    if (code !== 0) throw new Stop(`the sources do not compile, dist/ is left as it was:\n${output.trimEnd()}`);
    if (existsSync(inRoot(schema))) cpSync(inRoot(schema), `${fresh}/${schema}`, { recursive: true });
    const cli = `${fresh}/sdk/cli/main.js`;
    if (existsSync(cli)) chmodSync(cli, 0o755);
    swapIn(fresh);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  mkdirSync(inRoot("node_modules/.cache/pulumi-k8s-lb"), { recursive: true });
  writeFileSync(stampFile, JSON.stringify({ fingerprint: mark }));
}

/** Builds dist/ when it is missing or older than the sources. */
export async function ensureBuilt({ force = false } = {}) {
  if (!force && isBuilt()) return false;
  await step("Building dist/", "about 10 seconds", build);
  return true;
}
