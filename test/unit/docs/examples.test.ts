import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { globSync } from "tinyglobby";
import ts from "typescript";
import { expect, it } from "vitest";

const root = join(__dirname, "../../..");

/** Every example of the documentation and of doc comments, as a module of its own. */
function examples(): Map<string, string> {
  const found = new Map<string, string>();
  const add = (file: string, code: string) =>
    found.set(join(root, `example-${found.size}-of-${relative(root, file).replace(/\W/g, "_")}.ts`), code);
  for (const file of globSync(["README.md", "sandbox/README.md", "docs/**/*.md", "!docs/site/**"], { cwd: root, absolute: true })) {
    // in a list a block begins further right
    for (const [, margin = "", code = ""] of readFileSync(file, "utf8").matchAll(/^( *)```(?:ts|typescript)\b.*\n([\s\S]*?)^\1```/gm))
      add(file, code.replaceAll(new RegExp(`^${margin}`, "gm"), ""));
  }
  for (const file of globSync(["{resources,requests,provider,sdk,sandbox}/**/*.ts", "!**/dist"], { cwd: root, absolute: true })) {
    for (const [, text] of readFileSync(file, "utf8").matchAll(/@example\n([\s\S]*?)(?=\n\s*\*\/|\n\s*\*\s*@)/g)) {
      const code = (text ?? "")
        .split("\n")
        .map((line) => line.replace(/^\s*\* ?/, ""))
        .filter((line) => !line.startsWith("```"))
        .join("\n");
      add(file, code);
    }
  }
  return found;
}

it("every example compiles against the sources", { timeout: 180_000 }, () => {
  const modules = examples();
  expect(modules.size).toBeGreaterThan(5);
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const paths = {
    "pulumi-k8s-lb": ["./sdk/index.ts"],
    "pulumi-k8s-lb/avi": ["./sdk/targets/avi/index.ts"],
    "pulumi-k8s-lb/mizar": ["./sdk/targets/mizar/index.ts"],
    "pulumi-k8s-lb/octavia": ["./sdk/targets/octavia/index.ts"],
    "pulumi-k8s-lb/*": ["./*/index.ts"],
    "pulumi-k8s-lb-sandbox": ["./sandbox/index.ts"],
  };
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, baseUrl: ".", paths, noUnusedLocals: false }, root);
  const host = ts.createCompilerHost(options);
  // as `tsc` does it
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => modules.has(name) || fileExists(name);
  host.readFile = (name) => modules.get(name) ?? readFile(name);
  host.getSourceFile = (name, ...rest) =>
    // top-level await and redeclared names are fine in a module
    modules.has(name)
      ? ts.createSourceFile(name, `export {};\n${modules.get(name)}`, ts.ScriptTarget.ES2022, true)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([...modules.keys()], options, host);
  const faults = [...modules.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      (fault) => `${relative(root, name)}: ${ts.flattenDiagnosticMessageText(fault.messageText, " ")}`,
    );
  });
  expect(faults).toEqual([]);
});
