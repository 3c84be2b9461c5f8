import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, afterEach, describe, expect, it, test, vi } from "vitest";
import { adoptCommand } from "../../../sdk/cli/adopt/adopt";
import { translateCommand } from "../../../sdk/cli/translate";
import { validateCommand } from "../../../sdk/cli/validate/validate";
import { type SpecSource, toSpecs } from "../../../sdk/components/sources";
import { ingressReader } from "../../../sdk/frontends";
import { objectsOf } from "../../../sdk/specs";
import { readMizarSources } from "../../../sdk/targets/mizar/components/specs";
import { endpoints, ingress, service } from "../../support/manifests";

// A warning was all that a misspelt kind got, and the preview of a small stack then showed that what it meant is deleted.

const web = [service("web", [80]), endpoints("web", ["10.0.0.1"], 80)];
const shop = ingress({ name: "shop", rules: [{ host: "a.com", path: "/", service: "web" }] });
const misspelt = { ...shop, kind: "Ingres" };
const vpc = { apiVersion: "mizar.com/v1", kind: "Vcp", metadata: { name: "vpc-1a" }, spec: { ip: "10.10.0.0", prefix: 16 } };
const route = { apiVersion: "projectcontour.io/v1", kind: "HTTPProxy", metadata: { name: "of-others" }, spec: {} };

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-kind-"));
mkdirSync(join(folder, "all"));
const file = (name: string, objects: readonly object[]) => {
  writeFileSync(join(folder, name), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
  return join(folder, name);
};
const wrong = file("all/wrong.yaml", [...web, misspelt]);
const right = file("right.yaml", [...web, shop, route]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a program stops before anything is changed", () => {
  it.each<[string, SpecSource]>([
    ["a file", wrong],
    ["a folder", join(folder, "all")],
    ["an object", [...web, misspelt] as never],
    ["a list of the API", { apiVersion: "v1", kind: "List", metadata: { name: "" }, items: [...web, misspelt] }],
    ["an output", pulumi.output([...web, misspelt])],
  ])("with %s", async (_, specs) => {
    await expect(toSpecs(specs)).rejects.toThrow(
      /the specs have 1 fault, nothing is changed:\s+LB1005 .*Ingres .* is not read.*Did you mean Ingress/s,
    );
  });

  it("with objects of Mizar", async () => {
    await expect(readMizarSources(vpc, "")).rejects.toThrow(/LB1005 Vcp .*Did you mean Vpc/s);
  });
});

test("what others call nearly so stops nobody", async () => {
  const specs = await toSpecs(right);
  expect(objectsOf(specs, ingressReader)).toHaveLength(1);
  expect(specs.diagnostics).toMatchObject([{ code: "LB1005", severity: "warning", object: { kind: "HTTPProxy" } }]);
});

describe("the command line", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  async function codeOf(command: ReturnType<typeof translateCommand>, ...args: string[]) {
    for (const stream of ["stdout", "stderr"] as const) vi.spyOn(process[stream], "write").mockReturnValue(true);
    await command.parseAsync(args, { from: "user" });
    return process.exitCode;
  }

  it.each(["avi", "octavia", "routes"])("translate --to %s goes on, and finds it", async (to) => {
    expect(await codeOf(translateCommand(), "-f", wrong, "--to", to)).toBe(0);
    expect(await codeOf(translateCommand(), "-f", wrong, "--to", to, "--exit-code")).toBe(1);
  });

  it("validate refuses it, and takes what is right", async () => {
    expect(await codeOf(validateCommand(), "-f", wrong)).toBe(1);
    expect(await codeOf(validateCommand(), "-f", right)).toBe(0);
  });

  it("adopt --sweep --yes deletes nothing after it", async () => {
    expect(await codeOf(adoptCommand(), "-f", wrong, "--sweep", "--yes")).toBe(2);
    expect(vi.mocked(process.stderr.write).mock.calls.join("")).toContain("the objects of a faulty spec would count as left behind");
  });
});
