import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import { SEEDED } from "../../../../sandbox/openstack/neutron-networks";
import { readManifestFiles } from "../../../../sdk";
import { UsageError } from "../../../../sdk/cli/grammar";
import { initCommand } from "../../../../sdk/cli/init/init";
import { LANGUAGE_NAMES, projectFiles, PROGRAM_TARGETS as targets } from "../../../../sdk/cli/init/project";
import { readSettings } from "../../../../sdk/cli/settings";
import { TARGETS } from "../../../../sdk/targets";
import { failedRequests } from "../../../../sdk/testing";

const root = join(__dirname, "../../../..");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-init-"));
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const init = (...args: string[]) => initCommand().parseAsync(args, { from: "user" });

/** Errors of the compiler for programs beside the sources, from which they import the package. */
function faultsOf(texts: readonly string[]): string[] {
  const files = new Map(texts.map((text, index) => [join(root, `written-by-init-${index}.ts`), text]));
  const paths = { "pulumi-k8s-lb/*": ["./sdk/*/index.ts"] };
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, baseUrl: ".", paths }, root);
  const host = ts.createCompilerHost(options);
  // as `tsc` does it
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...rest) => {
    const text = files.get(name);
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].flatMap((name) => {
    const source = program.getSourceFile(name);
    const faults = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return faults.map((fault) => `${name}: ${ts.flattenDiagnosticMessageText(fault.messageText, " ")}`);
  });
}

const PROJECT = { name: "x", version: "1.0.0", language: "typescript" } as const;

interface Token {
  inputProperties?: object;
  properties?: object;
  requiredInputs?: string[];
}
const SCHEMA: { resources: { [token: string]: Token }; types: { [token: string]: Token } } = JSON.parse(
  readFileSync(join(root, "docs/schema.json"), "utf8"),
);

describe("k8s-lb init", () => {
  it.each(targets)("writes a project for %s, with manifests that mean something", async (target) => {
    const dir = join(folder, "My Shop!");
    await init(target, dir);
    expect(readdirSync(dir).sort()).toEqual([
      ".gitignore",
      "Pulumi.yaml",
      "README.md",
      "index.ts",
      "manifests",
      "package.json",
      ...(target !== "mizar" ? ["requests.yaml"] : []),
      ...(target === "octavia" ? ["settings.yaml"] : []),
      "tsconfig.json",
    ]);
    expect(readFileSync(join(dir, "Pulumi.yaml"), "utf8")).toMatch(/^name: my-shop$/m);
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(JSON.parse(readFileSync(join(dir, "package.json"), "utf8"))).toMatchObject({
      name: "my-shop",
      dependencies: { "pulumi-k8s-lb": `^${version}` },
    });
    const manifests = readManifestFiles([join(dir, "manifests")]);
    const settings = readSettings(target === "octavia" ? join(dir, "settings.yaml") : undefined);
    const { translate, read } = TARGETS[target];
    const plan = translate(read(manifests.objects, manifests.diagnostics), { settings });
    const { statuses, diagnostics } = plan;
    expect(diagnostics.filter(({ severity }) => severity !== "notice")).toEqual([]);
    expect(statuses.map(({ state }) => state)).toEqual(expect.arrayContaining(["ready"]));
    expect(new Set(statuses.map(({ state }) => state)).size).toBe(1);
    if (target !== "mizar") expect(failedRequests(plan, join(dir, "requests.yaml"))).toEqual([]);
  });

  it("writes programs that compile", { timeout: 120_000 }, () => {
    expect(faultsOf(targets.map((target) => String(projectFiles(target, { ...PROJECT, name: "shop" })["index.ts"])))).toEqual([]);
  });

  it("begins with the subnet that the sandbox has", () => {
    expect(projectFiles("octavia", PROJECT)["Pulumi.yaml"]).toContain(`default: ${SEEDED.subnetId}\n`);
    expect(projectFiles("octavia", PROJECT)["settings.yaml"]).toContain(`subnet_id: ${SEEDED.subnetId} `);
  });

  it.each(targets)("writes a YAML program for %s whose names are in the schema", (target) => {
    const { resources, outputs } = parse(String(projectFiles(target, { ...PROJECT, language: "yaml" })["Pulumi.yaml"]));
    const { type, properties } = resources.cluster;
    const { inputProperties, properties: known, requiredInputs } = SCHEMA.resources[type] ?? {};
    expect(Object.keys(inputProperties ?? {})).toEqual(expect.arrayContaining(Object.keys(properties)));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(requiredInputs ?? []));
    expect(Object.keys(known ?? {})).toEqual(expect.arrayContaining(Object.keys(outputs)));
    const settings = SCHEMA.types[`k8s-lb:${target}:Settings`]?.properties ?? {};
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(properties.settings ?? {})));
  });

  it("writes values of the configuration as each language reads them", () => {
    expect(projectFiles("octavia", { ...PROJECT, language: "yaml" })["Pulumi.yaml"]).toMatch(/subnet_id: \$\{subnetId\}\n/);
    expect(projectFiles("octavia", { ...PROJECT, language: "python" })["__main__.py"]).toContain(
      '"subnet_id": pulumi.Config().require("subnetId")',
    );
  });

  it("writes configuration of YAML programs without a field that YAML does not know", () => {
    const { config } = parse(String(projectFiles("octavia", { ...PROJECT, language: "yaml" })["Pulumi.yaml"]));
    expect(config.subnetId).toEqual({ default: SEEDED.subnetId });
  });

  it("writes Python names as Pulumi's SDKs have them", () => {
    const program = projectFiles("avi", { ...PROJECT, language: "python" })["__main__.py"];
    expect(program).toContain('settings={"cluster_name": "x", "shard_vs_size": avi.ShardVSSize.SMALL, "sub_domains": ["example.com"]},');
    expect(program).toContain('pulumi.export("hosts", cluster.hosts)');
  });

  it("writes a name of digits as a text, also in settings.yaml", () => {
    expect(parse(String(projectFiles("octavia", { ...PROJECT, name: "2024" })["settings.yaml"]))).toMatchObject({ cluster_name: "2024" });
  });

  it("leaves no word of a template open", () => {
    for (const target of targets)
      for (const language of LANGUAGE_NAMES)
        for (const [file, text] of Object.entries(projectFiles(target, { ...PROJECT, language })))
          expect(file + text).not.toMatch(/\{\{|undefined/);
  });

  it("overwrites nothing, and then writes nothing at all", async () => {
    mkdirSync(join(folder, "manifests"));
    writeFileSync(join(folder, "package.json"), "{}");
    await expect(init("avi", folder)).rejects.toThrow(UsageError);
    await expect(init("avi", folder)).rejects.toThrow(/has package\.json already/);
    expect(readFileSync(join(folder, "package.json"), "utf8")).toBe("{}");
    expect(existsSync(join(folder, "index.ts"))).toBe(false);
  });
});
