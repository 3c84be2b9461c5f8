import { execFileSync } from "node:child_process";
import { Command, Option } from "commander";
import { afterEach, expect, test, vi } from "vitest";
import { completionCommand } from "../../../../sdk/cli/completion";

// After `-f` and `-C` the shell offered the options of the verb: files and folders come only where nothing else is offered.

afterEach(() => vi.restoreAllMocks());

async function script(shell: string): Promise<string> {
  let printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const verb = new Command("diff")
    .option("-f, --file <path...>", "manifests")
    .option("--exit-code", "tell")
    .addOption(new Option("--to <target>", "the target").choices(["avi", "octavia"]));
  await completionCommand(async () => [verb]).parseAsync([shell], { from: "user" });
  return printed;
}

test.each([
  ["-f", []],
  ["--file", []],
  ["--to", ["avi", "octavia"]],
  ["--exit-code", ["-f", "--file", "--exit-code", "--to", "--help"]],
])("bash, after %s", async (flag, expected) => {
  const ask = `${await script("bash")}\nCOMP_WORDS=(k8s-lb diff ${flag} '')\nCOMP_CWORD=3\n_k8s_lb\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  expect(execFileSync("bash", ["-c", ask], { encoding: "utf8" }).split("\n").filter(Boolean)).toEqual(expected);
});

test("fish knows which options take a value", async () => {
  const lines = (await script("fish")).split("\n");
  expect(lines.find((line) => line.includes("-l file"))).toMatch(/ -r$/);
  expect(lines.find((line) => line.includes("-l exit-code"))).not.toMatch(/ -r$/);
});
