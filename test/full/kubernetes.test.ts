import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../sandbox";
import { Lab, root, tools } from "../pulumi/harness";

// Specs that are resources of @pulumi/kubernetes in the same program, with its real plugin. A provider that renders YAML files
// needs no cluster, and its outputs reach our resources like those of a real one.
let lab: Lab;
let sandbox: Sandbox;

beforeAll(async () => {
  const plugin = execFileSync(process.execPath, [join(root, "tools/main.mjs"), "kubernetes-plugin"], { encoding: "utf8" }).trim();
  sandbox = await startSandbox({ rateLimit: "off" });
  lab = new Lab({ env: { ...sandbox.env, PATH: [plugin, tools().env.PATH].join(delimiter) } });
});

afterAll(async () => {
  lab?.dispose();
  await sandbox?.close();
});

const program = `
import * as k8s from "@pulumi/kubernetes";
import { avi } from "pulumi-k8s-lb";

const provider = new k8s.Provider("files", { renderYamlToDirectory: "out" });
const service = new k8s.core.v1.Service(
  "web",
  { metadata: { name: "web", namespace: "default" }, spec: { selector: { app: "web" }, ports: [{ port: 80 }] } },
  { provider },
);
const pool = new avi.Pool("web", { owner: "test", pool: { name: service.metadata.name.apply((name) => "pool-of-" + name), servers: [] } });
export const port = service.spec.ports[0].port;
`;

test("a Service of @pulumi/kubernetes names a pool: up, no-op preview, destroy", async () => {
  lab.write({
    "Pulumi.yaml": "name: kubernetes\nruntime: nodejs\n",
    "package.json": '{ "name": "kubernetes", "main": "index.ts" }',
    "tsconfig.json":
      '{ "compilerOptions": { "target": "es2022", "module": "node16", "moduleResolution": "node16", "strict": true, "skipLibCheck": true, "types": ["node"] } }',
    "index.ts": program,
  });
  const pulumi = async (...args: string[]) => {
    const { code, stdout, stderr } = await lab.runCli(args);
    expect(code, stdout + stderr).toBe(0);
    return stdout;
  };
  await pulumi("stack", "init", "test");
  await pulumi("up", "--yes", "--skip-preview");
  expect(JSON.parse(await pulumi("stack", "output", "--json"))).toEqual({ port: 80 });
  expect(readdirSync(join(lab.program, "out/1-manifest"))).toHaveLength(1);
  await pulumi("preview", "--expect-no-changes");
  await pulumi("destroy", "--yes", "--skip-preview");
});
