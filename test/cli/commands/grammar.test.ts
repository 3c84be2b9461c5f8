import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbsIn } from "../../support/cli";
import { k8sLbCall } from "../../support/cli-call";
import { endpoints, service } from "../../support/manifests";

// Behaviour that all verbs have in common, as another program meets it.

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "k8s-lb-grammar-"));
  const labelled = (name: string, namespace: string, labels: object) => {
    const object = service(name, [80], "LoadBalancer");
    return { ...object, metadata: { ...object.metadata, namespace, labels } };
  };
  const objects = [
    labelled("web", "shop", { app: "web", tier: "front" }),
    labelled("pay", "money", { app: "pay" }),
    endpoints("web", ["10.0.0.1"], 8080),
  ];
  writeFileSync(join(folder, "specs.yaml"), objects.map((object) => JSON.stringify(object)).join("\n---\n"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => k8sLbCall(args, { cwd: folder });
const names = async (...args: string[]) => {
  const { code, stdout, stderr } = await run("translate", "-f", "specs.yaml", "--to", "avi", "--cluster", "c1", ...args);
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout).statuses.map(({ name }: { name: string }) => name);
};

const verbs = async () => {
  const { stdout } = await run("--help");
  return verbsIn(stdout);
};

describe("k8s-lb", () => {
  it("tells its release", async () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8"));
    expect(await run("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  it("shows in the help of each verb how it is called", async () => {
    const known = (await verbs()).filter((verb) => verb !== "help");
    expect(known).toContain("translate");
    const helps = await Promise.all(known.map(async (verb) => [verb, await run(verb, "--help")] as const));
    for (const [verb, { code, stdout }] of helps) {
      expect([verb, code]).toEqual([verb, 0]);
      expect(stdout, verb).toMatch(new RegExp(`Examples?:\\n  \\$ k8s-lb ${verb}\\b`));
    }
  });

  it.each([
    [["trnaslate"], "Did you mean translate?"],
    [["translate", "--to", "avi", "--setings", "x"], "Did you mean --settings?"],
    [["translate", "-f", "specs.yaml", "--to", "avii"], "Did you mean avi?"],
    [["translate", "-f", "specs.yaml", "--to", "avi", "-o", "jsn"], "Did you mean json?"],
    [["translate", "-f", "specs.yaml", "--to", "avi", "--kind", "Servcie"], "did you mean Service"],
    [["translate", "-f", "specs.yaml", "--to", "avi", "-n", "shop", "-A"], "cannot be used with"],
    [["translate", "-f", "specs.yaml", "--to", "avi", "-l", "a in b"], "cannot be read"],
  ])("meets the slip %j with what was meant, prints no data and ends with 2", async (args, messages) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(messages);
  });

  it("selects objects of manifests by namespace and by labels, as the API server does", async () => {
    expect(await names("-A")).toEqual(["pay", "web"]);
    expect(await names("-n", "shop")).toEqual(["web"]);
    expect(await names("-l", "app=web")).toEqual(["web"]);
    expect(await names("-l", "app in (web, other), tier")).toEqual(["web"]);
    expect(await names("-l", "app notin (web)")).toEqual(["pay"]);
    expect(await names("-l", "tier!=front")).toEqual(["pay"]);
    expect(await names("-l", "!tier")).toEqual(["pay"]);
    expect(await names("-l", "app==none")).toEqual([]);
  });
});
