// dist/ and what of it the two packages publish: JavaScript without comments, declarations with them, and of those only what a program can reach.
import { chmodSync, cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesBelow, inRoot, readJson, root } from "./files.mjs";
import { run, Stop } from "./process.mjs";

const schema = "sandbox/avi/schema";

/** Compiles the sources into a folder, checked. Comments are for those who read the sources: in the JavaScript they were a fifth of what is downloaded. */
export async function compile(folder) {
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
