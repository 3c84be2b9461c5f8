import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { expect, test } from "vitest";

const SOURCE = "sdk/watch/stack/without-compiler.ts";

/** Run by a process of its own: others of this one have loaded the SDK. */
const PROGRAM = `
const compilers = () => Object.keys(require.cache).filter((file) => /node_modules.(typescript|@npmcli.arborist)\\W/.test(file)).length;
exports.withoutCompiler(require);
const { runtime } = require("@pulumi/pulumi");
require("@pulumi/pulumi/automation");
const before = compilers();
runtime.serializeFunction(() => "a word").then(({ text }) => console.log(JSON.stringify({ before, text, after: compilers() })));
`;

test("the SDK loads its compiler when a function is written, and writes it", () => {
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
  const { outputText } = transpileModule(readFileSync(SOURCE, "utf8"), { compilerOptions });
  const found = JSON.parse(execFileSync(process.execPath, ["-e", outputText + PROGRAM], { encoding: "utf8" }));
  expect(found.before).toBe(0);
  expect(found.text).toContain('"a word"');
  expect(found.after).toBeGreaterThan(0);
});
