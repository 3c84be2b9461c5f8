import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { k8sLb } from "../../support/cli";
import { ingress, node, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// `k8s-lb diff -s` of a program that reads files and the Nodes of a live cluster: it needs the cluster too, and reads of it what the run read.

let lab: PulumiLab;
let avi: AviSandbox;
let cluster: KubernetesSandbox;

const MANIFESTS = [
  service("web", [{ port: 80, nodePort: 30080 }], "NodePort"),
  ingress({ name: "shop", rules: [{ host: "shop.x.com", path: "/", service: "web" }] }),
];

async function create(path: string, object: object): Promise<void> {
  const headers = { authorization: `Bearer ${cluster.token}`, "content-type": "application/json" };
  const answer = await fetch(`${cluster.url}${path}`, { method: "POST", headers, body: JSON.stringify(object) });
  expect(answer.status, await answer.text()).toBe(201);
}

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({ https: false, operator: false })]);
  await create("/api/v1/nodes", node("n1", "10.5.0.1"));
  // of another team: the program does not read Services of the cluster
  await create("/api/v1/namespaces/default/services", service("other", [{ port: 80, nodePort: 30081 }], "LoadBalancer"));
  const connection = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: connection });
  lab.writeProject(
    "beside",
    `import * as avi from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new avi.KubernetesCluster("main", {
  specs: ["specs.json", liveCluster({ kubeconfig: "cluster.yaml", kinds: ["Node"] })],
  settings: { clusterName: "c1", serviceType: "NodePort", subDomains: ["x.com"] },
});
`,
  );
  lab.write({
    "specs.json": JSON.stringify({ apiVersion: "v1", kind: "List", items: MANIFESTS }),
    "nodes.json": JSON.stringify(node("n1", "10.5.0.1")),
    "cluster.yaml": cluster.kubeconfig,
  });
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
}, 180_000);
afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

const diff = (args: string[], env: Record<string, string> = {}) =>
  k8sLb(["diff", "-f", "specs.json", "--to", "avi", "-s", "test", ...args], { cwd: lab.program, env: { ...lab.env, ...env } });

test("without the cluster it is refused, with the source and the remedy", async () => {
  const { code, stdout, stderr } = await diff([]);
  expect([code, stdout], stderr).toEqual([2, ""]);
  expect(stderr).toContain("the last run of main read cluster sandbox too (1 Node)");
  expect(stderr).toContain("Add --kubeconfig [FILE]");
});

test.each([
  ["a kubeconfig", ["--kubeconfig", "cluster.yaml"], false],
  ["the kubeconfig of the environment", ["--kubeconfig"], true],
  ["an export", ["-f", "nodes.json"], false],
])("with %s nothing differs", async (_what, args, isOfEnvironment) => {
  const { code, stdout, stderr } = await diff(args, isOfEnvironment ? { KUBECONFIG: join(lab.program, "cluster.yaml") } : {});
  expect([code, stdout], stderr).toEqual([0, "No difference.\n"]);
  expect(stderr.includes("note: of the cluster only Node is read, as in the last run")).toBe(args[0] === "--kubeconfig");
});
