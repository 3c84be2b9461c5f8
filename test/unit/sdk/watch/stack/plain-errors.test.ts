import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { expect, test } from "vitest";

const SOURCE = "sdk/watch/stack/plain-errors.ts";

/** As Pulumi's SDK shows an error whose frame a source map has put right below a scope; run by a process of its own. */
const PROGRAM = `
const { inspect } = require("node:util");
const error = Object.assign(new Error("no specs"), { stack: "Error: no specs\\n    at up (/a/node_modules/@pulumi/resource.ts:1687:22)" });
console.log(JSON.stringify([inspect(error, { colors: true }), inspect({ a: { b: 1 } }, false, 0), typeof inspect.custom]));
`;

test("an error with a frame right below a scope is shown, without colours", () => {
  const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 };
  const { outputText } = transpileModule(readFileSync(SOURCE, "utf8"), { compilerOptions });
  const shown = JSON.parse(execFileSync(process.execPath, ["-e", `const __filename = "/";${outputText}${PROGRAM}`], { encoding: "utf8" }));
  expect(shown).toEqual([expect.stringMatching(/^Error: no specs\n {4}at up \(.*resource\.ts:1687:22\)/), "{ a: [Object] }", "symbol"]);
});
