import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { k8sLb } from "../../../support/cli";

// `k8s-lb drift` without `pulumi` in PATH ended with 3, "pulumi cannot be started: spawn pulumi ENOENT"; with a Pulumi that failed it printed
// "error: error: ...".

test("a missing Pulumi CLI is told as such, with where to get it, as wrong usage", async () => {
  const folder = mkdtempSync(join(tmpdir(), "no-pulumi-"));
  try {
    const { code, stdout, stderr } = await k8sLb(["drift"], { cwd: folder, env: { PATH: folder } });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      "error: the Pulumi CLI is not in PATH: install it (https://www.pulumi.com/docs/install), or add its folder to PATH\n",
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
