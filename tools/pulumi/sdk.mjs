// SDKs of other languages, generated from docs/schema.json with the code generators of Pulumi. Nothing of them is in git.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { hashOf, inCache, inRoot, readJson } from "../lib/files.mjs";
import { builtPath, findGo, goBuild } from "../lib/go-build.mjs";
import { run, Stop, say } from "../lib/process.mjs";
import { venv } from "../lib/python.mjs";

const module = inRoot("tools/pulumi/sdk-generator");
const schema = inRoot("docs/schema.json");

/** Languages whose SDK this project hands out. */
const LANGUAGES = ["python"];

/** Builds the generator unless the cache has it; returns its path. */
async function ensureGenerator() {
  if (!findGo()) throw new Stop("generating an SDK needs Go 1.26 or newer (https://go.dev/dl/)");
  const target = await builtPath(module, "sdk-generator");
  if (existsSync(target)) return target;
  return goBuild({
    title: "Building the generator of SDKs",
    expected: "one or two minutes on two cores, once per machine",
    module,
    pkg: ".",
    target,
    minutes: 10,
  });
}

/**
 * Binds a schema and generates an SDK of it in memory, or into a folder. Returns the number of its files.
 *
 * @param language `python` or `go`
 */
export async function generateSdk(language, { file = schema, folder } = {}) {
  const generator = await ensureGenerator();
  const { code, stdout, output } = await run(generator, [file, language, ...(folder ? [folder] : [])], { timeout: 60_000 });
  if (code !== 0) throw new Stop(`the SDK for ${language} cannot be generated:\n${output.trimEnd()}`);
  return Number(stdout);
}

/**
 * Builds a program with the SDK for Go into a folder; returns the path of the command. Its modules are those of the generator, which has all that an
 * SDK needs in the versions that the CLI is built of: Go's cache has most of them compiled.
 */
export async function buildGoProgram(text, folder) {
  await generateSdk("go", { folder });
  const { importBasePath } = readJson(schema).language.go;
  const modules = readFileSync(join(module, "go.mod"), "utf8");
  writeFileSync(join(folder, "go.mod"), modules.replace(/^module .*/m, `module ${importBasePath.replace(/\/k8slb$/, "")}`));
  cpSync(join(module, "go.sum"), join(folder, "go.sum"));
  writeFileSync(join(folder, "main.go"), text);
  const build = { title: "Building a program in Go with the SDK", expected: "a minute on two cores, seconds when it is known" };
  return goBuild({ ...build, module: folder, pkg: ".", target: join(folder, "program"), minutes: 10 });
}

/** Folder with the SDK of a language for the schema as it is: one that `pip install` takes. In the cache of the user; nothing may change it. */
export async function ensureSdk(language = "python") {
  return cached(`${language}-${hashOf([await ensureGenerator()], [schema])}`, (folder) => generateSdk(language, { folder }));
}

/** Python with Pulumi's SDK, what ours needs besides, and a checker of types: the folder of the virtual environment. */
export const ensurePython = () => venv("pulumi-python", ["pulumi==3.272.0", "parver==1.0", "mypy==2.4.1"], "about 10 seconds");

/** The wheel of the SDK for Python, as a release has it: the folder with that one file. */
export async function ensureWheel() {
  const [python, sdk] = [join(await ensurePython(), "bin/python"), await ensureSdk()];
  return cached(`${basename(sdk)}-wheel`, async (folder) => {
    const sources = `${folder}-sources`; // pip builds in the folder that it gets
    try {
      cpSync(sdk, sources, { recursive: true });
      await pip(python, "wheel", "--no-deps", "--wheel-dir", folder, sources);
    } finally {
      rmSync(sources, { recursive: true, force: true });
    }
  });
}

/** The SDK for Python as pip installs its wheel, with its metadata: a folder for PYTHONPATH. */
export async function ensureInstalledSdk() {
  const [python, wheel] = [join(await ensurePython(), "bin/python"), await ensureWheel()];
  const files = readdirSync(wheel).map((file) => join(wheel, file));
  return cached(`${basename(wheel)}-installed`, (folder) => pip(python, "install", "--no-deps", "--target", folder, ...files));
}

async function pip(python, verb, ...args) {
  const command = ["-m", "pip", verb, "--quiet", "--disable-pip-version-check", ...args];
  const { code, output } = await run(python, command, { timeout: 120_000 });
  if (code !== 0) throw new Stop(`\`pip ${verb}\` of the SDK failed:\n${output.trimEnd()}`);
}

/** A folder of the cache, made by `make(folder)` unless it exists. */
async function cached(name, make) {
  const folder = inCache("sdk", name);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  try {
    await make(fresh);
    renameSync(fresh, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error; // another process was first
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return folder;
}

/** `npm run tools -- sdk [LANGUAGE] [--out DIR]`: prints the folder of the SDK. */
export async function sdk(args) {
  const at = args.indexOf("--out");
  const out = at < 0 ? undefined : args[at + 1];
  const [language = "python", ...more] = at < 0 ? args : args.toSpliced(at, 2);
  if (!LANGUAGES.includes(language) || more.length > 0 || (at >= 0 && !out))
    throw new Stop(`usage: npm run tools -- sdk [${LANGUAGES.join("|")}] [--out DIR]`);
  if (!out) return void process.stdout.write(`${await ensureSdk(language)}\n`);
  const folder = resolve(out);
  if (existsSync(folder)) throw new Stop(`${folder} exists; name a folder that does not`);
  say(`${await generateSdk(language, { folder })} files`);
  process.stdout.write(`${folder}\n`);
}
