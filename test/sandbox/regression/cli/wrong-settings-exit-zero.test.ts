import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { k8sLbCall } from "../../../support/cli-call";
import { endpoints, service } from "../../../support/manifests";

// `translate` and `graph` printed LB1305 and went on with the default, `diff`, `limits` and `adopt` did so in silence; all ended with 0.

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-settings-"));
  const web = [service("web", [80], "LoadBalancer"), endpoints("web", ["10.0.0.1"], 8080)];
  writeFileSync(join(folder, "web.yaml"), web.map((object) => JSON.stringify(object)).join("\n---\n"));
  writeFileSync(join(folder, "wrong.yaml"), "shardVSSize: HUGE\n");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ["translate", "--to", "avi"],
  ["graph", "--to", "avi"],
  ["diff", "--to", "avi", "--against", "web.yaml"],
  ["plan-move", "--to", "avi", "--before", "web.yaml"],
  ["limits", "--target", "avi"],
  ["adopt", "--from", "ako"],
])("%s %s %s ends with 2 and prints nothing on stdout", async (...verb) => {
  const { code, stdout, stderr } = await k8sLbCall([...verb, "-f", "web.yaml", "--settings", "wrong.yaml"], { cwd: folder });
  expect(stderr).toMatch(/error LB1305: Settings avi \/shardVSSize: .*, got "HUGE"\. Correct the setting, or remove it\.\n/);
  expect([code, stdout]).toEqual([2, ""]);
});

it("validate finds it, as any other error", async () => {
  const { code, stdout } = await k8sLbCall(["validate", "-f", "web.yaml", "--to", "avi", "--settings", "wrong.yaml"], { cwd: folder });
  expect(stdout).toMatch(/^error +LB1305 /m);
  expect(code).toBe(1);
});
