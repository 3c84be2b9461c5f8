import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";

// `npm run k8s-lb` started dist/ itself: in a clone that was never built it ended with MODULE_NOT_FOUND, and after a change of the sources it
// was the old command.

const root = join(__dirname, "../../../..");
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).scripts;

let clone = "";
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** A checkout without dist/, whose build is this program; the real one takes half a minute. */
function unbuilt(build: string): void {
  clone = mkdtempSync(join(tmpdir(), "k8s-lb-unbuilt-"));
  mkdirSync(join(clone, "tools"));
  cpSync(join(root, "tools/k8s-lb.mjs"), join(clone, "tools/k8s-lb.mjs"));
  writeFileSync(join(clone, "package.json"), JSON.stringify({ scripts: { "k8s-lb": scripts["k8s-lb"] } }));
  writeFileSync(join(clone, "tools/build.mjs"), build);
}

const command = (...args: string[]) => spawnSync("npm", ["run", "-s", "k8s-lb", "--", ...args], { cwd: clone, encoding: "utf8" });

const MAKES_COMMAND = `
import { mkdirSync, writeFileSync } from "node:fs";
process.stdout.write("Building dist/\\n");
mkdirSync("dist/sdk/cli", { recursive: true });
writeFileSync("dist/sdk/cli/main.js", "process.stdout.write(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;");
`;

test("the command is built first, gets its arguments, and has stdout and exit code for itself", () => {
  unbuilt(MAKES_COMMAND);
  expect(command("sandbox", "status", "a b")).toMatchObject({
    stdout: '["sandbox","status","a b"]',
    stderr: "Building dist/\n",
    status: 3,
  });
});

test("a build that fails ends the command with its words", () => {
  unbuilt('process.stderr.write("error: `npm ci` failed\\n"); process.exitCode = 1;');
  expect(command("sandbox", "status")).toMatchObject({ stdout: "", stderr: "error: `npm ci` failed\n", status: 1 });
});

test("no script of package.json starts what only a build makes", () => {
  expect(Object.entries(scripts).filter(([, script]) => /\bdist\b/.test(script))).toEqual([]);
});
