import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesBelow, hashOf, inRoot, readJson, root } from "./files.mjs";
import { run, Stop, step } from "./process.mjs";

// What a checkout needs before anything runs: the npm packages of package-lock.json, and dist/, which the package publishes and the examples and
// dynamic providers run.

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
const settings = [
  "tsconfig.json",
  "tsconfig.build.json",
  "package.json",
  "sandbox/package.json",
  "package-lock.json",
  "tools/lib/checkout.mjs",
];
const stampFile = inRoot("node_modules/.cache/pulumi-k8s-lb/build.json"); // not in dist: that is published as it is

/** The sandbox is published by itself, from its own folder: what of dist/ belongs to it stands there once more. */
const sandboxCopy = inRoot("sandbox/dist");

function fingerprint() {
  const sources = folders
    .flatMap((folder) => filesBelow(inRoot(folder)))
    .filter((file) => !file.endsWith(".test.ts") && !file.startsWith(sandboxCopy));
  return hashOf(
    sources.map((file) => relative(root, file)),
    [...sources, ...settings.map((file) => inRoot(file))],
  );
}

/** Is dist/ made from the sources as they are? */
const isBuilt = () => existsSync(inRoot("dist")) && existsSync(sandboxCopy) && readJson(stampFile)?.fingerprint === fingerprint();

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

async function build() {
  const mark = fingerprint();
  const fresh = inRoot(`.dist-${process.pid}`);
  const copy = `${fresh}-sandbox`;
  try {
    await compile(fresh);
    cpSync(`${fresh}/sandbox`, copy, { recursive: true });
    swapIn(fresh, inRoot("dist"));
    swapIn(copy, sandboxCopy);
  } finally {
    for (const folder of [fresh, copy]) rmSync(folder, { recursive: true, force: true });
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

// dist/ and what of it the two packages publish: JavaScript without comments, declarations with them, and of those only what a program can reach.

const schema = "sandbox/avi/schema";

/** Compiles the sources into a folder, checked. Comments are for those who read the sources: in the JavaScript they were a fifth of what is downloaded. */
async function compile(folder) {
  // tsc keeps comments in both or in neither; side by side, and one of them checks nothing
  await Promise.all([
    tsc("--outDir", folder, "--emitDeclarationOnly"),
    tsc("--outDir", folder, "--declaration", "false", "--removeComments", "--noCheck"),
  ]);
  cpSync(inRoot(schema), join(folder, schema), { recursive: true });
  chmodSync(join(folder, "sdk/cli/main.js"), 0o755);
  removeUnreachable(folder);
}

async function tsc(...args) {
  const command = [inRoot("node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", ...args];
  const { code, output, timedOut } = await run(process.execPath, command, { cwd: root, timeout: 5 * 60_000 });
  if (timedOut) throw new Stop("tsc did not end within 5 minutes");
  if (code !== 0) throw new Stop(`the sources do not compile, dist/ is left as it was:\n${output.trimEnd()}`);
}

/** Declarations of modules that no entry of a package.json leads to, e.g. those of the command: nobody can import them. */
function removeUnreachable(folder) {
  const entries = [
    ...entriesOf("package.json").map((path) => join(folder, path)),
    ...entriesOf("sandbox/package.json").map((path) => join(folder, "sandbox", path)),
  ];
  const reachable = new Set();
  for (let file = entries.pop(); file; file = entries.pop()) {
    if (reachable.has(file)) continue;
    reachable.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+|\.\.?)"/g)) {
      const base = join(dirname(file), path.replace(/\.js$/, ""));
      const found = [`${base}.d.ts`, join(base, "index.d.ts")].find(existsSync);
      if (found) entries.push(found);
    }
  }
  for (const file of filesBelow(folder)) if (file.endsWith(".d.ts") && !reachable.has(file)) rmSync(file);
}

/** The declarations that a package.json names, as paths below dist/. */
const entriesOf = (file) =>
  Object.values(readJson(inRoot(file)).exports).flatMap(({ types }) => (types ? [types.replace("./dist/", "")] : []));
