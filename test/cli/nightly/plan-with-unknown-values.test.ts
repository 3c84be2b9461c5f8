import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, test } from "vitest";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { ingress, node, service } from "../../support/manifests";
import { PulumiLab } from "../pr/harness";

// A node port that the same run makes is in a long list, which is one text in the state: a run with a plan may do nothing else than the plan.

let lab: PulumiLab;
let avi: AviSandbox;
let octavia: OctaviaSandbox;
let stack: Stack;
let program: (nodePort: pulumi.Output<number>) => Promise<void>;

/** Stands for a Service of a cluster: its node port is known when it is there. */
class Port extends pulumi.dynamic.Resource {
  declare readonly port: pulumi.Output<number>;
  constructor(name: string) {
    const provider = { create: async () => ({ id: "port", outs: { port: 30080 } }) };
    super(provider, name, { port: undefined });
  }
}

beforeAll(async () => {
  [avi, octavia] = await Promise.all([startAviSandbox(), startOctaviaSandbox()]);
  lab = new PulumiLab({
    env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, ...openstackEnvironment(octavia) },
  });
  stack = await lab.inlineStack(() => program(new Port("port").port));
}, 120_000);
afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), octavia?.close()]);
});

async function runsAsPlanned(): Promise<void> {
  const plan = join(lab.folder, "plan.json");
  await stack.preview({ plan });
  await stack.up({ plan });
  await stack.preview({ expectNoChanges: true });
  await stack.destroy();
}

test("pools of a bundle on Avi", async () => {
  program = async (nodePort) => {
    const { KubernetesCluster } = await import("pulumi-k8s-lb/avi");
    const web = service("web", [{ port: 80, nodePort: nodePort as never }], "NodePort");
    const route = ingress({ name: "web", rules: [{ host: "a.x.com", path: "/", service: "web" }] });
    const specs = [web, route, node("n1", "10.0.0.1")] as never;
    new KubernetesCluster("main", {
      specs,
      settings: { clusterName: "c1", subDomains: ["x.com"], serviceType: "NodePort", bundles: "on" },
    });
  };
  await runsAsPlanned();
});

test("pools of a load balancer on Octavia", async () => {
  program = async (nodePort) => {
    const { KubernetesCluster } = await import("pulumi-k8s-lb/octavia");
    const web = service("web", [{ port: 80, nodePort: nodePort as never }], "LoadBalancer");
    const specs = [web, node("n1", "10.0.0.1")] as never;
    new KubernetesCluster("main", { specs, settings: { naming: "occm", subnet_id: octavia.subnetId } });
  };
  await runsAsPlanned();
});
