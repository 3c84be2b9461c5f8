import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startKubernetesSandbox } from "../../../sandbox/index";
import { PulumiLab } from "../pr/harness";

// Lines of `pulumi preview --diff` on Mizar, for changes in a network of 60 Pods and 20 Services.

const label = { "arktos.futurewei.com/network": "vpc-1" };
const pod = (name: string, annotations = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels: label, annotations },
  spec: { containers: [{ name: "main", image: "nginx" }] },
});
const service = (name: string, port = 80) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, labels: label },
  spec: { selector: { app: name }, ports: [{ port, targetPort: 9376 }] },
});
const subnet = (ip: string) => ({
  apiVersion: "mizar.com/v1",
  kind: "Subnet",
  metadata: { name: "net1" },
  spec: { vpc: "vpc-1a2b3c4d", ip, prefix: "24" },
});
const NETWORK = [
  { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc-1a2b3c4d" }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } },
  { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "vpc-1" }, spec: { type: "mizar", vpcID: "vpc-1a2b3c4d" } },
];
const numbered = (count: number, make: (name: string) => object) => Array.from({ length: count }, (_, n) => make(`web-${n}`));
const specs = ({ pods = 60, services = 20, nic = {}, port = 80, renamed = false } = {}) => [
  ...NETWORK,
  subnet("10.10.1.0"),
  ...numbered(pods, (name) => pod(renamed && name === "web-5" ? "renamed" : name, name === "web-7" ? nic : {})),
  ...numbered(services, (name) => service(name, name === "web-7" ? port : 80)),
];

let server: Awaited<ReturnType<typeof startKubernetesSandbox>>;
let lab: PulumiLab;

beforeAll(async () => {
  server = await startKubernetesSandbox();
  lab = new PulumiLab();
  writeFileSync(join(lab.program, "kubeconfig"), server.kubeconfig);
  lab.env.KUBECONFIG = join(lab.program, "kubeconfig");
  lab.writeProject(
    "lines",
    `import * as mizar from "pulumi-k8s-lb/mizar";
new mizar.KubernetesCluster("main", { specs: "specs.json" });
`,
  );
  await lab.pulumi(["stack", "init", "test"]);
  const { code, stdout, stderr } = await run(["up", "--yes", "--skip-preview"], specs());
  expect(code, stdout + stderr).toBe(0);
});
afterAll(async () => {
  lab?.dispose();
  await server?.stop();
});

function run(args: string[], items: object[]) {
  lab.write({ "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items }) });
  return lab.runCli([...args, "--stack", "test"]);
}

const CHANGES: { [name: string]: [items: object[], most: number] } = {
  nothing: [specs(), 5],
  "a Pod more": [specs({ pods: 61 }), 90],
  "a Pod less": [specs({ pods: 59 }), 90],
  "a Service more": [specs({ services: 21 }), 90],
  "a Service less": [specs({ services: 19 }), 90],
  "a Pod with another address": [
    specs({ nic: { "arktos.futurewei.com/nic": JSON.stringify({ name: "eth0", subnet: "net1", ip: "10.10.1.200" }) } }),
    50,
  ],
  "another port": [specs({ port: 81 }), 45],
  "a renamed Pod": [specs({ renamed: true }), 110],
};

test.each(Object.entries(CHANGES))("%s", async (name, [items, most]) => {
  const { code, stdout, stderr } = await run(["preview", "--diff"], items);
  expect(code, stdout + stderr).toBe(0);
  const { length } = stdout.trimEnd().split("\n");
  if (process.env.SHOW) process.stdout.write(`mizar ${name}: ${length}\n${process.env.SHOW === name ? stdout : ""}`);
  expect(length, length > most ? stdout.slice(0, 8000) : "").toBeLessThanOrEqual(most);
});
