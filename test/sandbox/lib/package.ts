import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "../../..");
/** Modules that the provider processes load; components are not called. */
const COMPILED = ["resources", "requests", "provider", "plugin", "sdk/own-package.ts"];
const SCHEMA = "docs/schema.json";
/** Below node_modules, so that dependencies resolve as they do for users. */
const CACHE = join(ROOT, "node_modules/.cache/pulumi-k8s-lb");
const DAY_MS = 86_400_000;

let installed: string | undefined;

/**
 * A project folder in which `require("pulumi-k8s-lb/provider")` finds the sources as they were when the worker began, compiled file by file: the
 * suites never test a stale dist/. Its name holds a fingerprint of the sources, so whoever comes second finds it there.
 */
export function installedSources(): string {
  installed ??= install();
  return installed;
}

function install(): string {
  const sources = COMPILED.flatMap((name) => filesIn(join(ROOT, name)));
  const contents = new Map([...sources, join(ROOT, "package.json"), join(ROOT, SCHEMA)].map((file) => [file, readFileSync(file, "utf8")]));
  const hash = createHash("sha256").update(ts.version);
  for (const [file, text] of contents) hash.update(`${file}\0${text}\0`);
  const folder = join(CACHE, `conformance-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  removeOld();
  const draft = mkdtempSync(join(CACHE, "draft-"));
  const target = join(draft, "node_modules/pulumi-k8s-lb");
  for (const file of sources) compile(contents.get(file) ?? "", join(target, "dist", relative(ROOT, file)));
  cpSync(join(ROOT, "package.json"), join(target, "package.json"));
  cpSync(join(ROOT, SCHEMA), join(target, "dist/plugin/schema.json"));
  try {
    renameSync(draft, folder);
  } catch (error) {
    // another worker was faster
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function filesIn(folder: string): string[] {
  if (folder.endsWith(".ts")) return [folder];
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const found = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"));
  return found.map((entry) => join(entry.parentPath, entry.name)).sort();
}

function compile(source: string, file: string): void {
  const { outputText } = ts.transpileModule(source, {
    fileName: file,
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, esModuleInterop: true },
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file.replace(/\.ts$/, ".js"), outputText);
}

function removeOld(): void {
  for (const name of readdirSync(CACHE)) {
    const path = join(CACHE, name);
    if (/^(conformance|draft)-/.test(name) && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}
