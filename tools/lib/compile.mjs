// Files that a build makes from the sources. Those named in package.json are published, bundled into few files; scripts and measurements
// use single modules.
import { chmodSync, cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { filesBelow, inRoot, readJson, root } from "./files.mjs";
import { run, Stop } from "./process.mjs";

/** The folders of the sources. */
export const SOURCES = ["resources", "requests", "provider", "sdk", "plugin", "sandbox"];

/** Entry that programs may import if the package with the servers is installed. Node finds the names in it only while it is not shortened. */
const SANDBOX_ENTRY = "sdk/sandbox";
const SCHEMA = "sandbox/avi/schema";

/** All modules below the folders, as paths without ending. */
const modulesOf = (...folders) =>
  folders
    .flatMap((folder) => filesBelow(inRoot(folder)))
    .map((file) => relative(root, file))
    .filter((file) => file.endsWith(".ts") && !/\.(test|d)\.ts$/.test(file) && !file.startsWith("sandbox/dist"))
    .map((file) => file.replace(/\.ts$/, ""));

/**
 * Compiles the sources, checked: what is published into one folder, every module by itself into another. `maps` adds source maps to what is
 * published.
 */
export async function compile(folder, modules, { maps = false } = {}) {
  const entries = entriesOf("package.json", ({ default: file }) => file).filter((entry) => entry !== SANDBOX_ENTRY);
  await Promise.all([
    declarations(folder),
    bundle(folder, [...entries, "sdk/cli/main", "plugin/main", "sdk/watch/stack/resident/child", "sdk/watch/stack/plain-errors"], maps),
    browserScript(folder),
    oneByOne(folder, [...modulesOf("sandbox"), SANDBOX_ENTRY]),
    oneByOne(modules, modulesOf(...SOURCES.filter((one) => one !== "sandbox"))),
  ]);
  cpSync(inRoot(SCHEMA), join(folder, SCHEMA), { recursive: true });
  cpSync(inRoot("docs/schema.json"), join(folder, "plugin/schema.json"));
  cpSync(inRoot("plugin/pulumi-resource-k8s-lb"), join(folder, "plugin/pulumi-resource-k8s-lb"));
  for (const executable of ["sdk/cli/main.js", "plugin/main.js", "plugin/pulumi-resource-k8s-lb"])
    chmodSync(join(folder, executable), 0o755);
}

/** The modules that the exports of a package.json name: `./dist/sdk/index.js` is made of `sdk/index`. */
const entriesOf = (file, pick) =>
  Object.values(readJson(inRoot(file)).exports).flatMap(
    (entry) =>
      pick(entry)
        ?.replace(/^\.\/dist\//, "")
        .replace(/(\.d)?\.[jt]s$/, "") ?? [],
  );

/** The entries, and in `chunks` what they share or load later. Functions and classes keep their names: messages and stack traces show them. */
const bundle = (folder, entries, maps) =>
  javascript(entries, {
    dir: folder,
    chunkFileNames: "chunks/[name].js",
    plugins: [{ name: "exports", generateBundle: (_, files) => Object.values(files).forEach(nameable) }],
    sourcemap: maps,
    minify: {
      compress: { keepNames: { function: true, class: true } },
      mangle: { keepNames: true },
      codegen: { removeWhitespace: true },
    },
  });

/** An ES module can import by name what Node finds written as an export, and it does not know that `!0` is true. */
function nameable(chunk) {
  chunk.code = chunk.code?.replaceAll(/(Object\.defineProperty\(exports,"\w+",\{enumerable:)!0,/g, "$1true,");
}

const oneByOne = (folder, modules) => javascript(modules, { dir: folder, preserveModules: true, preserveModulesRoot: root });

/** The script of pages that answer requests without a server: one text for browsers, with all that it imports. */
const browserScript = (folder) =>
  javascript(
    ["sdk/graph/page/request-entry"],
    {
      file: join(folder, "sdk/graph/request-script.js"),
      format: "iife",
      entryFileNames: undefined,
      minify: true,
    },
    { platform: "browser", external: [] },
  );

/** CommonJS without comments; what comes from other packages stays outside. */
async function javascript(modules, output, more = {}) {
  const { build } = await import("rolldown"); // not above: this file is loaded before `npm ci` ran
  try {
    await build({
      cwd: root,
      input: Object.fromEntries(modules.map((name) => [name, inRoot(`${name}.ts`)])),
      platform: "node",
      external: (id) => !/^[./]/.test(id),
      preserveEntrySignatures: "strict",
      tsconfig: inRoot("tsconfig.json"),
      logLevel: "warn",
      ...more,
      output: { format: "cjs", strict: true, esModule: true, entryFileNames: "[name].js", comments: false, ...output },
    });
  } catch (error) {
    throw new Stop(`the sources cannot be put together, dist/ is left as it was:\n${error.message}`);
  }
}

/** Checks the sources, and writes the declarations that an entry of a package.json leads to: no one can import others, e.g. those of the command. */
async function declarations(folder) {
  const command = [inRoot("node_modules/typescript/bin/tsc"), "-p", "tsconfig.build.json", "--outDir", folder, "--emitDeclarationOnly"];
  const { code, output, timedOut } = await run(process.execPath, command, { cwd: root, timeout: 5 * 60_000 });
  if (timedOut) throw new Stop("tsc did not end within 5 minutes");
  if (code !== 0) throw new Stop(`the sources do not compile, dist/ is left as it was:\n${output.trimEnd()}`);
  const types = (entry) => entry.types;
  const entries = [...entriesOf("package.json", types), ...entriesOf("sandbox/package.json", types).map((entry) => `sandbox/${entry}`)].map(
    (entry) => join(folder, `${entry}.d.ts`),
  );
  const reachable = new Set();
  for (let file = entries.pop(); file; file = entries.pop()) {
    if (reachable.has(file)) continue;
    reachable.add(file);
    for (const [, path] of readFileSync(file, "utf8").matchAll(/\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+|\.\.?)"/g)) {
      const base = join(dirname(file), path.replace(/\.js$/, ""));
      const declarationFile = [`${base}.d.ts`, join(base, "index.d.ts")].find(existsSync);
      if (declarationFile) entries.push(declarationFile);
    }
  }
  for (const file of filesBelow(folder)) if (file.endsWith(".d.ts") && !reachable.has(file)) rmSync(file);
}
