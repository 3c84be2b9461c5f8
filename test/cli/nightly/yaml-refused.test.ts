import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { PulumiLab, root } from "../pr/harness";

// Faults of a program in YAML: each ends the preview, names what is wrong, and nothing reaches the controller.

let lab: PulumiLab;
let avi: AviSandbox;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password }, hosts: true });
  lab.write({ "Pulumi.yaml": "name: refused\nruntime: yaml\n" });
  await lab.pulumi(["stack", "init", "test"]);
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

interface Program {
  type?: string;
  inputs?: object;
  settings?: object;
  options?: object;
  plugins?: object;
}

const SERVICE = { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { type: "LoadBalancer", ports: [{ port: 80 }] } };

/** A project of one component; JSON is YAML. */
const project = ({ type = "k8s-lb:avi:KubernetesCluster", inputs, settings, options = {}, plugins = {} }: Program) => {
  const properties = { specs: [SERVICE], settings: { clusterName: "refused", ...settings }, ...inputs };
  return JSON.stringify({ name: "refused", runtime: "yaml", plugins, resources: { cluster: { type, properties, options } } });
};

async function preview(program: Program): Promise<{ code: number; output: string }> {
  lab.write({ "Pulumi.yaml": project(program) });
  avi.resetCalls();
  const { code, stdout, stderr } = await lab.runCli(["preview"]);
  return { code, output: stripVTControlCharacters(stdout + stderr) };
}

const OF_THE_PROJECT = { providers: [{ name: "k8s-lb", path: join(root, "dist/plugin") }] };

test.each<[string, Program, RegExp[]]>([
  [
    "a misspelt setting, with the one that is meant first",
    { settings: { shardVsSize: "SMALL" } },
    [/Property shardVsSize does not exist on 'k8s-lb:avi:Settings'/, /Existing properties are: shardVSSize, /],
  ],
  ["a value that a setting does not have", { settings: { naming: "ako-9" } }, [/naming: Cannot assign/, /Allowed values are .*"ako-2"/]],
  [
    "a misspelt input",
    { inputs: { spec: ["manifests"] } },
    [/Property spec does not exist on 'k8s-lb:avi:KubernetesCluster'/, /Existing properties are: specs, /],
  ],
  [
    "a component that there is not",
    { type: "k8s-lb:avi:KubernetesClutser" },
    [/unable to find resource type "k8s-lb:avi:KubernetesClutser"/],
  ],
  [
    "a release that is not installed",
    { options: { version: "9.9.9" } },
    [/no resource plugin 'pulumi-resource-k8s-lb' found in the workspace at version v9\.9\.9/],
  ],
  [
    "a release other than that of the plugin which the project names",
    { options: { version: "9.9.9" }, plugins: OF_THE_PROJECT },
    [
      /LB2025: the program was made for release 9\.9\.9 of pulumi-k8s-lb, and the plugin is of release \d+\.\d+\.\d+/,
      /k8s-lb plugin install/,
    ],
  ],
])("%s is refused", async (_, program, words) => {
  const { code, output } = await preview(program);
  expect(code, output).not.toBe(0);
  for (const word of words) expect(output).toMatch(word);
  expect(avi.calls()).toEqual([]);
});

test("without the fault the same program runs", async () => {
  const { code, output } = await preview({});
  expect(code, output).toBe(0);
  expect(output).toContain("refused--default-web");
});

test("a misspelt key of the connection is refused, with the one that is meant", async () => {
  await lab.pulumi(["config", "set", "--path", "k8s-lb:avi.controler", "avi.example.com"]);
  const { code, output } = await preview({});
  expect(code, output).not.toBe(0);
  expect(output).toMatch(/LB2078: the connection avi has no key "controler"\s+Meant is avi\.controller\?/);
  expect(avi.calls()).toEqual([]);
});
