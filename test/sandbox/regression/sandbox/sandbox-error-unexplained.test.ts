import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { k8sLb } from "../../../support/cli";
import { ownPorts } from "../../../support/ports";

// A port that is none and a wrong fault rule ended as if a back end had failed, a half-written state named no file, and `start` kept the
// objects of `--state FILE` in a file of that name elsewhere.

const folder = mkdtempSync(join(tmpdir(), "sandbox-"));
const env = { K8S_LB_HOME: join(folder, "home"), HOME: folder };
writeFileSync(join(folder, "half.json"), '{"format":1,"obj');
writeFileSync(join(folder, "other.json"), "null");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sandbox = (...args: string[]) => k8sLb(["sandbox", ...args], { cwd: folder, env });

test.each([
  [["run", "--port-base", "99999"], "a port from 1 to 65529 is needed"],
  [["start", "--port-base", "65535"], "a port from 1 to 65529 is needed"],
  [["run", "--fault", "POST:/x"], "error: LB5001: 'POST:/x' is not a fault rule"],
])("%j is a wrong call", async (args, message) => {
  const ended = await sandbox(...args);
  expect(ended).toMatchObject({ code: 2, stdout: "" });
  expect(ended.stderr).toContain(message);
});

test.each(["half.json", "other.json"])("%s is named", async (file) => {
  const ended = await sandbox("run", "--no-https", "--port-base", String(ownPorts(7)), "--state", file);
  expect(ended).toMatchObject({ code: 3, stdout: "" });
  expect(ended.stderr).toMatch(new RegExp(`^error: \\S*/${file} is not a state that this version of the sandbox has written; remove it`));
});

test("the state of a sandbox in the background is where it was named", async () => {
  await sandbox("start", "--no-https", "--port-base", String(ownPorts(7)), "--state", "mine.json");
  const stopped = await sandbox("stop");
  expect(stopped.code).toBe(0);
  expect(existsSync(join(folder, "mine.json.kubeconfig"))).toBe(true);
});
