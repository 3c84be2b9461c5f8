import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../sandbox/index";
import { PulumiLab, root, tools } from "../pr/harness";

// Specs that are resources of @pulumi/kubernetes in the same program, with its real plugin. A provider that renders YAML files
// needs no cluster, and its outputs reach our resources like those of a real one.
let lab: PulumiLab;
let sandbox: Sandbox;

beforeAll(async () => {
  const plugin = execFileSync(process.execPath, [join(root, "tools/main.mjs"), "kubernetes-plugin"], { encoding: "utf8" }).trim();
  sandbox = await startSandbox({ rateLimit: "off" });
  // such a provider refuses a kubeconfig beside the folder
  lab = new PulumiLab({ env: { ...sandbox.env, KUBECONFIG: "", PATH: [plugin, tools().env.PATH].join(delimiter) } });
});

afterAll(async () => {
  lab?.dispose();
  await sandbox?.close();
});

const program = `
import * as k8s from "@pulumi/kubernetes";
import { avi } from "pulumi-k8s-lb";

const provider = new k8s.Provider("files", { renderYamlToDirectory: "out" });
const metadata = { name: "web", namespace: "default" };
const service = new k8s.core.v1.Service("web", { metadata, spec: { selector: { app: "web" }, ports: [{ port: 80 }] } }, { provider });
const backend = { service: { name: "web", port: { number: 80 } } };
const ingress = new k8s.networking.v1.Ingress(
  "web",
  { metadata, spec: { rules: [{ host: "a.example.com", http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }] } },
  { provider },
);
const endpoints = { apiVersion: "v1", kind: "Endpoints", metadata, subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ port: 8080 }] }] };
const cluster = new avi.KubernetesCluster("main", { specs: [service, ingress, endpoints], settings: { clusterName: "k1" } });
export const hosts = cluster.hosts;
`;

test("Service and Ingress of @pulumi/kubernetes are specs of a cluster: preview, up, no-op preview, destroy", async () => {
  lab.writeProject("kubernetes", program);
  const pulumi = (...args: string[]) => lab.pulumi(args);
  await pulumi("stack", "init", "test");
  expect(await pulumi("preview")).toContain("k1--a.example.com_-default-web");
  await pulumi("up", "--yes", "--skip-preview");
  expect(JSON.parse(await pulumi("stack", "output", "--json"))).toEqual({ hosts: { "a.example.com": expect.any(String) } });
  expect(readdirSync(join(lab.program, "out/1-manifest"))).toHaveLength(2);
  await pulumi("preview", "--expect-no-changes");
  await pulumi("destroy", "--yes", "--skip-preview");
});
