// npm run lint: all checks that need no running code, one line each.
import { existsSync, readFileSync } from "node:fs";
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { inRoot, root } from "./lib/files.mjs";
import { main, run } from "./lib/process.mjs";
import { duration } from "./lib/progress.mjs";

const lineLimit = 300;

/** A program of node_modules/.bin. */
const bin = (name, ...args) => run(inRoot("node_modules/.bin", name), args, { cwd: root, env: plain, timeout: 5 * 60_000 });
const plain = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };

/** A check of what `npm pack` would publish. */
async function packed(...command) {
  try {
    await ensureBuilt();
  } catch (error) {
    return { code: 1, output: error.message };
  }
  return bin(...command);
}

/** Files are short enough to be read in one go. */
async function fileLength() {
  const patterns = ["*.ts", "*.mjs", "*.cjs", "*.js", "tools/pulumi/pulumi-language-nodejs"];
  const { code, stdout, output } = await run("git", ["ls-files", "-z", "--", ...patterns], { cwd: root });
  if (code !== 0) return { code, output };
  const long = [];
  for (const file of stdout.trim().split("\0").filter(Boolean)) {
    const lines = countLines(inRoot(file));
    if (lines > lineLimit) long.push(`${file}: ${lines} lines, more than ${lineLimit}`);
  }
  return { code: long.length > 0 ? 1 : 0, output: long.join("\n") };
}

function countLines(file) {
  try {
    return readFileSync(file, "utf8").split("\n").length - 1;
  } catch {
    return 0; // removed, but not yet from the index
  }
}

const folders = ["kinds", "provider", "sdk", "sandbox"].filter((folder) => existsSync(inRoot(folder)));

const checks = [
  ["biome", "format and lint rules", () => bin("biome", "check", "--max-diagnostics=50")],
  ["tsc", "types of sources, tests and examples", () => bin("tsc", "-p", ".")],
  ["dependency-cruiser", "who may import whom", () => bin("depcruise", ...folders, "--output-type", "err")],
  ["knip", "unused files, exports and packages", () => bin("knip", "--no-progress", "--no-config-hints")],
  ["lines", `no source file over ${lineLimit} lines`, fileLength],
  ["publint", "package.json against what is published", () => packed("publint", "--strict")],
  ["attw", "types as consumers resolve them", () => packed("attw", "--pack", ".", "--format", "ascii")],
];

await main(async (only) => {
  await ensureInstalled();
  let failed = 0;
  for (const [name, what, check] of checks) {
    if (only.length > 0 && !only.includes(name)) continue;
    const begin = Date.now();
    const { code, output, timedOut } = await check();
    process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name}: ${what} (${duration(Date.now() - begin)})\n`);
    if (code === 0) continue;
    failed++;
    process.stdout.write(`${timedOut ? "did not end in time\n" : ""}${output.trimEnd().replace(/^/gm, "     ")}\n`);
  }
  return failed > 0 ? 1 : 0;
});
