import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../cli/pr/harness";

// The archives of the native plugin as a release has them: what Pulumi looks for on each platform, and nothing of the machine that made them.

const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "k8s-lb-archives-"));
let tools: { PLATFORMS: string[]; platformHere(): string; writeArchives(out: string): Promise<string[]> };

beforeAll(async () => {
  tools = await import(join(root, "tools/release/plugin-archives.mjs"));
  await tools.writeArchives(join(folder, "out"));
  for (const platform of tools.PLATFORMS) {
    mkdirSync(join(folder, platform));
    execFileSync("tar", [
      "-xzf",
      join(folder, "out", `pulumi-resource-k8s-lb-v${version}-${platform}.tar.gz`),
      "-C",
      join(folder, platform),
    ]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("there is one for each platform, and no other file", () => {
  expect(tools.PLATFORMS).toEqual(["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64", "windows-arm64"]);
  expect(tools.PLATFORMS).toContain(tools.platformHere());
  expect(readdirSync(join(folder, "out"))).toHaveLength(tools.PLATFORMS.length);
});

test("each has the file that Pulumi starts there", () => {
  for (const platform of tools.PLATFORMS) {
    const [wanted, other] = ["pulumi-resource-k8s-lb", "pulumi-resource-k8s-lb.cmd"];
    const files = readdirSync(join(folder, platform)).filter((name) => name.startsWith(wanted));
    expect(files, platform).toEqual([platform.startsWith("windows") ? other : wanted]);
  }
  const batch = readFileSync(join(folder, "windows-amd64/pulumi-resource-k8s-lb.cmd"), "utf8");
  expect(batch).toMatch(/^@echo off\r\n[^\n]*\r\nnode "%~dp0dist\/plugin\/main\.js" %\*\r\n$/);
});

test("the code needs no package, names no folder of this machine, and its licenses are beside it", () => {
  const plugin = join(folder, "linux-amd64/dist/plugin");
  const code = readdirSync(plugin).filter((name) => name.endsWith(".js"));
  for (const file of code) expect(readFileSync(join(plugin, file), "utf8").includes(root), file).toBe(false);
  expect(readFileSync(join(plugin, "schema.json"), "utf8")).toBe(readFileSync(join(root, "docs/schema.json"), "utf8"));
  const licenses = readFileSync(join(folder, "linux-amd64/THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["@pulumi/pulumi", "@grpc/grpc-js", "@kubernetes/client-node", "zod"])
    expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\S+ \\(\\S+\\)$`, "m"));
});

test("it starts in an empty folder, listens and ends", async () => {
  const cwd = join(folder, "empty");
  mkdirSync(cwd);
  const child = spawn(join(folder, tools.platformHere(), "pulumi-resource-k8s-lb"), [], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  try {
    const messages: string[] = [];
    child.stderr.on("data", (bytes) => messages.push(String(bytes)));
    const line = await new Promise<string>((said, failed) => {
      createInterface({ input: child.stdout }).once("line", said);
      child.once("exit", (code) => failed(new Error(`ended with ${code}: ${messages.join("")}`)));
    });
    expect(line).toMatch(/^\d{4,5}$/);
  } finally {
    child.kill();
  }
});
