import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { base, pod, service } from "../../support/mizar";

const main = join(__dirname, "../../../dist/sdk/cli/main.js");
const translate = (objects: unknown[], ...args: string[]) =>
  spawnSync(process.execPath, [main, "translate", "-f", "-", ...args], {
    input: objects.map((o) => JSON.stringify(o)).join("\n---\n"),
    encoding: "utf8",
  });

describe("k8s-lb translate --to mizar", () => {
  it("prints the objects of the contract, and statuses with their tenant", () => {
    const { stdout, status } = translate(
      [...base, pod("p"), pod("bad", { nic: { subnet: "net9" } }), service("s")],
      "--to",
      "mizar",
      "--exit-code",
    );
    const { objects, owners, statuses } = JSON.parse(stdout);
    expect(status).toBe(1);
    expect(Object.keys(objects)).toEqual(["networks", "pods", "services", "stores", "subnets", "vpcs"]);
    expect(owners["pods/p-internal-customerA"]).toEqual(["Pod/customerA/internal/p"]);
    expect(statuses).toContainEqual(
      expect.objectContaining({ kind: "Pod", tenant: "customerA", namespace: "internal", name: "bad", state: "rejected" }),
    );
  });

  it("draws a map of addresses; other targets have none", () => {
    const input = base.map((o) => JSON.stringify(o)).join("\n---\n");
    expect(
      execFileSync(process.execPath, [main, "translate", "-f", "-", "--to", "mizar", "-o", "svg"], { input, encoding: "utf8" }),
    ).toMatch(/^<svg /);
    expect(translate(base, "--to", "octavia", "-o", "svg")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^error: there is no picture of octavia\n$/m),
    });
  });
});
