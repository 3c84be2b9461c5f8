import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { endpoints } from "../../support/manifests";
import { PulumiLab, root } from "../pr/harness";

// A chart in the form that `helm template` prints, without Endpoints, and servers from the cluster: both in one component
// (docs/helm-and-kustomize.md).

let avi: AviSandbox;
let cluster: Awaited<ReturnType<typeof startKubernetesSandbox>>;
let lab: PulumiLab;
beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox()]);
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" } });
  writeFileSync(join(lab.program, "kubeconfig"), cluster.kubeconfig);
  lab.env.KUBECONFIG = join(lab.program, "kubeconfig");
});
afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), cluster?.stop()]);
});

const chart = join(root, "test/cases/data/podinfo.yaml");
const program = (specs: string) => `import * as avi from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new avi.KubernetesCluster("prod", { specs: ${specs}, settings: { clusterName: "prod" } });
void liveCluster;
`;

async function preview(specs: string): Promise<string> {
  lab.writeProject("helm", program(specs));
  return lab.pulumi(["preview", "--stack", "test"]);
}

test("rendered files alone have no servers, and the message names what helps", async () => {
  lab.writeProject("helm", program("[]"));
  await lab.pulumi(["stack", "init", "test"]);
  const output = await preview(JSON.stringify([chart]));
  expect(output.slice(output.indexOf("Diagnostics:")).match(/LB1112/g)).toHaveLength(1);
  expect(output).toMatch(/LB1112.*liveCluster\(\).*NodePort/);
});

test("with liveCluster for Endpoints the servers are those of the cluster, and nothing else is read from it", async () => {
  const { requestsTo } = await import(join(root, "tools/kube-server/requests.mjs"));
  const requests = requestsTo(cluster);
  for (const [name, ip] of [
    ["podinfo", "10.244.1.7"],
    ["other", "10.244.1.8"],
  ] as const) {
    const body = endpoints(name, [ip], [{ name: "http", port: 9898 }]);
    await requests.send({ method: "POST", path: "/api/v1/namespaces/default/endpoints", body });
  }
  requests.close();
  const output = await preview(`[${JSON.stringify(chart)}, liveCluster({ kinds: ["Endpoints", "Node"] })]`);
  expect(output).toContain("+ http://podinfo.local -> default/podinfo:9898");
  expect(output).not.toMatch(/LB1112|other/);
});
