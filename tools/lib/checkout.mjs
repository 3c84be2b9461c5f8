// Preparation of a checkout before anything runs: the npm packages of package-lock.json, and dist/, which the package publishes and the
// examples and dynamic providers run.

import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { compile, SOURCES } from "./compile.mjs";
import { filesBelow, hashOf, inRoot, readJson, root } from "./files.mjs";
import { run, Stop, step } from "./process.mjs";

/**
 * Is node_modules what package-lock.json says? npm keeps a copy of what it installed in node_modules; contents are compared
 * because the times of files mean nothing after a `git clone`.
 */
function isInstalled() {
  const locked = readJson(inRoot("package-lock.json"))?.packages ?? {};
  const have = readJson(inRoot("node_modules/.package-lock.json"))?.packages;
  if (!have) return false;
  return Object.entries(locked).every(([path, { version, integrity, optional, peer }]) => {
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

const settings = [
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "sandbox/package.json",
  "package-lock.json",
  "docs/schema.json",
  "tools/lib/checkout.mjs",
  "tools/lib/compile.mjs",
];
const inBuildCache = (name) => inRoot("node_modules/.cache/pulumi-k8s-lb", name); // not in dist: that is published as it is
const stampFile = inBuildCache("build.json");

/** Every module by itself, for those who look inside; below node_modules, where it finds the packages that it imports. */
const modules = inBuildCache("modules");

/** A module of resources, requests, provider or sdk, e.g. `resources/avi/rights`, of the last build. What the package exports is in dist/. */
export const moduleOf = (path) => createRequire(import.meta.url)(join(modules, path));

/** The sandbox is published by itself, from its own folder: what of dist/ belongs to it is copied there. */
const sandboxCopy = inRoot("sandbox/dist");

function fingerprint() {
  const sources = SOURCES.flatMap((folder) => filesBelow(inRoot(folder))).filter(
    (file) => !file.endsWith(".test.ts") && !file.startsWith(sandboxCopy),
  );
  return hashOf(
    sources.map((file) => relative(root, file)),
    [...sources, ...settings.map((file) => inRoot(file))],
  );
}

/** Is dist/ made from the sources as they are? */
const isBuilt = () =>
  existsSync(inRoot("dist")) && existsSync(sandboxCopy) && existsSync(modules) && readJson(stampFile)?.fingerprint === fingerprint();

/** Puts a finished folder in the place of an older one, so that a running program never meets half a build. */
function swapIn(fresh, place) {
  const old = inRoot(`.dist-old-${process.pid}`);
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(place)) renameSync(place, old);
      renameSync(fresh, place);
      return;
    } catch (error) {
      if (attempt === 5) throw error; // another build swapped at the same moment
    } finally {
      rmSync(old, { recursive: true, force: true });
    }
  }
}

async function build(options) {
  const mark = fingerprint();
  const fresh = inRoot(`.dist-${process.pid}`);
  const [copy, apart] = [`${fresh}-sandbox`, `${fresh}-modules`];
  try {
    await compile(fresh, apart, options);
    cpSync(`${fresh}/sandbox`, copy, { recursive: true });
    mkdirSync(inBuildCache("."), { recursive: true });
    swapIn(fresh, inRoot("dist"));
    swapIn(copy, sandboxCopy);
    swapIn(apart, modules);
  } finally {
    for (const folder of [fresh, copy, apart]) rmSync(folder, { recursive: true, force: true });
  }
  writeFileSync(stampFile, JSON.stringify({ fingerprint: mark }));
}

/** Builds dist/ when it is missing or older than the sources. */
export async function ensureBuilt({ force = false, ...options } = {}) {
  if (!force && isBuilt()) return false;
  await step("Building dist/", "about 10 seconds", () => build(options));
  return true;
}
