import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UsageError } from "../../../sdk/cli/grammar";
import { explained } from "../../../sdk/cli/stack";

// `k8s-lb drift`, `watch` and other commands on a stack ended with Node's words and a path of ours where the SDK of Pulumi was not installed.

/** Error of Node for a package that is not in reach. */
function errorFor(name: string): unknown {
  try {
    return createRequire(join(mkdtempSync(join(tmpdir(), "k8s-lb-none-")), "main.js"))(name);
  } catch (error) {
    return error;
  }
}

test("a stack command without the SDK of Pulumi says what to install", () => {
  expect(() => explained(errorFor("@pulumi/pulumi/automation/index.js"))).toThrow(UsageError);
  expect(() => explained(errorFor("@pulumi/pulumi/automation/index.js"))).toThrow("run `npm install @pulumi/pulumi`");
});

test("another module that is missing, and another error, stay what they are", () => {
  const other = errorFor("no-such-package");
  expect(() => explained(other)).toThrow(other as Error);
  expect(() => explained(new Error("@pulumi/pulumi is broken"))).toThrow("@pulumi/pulumi is broken");
});
