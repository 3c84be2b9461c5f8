import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/index";
import { PulumiLab, root } from "../pr/harness";

let sandbox: Sandbox;
let lab: PulumiLab;

let loadManifests: (folder: string, env: Record<string, string>) => Promise<void>;

beforeAll(async () => {
  ({ loadManifests } = await import(join(root, "tools/lib/examples.mjs")));
  sandbox = await startSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: sandbox.env, hosts: true });
  // with one another, because one takes the manifests of another
  cpSync(join(root, "examples"), lab.program, { recursive: true, filter: (path) => !/Pulumi\.\w+\.yaml$|node_modules/.test(path) });
});
afterAll(async () => {
  lab?.dispose();
  await sandbox?.close();
});

/** Text of outputs that shows what an example is about. */
const SHOWN: { readonly [name: string]: object } = {
  gateway: {
    specs: {
      "Gateway default/web": "ready",
      "HTTPRoute default/shop": "ready",
      "HTTPRoute default/reports": "partial: Octavia's L7 rules cannot match a method (Gateway default/web)",
    },
  },
};

test.each(readdirSync(join(root, "examples")))("examples/%s comes up, has nothing left to do, and goes", async (name) => {
  const cwd = join(lab.program, name);
  const pulumi = (...args: string[]) => lab.pulumi(args, { cwd });
  // the quickstart's project file is that of the checkout
  if (name === "quickstart") lab.write({ [`${name}/Pulumi.yaml`]: "name: quickstart\nruntime: nodejs\n" });
  await pulumi("stack", "init", "test");
  const isOctavia = name === "gateway" || name.startsWith("octavia");
  if (name === "routes" || isOctavia) await pulumi("config", "set", "subnetId", sandbox.backends.octavia.subnetId);
  if (isOctavia) await pulumi("config", "set", "floatingNetworkId", sandbox.backends.octavia.externalNetworkId);
  if (name === "live-cluster") await loadManifests(join(lab.program, "quickstart/manifests"), lab.env);
  await pulumi("up", "--yes", "--skip-preview");
  await pulumi("preview", "--expect-no-changes");
  const outputs = JSON.parse(await pulumi("stack", "output", "--json")) as { [output: string]: object };
  for (const [output, value] of Object.entries(outputs)) expect(Object.keys(value), output).not.toEqual([]);
  expect(outputs).toMatchObject(SHOWN[name] ?? {});
  await pulumi("destroy", "--yes", "--skip-preview");
});
