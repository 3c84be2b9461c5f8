import type { Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { endpoints, service } from "../../support/manifests";
import { PulumiLab } from "./harness";

// The native plugin from up to destroy; test/cli/nightly/native goes through everything that happens between.

let lab: PulumiLab;
let avi: AviSandbox;
let stack: Stack;

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
  lab = new PulumiLab({ env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" } });
  stack = await lab.inlineStack(async () => {
    const { useNativePlugin } = await import("pulumi-k8s-lb");
    const { KubernetesCluster } = await import("pulumi-k8s-lb/avi");
    useNativePlugin();
    const specs = [service("web", [80], "LoadBalancer"), endpoints("web", ["10.1.0.5"], 8080)];
    new KubernetesCluster("main", { specs, settings: { clusterName: "c1", disableStaticRouteSync: true } });
  });
});
afterAll(async () => {
  lab?.dispose();
  await avi?.close();
});

const ours = () =>
  ["virtualservice", "vsvip", "pool"].flatMap((type) => avi.store.list(type)).filter(({ name }) => String(name).startsWith("c1--"));

test("the plugin makes a cluster, finds nothing left to do, and removes it with its process", async () => {
  await stack.up();
  expect(ours().length).toBeGreaterThanOrEqual(3);
  const { deployment } = await stack.exportStack();
  const types = (deployment.resources as { type: string }[]).map(({ type }) => type);
  expect(types).toContain("k8s-lb:avi:L4VS");
  expect(types.filter((type) => type.startsWith("pulumi-nodejs:"))).toEqual([]);
  avi.resetCalls();
  await stack.up({ expectNoChanges: true });
  expect(avi.calls()).toEqual([]);
  await stack.destroy();
  expect(ours()).toEqual([]);
  expect(lab.leftovers()).toEqual([]);
});
