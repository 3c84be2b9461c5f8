import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

const ROOT = join(__dirname, "../../..");
const COMPILED = ["kinds", "provider"];

/**
 * A project folder in which `require("pulumi-k8s-lb/provider")` finds the sources as they are now, compiled file by file:
 * the suites never test a stale dist/. It lies below node_modules, so that dependencies resolve as they do for users.
 */
export function installSources(): { folder: string; remove(): void } {
  const cache = join(ROOT, "node_modules/.cache/pulumi-k8s-lb");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "conformance-"));
  const target = join(folder, "node_modules/pulumi-k8s-lb");
  for (const name of COMPILED) compile(join(ROOT, name), join(target, "dist", name));
  cpSync(join(ROOT, "package.json"), join(target, "package.json"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function compile(source: string, target: string): void {
  if (!existsSync(source)) return;
  for (const entry of readdirSync(source, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".ts") || entry.name.endsWith(".test.ts")) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(target, from.slice(source.length)).replace(/\.ts$/, ".js");
    const { outputText } = ts.transpileModule(readFileSync(from, "utf8"), {
      fileName: from,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, esModuleInterop: true },
    });
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, outputText);
  }
}
