import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

// The package as a TypeScript program finds it, without a build: the files that package.json names, empty.

// biome-ignore lint/suspicious/noExplicitAny: required late and used for three of its functions
const ts: any = require("typescript");
const root = resolve(__dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const typed = Object.entries<{ types?: string }>(manifest.exports).flatMap(([path, { types }]) => (types ? [[path, types]] : []));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-types-"));
  const at = join(folder, "node_modules/pulumi-k8s-lb");
  for (const [, types = ""] of typed) {
    mkdirSync(dirname(join(at, types)), { recursive: true });
    writeFileSync(join(at, types), "export {};\n");
  }
  writeFileSync(join(at, "package.json"), JSON.stringify(manifest));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const resolutions = ["Node10", "Node16", "Bundler"];
const modules = { Node10: "CommonJS", Node16: "Node16", Bundler: "ESNext" } as { [resolution: string]: string };

test.each(typed.flatMap(([path, types]) => resolutions.map((resolution) => [path, types, resolution] as const)))(
  "%s leads to %s with moduleResolution %s",
  (path = "", types = "", resolution) => {
    const options = { moduleResolution: ts.ModuleResolutionKind[resolution], module: ts.ModuleKind[modules[resolution] ?? ""] };
    const name = `pulumi-k8s-lb${path.slice(1)}`;
    const found = ts.resolveModuleName(name, join(folder, "index.ts"), options, ts.sys).resolvedModule?.resolvedFileName;
    expect(found).toBe(join(folder, "node_modules/pulumi-k8s-lb", types));
  },
);

test("no file speaks of a source map that is not published", () => {
  const { config } = ts.readConfigFile(join(root, "tsconfig.build.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const { outputText } = ts.transpileModule("export const a: number = 1;", { compilerOptions: options });
  const withMaps = !(manifest.files as string[]).some((pattern) => pattern.includes(".map"));
  expect(outputText.includes("sourceMappingURL") && !withMaps).toBe(false);
});
