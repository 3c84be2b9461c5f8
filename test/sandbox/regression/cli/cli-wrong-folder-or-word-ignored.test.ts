import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { k8sLbCall } from "../../../support/cli-call";

// `doctor` looked at the environment alone where the folder of -C does not exist, or where -s names a stack and there is no project; `init`
// into a file ended as if a load balancer had failed; and a slip in the word of an argument was met with no suggestion.

const folder = mkdtempSync(join(tmpdir(), "places-"));
writeFileSync(join(folder, "file"), "");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [["doctor", "-C", "nowhere"], "error: there is no folder nowhere\n"],
  [["init", "avi", "file"], "error: file is a file: name a folder\n"],
  [["doctor", "octvia"], "(Did you mean octavia?)\n"],
  [["completion", "bsh"], "(Did you mean bash?)\n"],
])("%j", async (args, message) => {
  const ended = await k8sLbCall(args, { cwd: folder });
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain(message);
});

test("doctor -s where there is no project", async () => {
  const ended = await k8sLbCall(["doctor", "-s", "prod", "-o", "json", "--exit-code"], { cwd: folder });
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.stdout).checks).toContainEqual(expect.objectContaining({ check: "Pulumi stack", state: "failed" }));
});
