// npm run lint [-- NAME...]: all checks that need no running code, one line each; two at a time.
import { existsSync, readFileSync } from "node:fs";
import { apiFaults } from "./lib/api-report.mjs";
import { ensureBuilt, ensureInstalled } from "./lib/checkout.mjs";
import { inRoot, root } from "./lib/files.mjs";
import { duration, main, run } from "./lib/process.mjs";
import { schemaFaults } from "./release/schema-changes.mjs";

const lineLimit = 300;

/** A program of node_modules/.bin. */
const bin = (name, ...args) => run(inRoot("node_modules/.bin", name), args, { cwd: root, env: plain, timeout: 5 * 60_000 });
const plain = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };

let built;

/** A check of what `npm pack` would publish; the tests of types read it too. */
async function packed(...command) {
  try {
    built ??= ensureBuilt();
    await built;
  } catch (error) {
    return { code: 1, output: error.message };
  }
  return bin(...command);
}

/** A check of both packages. */
async function each(check) {
  const rootResult = await check(".");
  const sandbox = await check("sandbox");
  return {
    code: rootResult.code || sandbox.code,
    output: rootResult.output + sandbox.output,
    timedOut: rootResult.timedOut || sandbox.timedOut,
  };
}

/** Compares the exports that programs can import with the reports in git. */
async function api() {
  try {
    built ??= ensureBuilt();
    await built;
  } catch (error) {
    return { code: 1, output: error.message };
  }
  const faults = apiFaults();
  return { code: faults.length > 0 ? 1 : 0, output: faults.join("\n") };
}

/** Compares the schema for other languages with that of the last release. */
async function schema() {
  const faults = schemaFaults();
  return { code: faults.length > 0 ? 1 : 0, output: faults.join("\n") };
}

/** Files are short enough to be read in one go. */
async function fileLength() {
  const patterns = ["*.ts", "*.mjs", "*.cjs", "*.js", "tools/pulumi/pulumi-language-nodejs", "tools/pulumi/pulumi-language-go"];
  const { code, stdout, output } = await run("git", ["ls-files", "-z", "--", ...patterns], { cwd: root });
  if (code !== 0) return { code, output };
  const long = [];
  for (const file of stdout.trim().split("\0").filter(Boolean)) {
    const lines = linesWritten(inRoot(file));
    if (lines > lineLimit) long.push(`${file}: ${lines} lines, more than ${lineLimit}`);
  }
  return { code: long.length > 0 ? 1 : 0, output: long.join("\n") };
}

/** Lines that somebody wrote: what is drawn from tables counts none. */
function linesWritten(file) {
  try {
    const text = readFileSync(file, "utf8");
    return text.startsWith("// Made by ") ? 0 : text.split("\n").length - 1;
  } catch {
    return 0; // removed, but not yet from the index
  }
}

const folders = ["resources", "requests", "provider", "sdk", "plugin", "sandbox"].filter((folder) => existsSync(inRoot(folder)));

/** State of the compiler after its last run: it checks again only the files that depend on a change. */
const buildInfo = inRoot("node_modules/.cache/pulumi-k8s-lb/lint.tsbuildinfo");

// what takes longest first
const checks = [
  ["tsc", "types of sources, tests and examples", () => packed("tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", buildInfo)],
  ["biome", "format and lint rules", () => bin("biome", "check", "--max-diagnostics=50")],
  ["dependency-cruiser", "who may import whom", () => bin("depcruise", ...folders, "--output-type", "err")],
  ["knip", "unused files, exports and packages", () => bin("knip", "--no-progress", "--no-config-hints")],
  ["lines", `no source file over ${lineLimit} lines`, fileLength],
  ["api", "the public declarations against docs/api", api],
  ["schema", "what programs in other languages lose is in CHANGELOG.md", schema],
  ["publint", "package.json against what is published", () => each((folder) => packed("publint", folder, "--strict"))],
  ["attw", "types as consumers resolve them", () => each((folder) => packed("attw", "--pack", folder, "--format", "ascii"))],
];

/** Runs one check and prints its line, and what it found; true when that is nothing. */
async function passes([name, what, check]) {
  const begin = Date.now();
  const { code, output, timedOut } = await check();
  const outputText = `${timedOut ? "did not end in time\n" : ""}${output.trimEnd().replace(/^/gm, "     ")}\n`;
  const line = `${code === 0 ? "ok  " : "FAIL"} ${name}: ${what} (${duration(Date.now() - begin)})\n`;
  process.stdout.write(code === 0 ? line : line + outputText);
  return code === 0;
}

await main(async (only) => {
  await ensureInstalled();
  const queue = checks.filter(([name]) => only.length === 0 || only.includes(name));
  let failed = 0;
  const lane = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) if (!(await passes(check))) failed++;
  };
  await Promise.all([lane(), lane()]);
  return failed > 0 ? 1 : 0;
});
