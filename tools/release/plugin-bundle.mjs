// The native plugin with everything it needs in a few files: an archive of the plugin has no node_modules beside it.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inRoot, readJson, root } from "../lib/files.mjs";
import { Stop } from "../lib/process.mjs";

/** Packages that Pulumi's SDK loads for programs that write functions into the state: a plugin asks for none of them. */
const UNUSED = ["typescript", "@npmcli/arborist"];

/** Places of our sources that look for the packages of Pulumi's SDK when they run: in an archive these are part of the bundle. */
const LOOKUPS = {
  "plugin/stubs.ts": { from: /const ofPulumi = createRequire\(.*\);/, by: "ofPulumi" },
  "provider/lifecycle/progress.ts": { from: /const load = \(name: string\).*;/, by: "load" },
};

/** Modules as Pulumi's SDK finds them. */
const ofPulumi = createRequire(createRequire(inRoot("package.json")).resolve("@pulumi/pulumi/package.json"));

const bundled = {
  name: "everything-in-one",
  resolveId(id, importer) {
    if (UNUSED.includes(id)) return `\0unused:${id}`;
    const isLookup = importer && Object.keys(LOOKUPS).some((file) => importer === inRoot(file));
    return isLookup && /^(@grpc|google-protobuf|@pulumi)\//.test(id) ? ofPulumi.resolve(id) : undefined;
  },
  load(id) {
    if (!id.startsWith("\0unused:")) return undefined;
    const name = id.slice("\0unused:".length);
    // loaders ask whether it is an ES module
    return `module.exports = new Proxy({}, {
      get(_, key) {
        if (typeof key === "symbol" || key === "__esModule") return undefined;
        throw new Error("${name} is not part of the plugin: " + key);
      },
    });`;
  },
  transform(code, id) {
    const file = Object.keys(LOOKUPS).find((one) => id === inRoot(one));
    if (!file) return undefined;
    const { from, by } = LOOKUPS[file];
    const text = code.replace(from, "").replaceAll(new RegExp(`\\b${by}\\("`, "g"), 'require("');
    if (!from.test(code) || !text.includes('require("'))
      throw new Stop(`${file} looks for packages in another way than ${import.meta.url} knows`);
    return text;
  },
};

/** Writes the plugin into `dist/plugin` of a folder that is then a package of its own, and the licenses of what is in it. */
export async function bundlePlugin(folder) {
  const { build } = await import("rolldown");
  const { output } = await build({
    cwd: root,
    input: { main: inRoot("plugin/main.ts") },
    platform: "node",
    tsconfig: inRoot("tsconfig.json"),
    plugins: [bundled],
    logLevel: "warn",
    output: {
      ...{ dir: join(folder, "dist/plugin"), format: "cjs", strict: true, esModule: true, comments: false },
      ...{ entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      minify: {
        compress: { keepNames: { function: true, class: true } },
        mangle: { keepNames: true },
        codegen: { removeWhitespace: true },
      },
    },
  });
  writeFileSync(join(folder, "dist/plugin/schema.json"), readFileSync(inRoot("docs/schema.json")));
  const { name, version, license } = readJson(inRoot("package.json"));
  // the name lets the plugin find its own files, as in the package
  const manifest = { name, version, license, private: true, exports: { "./package.json": "./package.json" } };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, "LICENSE"), readFileSync(inRoot("LICENSE")));
  writeFileSync(join(folder, "THIRD-PARTY-LICENSES.txt"), licenses(output.flatMap(({ moduleIds = [] }) => moduleIds)));
}

/** Names, versions and licenses of the packages that modules belong to. */
function licenses(modules) {
  const folders = new Set(modules.filter((id) => id.includes("/node_modules/")).map(packageFolder));
  const texts = [...folders].map((folder) => {
    const { name, version, license } = readJson(join(folder, "package.json"));
    const file = readdirSync(folder).find((one) => /^(licen[cs]e|copying)/i.test(one));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : `License: ${license}`;
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  if (texts.length === 0) throw new Stop("the bundle of the plugin has no packages in it");
  return texts.sort().join(`\n${"-".repeat(80)}\n\n`);
}

/** The folder of the package of a file: the first above it with a package.json that names a version. */
function packageFolder(file) {
  let folder = dirname(file.replace(/^\0/, "").replace(/\?.*$/, ""));
  while (!(existsSync(join(folder, "package.json")) && readJson(join(folder, "package.json")).version)) {
    if (dirname(folder) === folder) throw new Stop(`${file} belongs to no package`);
    folder = dirname(folder);
  }
  return folder;
}
