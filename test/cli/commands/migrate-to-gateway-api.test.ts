import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";

// docs/migrate-to-gateway-api.md, block by block.

const root = join(__dirname, "../../..");
const page = readFileSync(join(root, "docs/migrate-to-gateway-api.md"), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) => code);
const [MANIFESTS = ""] = blocks("yaml");
const [EXPECT = "", WRITE = "", REPORT = "", TEST = "", READ = ""] = blocks("sh");
const [LOSSES = ""] = blocks("text");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-to-gateway-"));
  writeFileSync(join(folder, "shop.yaml"), MANIFESTS);
  mkdirSync(join(folder, "bin"));
  const npx = `#!/bin/sh\n[ "$1" = k8s-lb ] || exit 64\nshift\nexec "${process.execPath}" "${join(root, "dist/sdk/cli/main.js")}" "$@"\n`;
  writeFileSync(join(folder, "bin/npx"), npx, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a block of the page as a person does; each of its commands must work. */
function shell(code: string): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { PATH: `${join(folder, "bin")}:${process.env.PATH}` };
    execFile("sh", ["-ec", code], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr }),
    );
  });
}

test("the blocks of the guide do what it says, in their order", async () => {
  expect(blocks("sh")).toHaveLength(5);
  expect(await shell(EXPECT)).toMatchObject({ code: 0, stderr: "5 expectations written to requests.yaml\n" });
  expect(await shell(WRITE)).toEqual({ code: 0, stdout: "", stderr: LOSSES });
  const written = parseAllDocuments(readFileSync(join(folder, "gateway.yaml"), "utf8")).map((document) => document.toJS());
  expect(written.map(({ kind }) => kind)).toEqual(["GatewayClass", "Gateway", "HTTPRoute", "HTTPRoute"]);

  expect((await shell(REPORT)).code).toBe(1);
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report.manifests).toEqual(written);
  expect([report.losses.length, report.differences]).toEqual([2, []]);

  expect(await shell(TEST)).toMatchObject({ code: 0, stdout: expect.stringContaining("5 passed, 0 failed") });

  const { code, stdout } = await shell(READ);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Gateway +shop +openstack +ready/)]);
});
