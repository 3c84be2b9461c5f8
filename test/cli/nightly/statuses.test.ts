import { join } from "node:path";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, startAviSandbox } from "../../../sandbox/index";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/kubernetes-sandbox";
import { served } from "../../support/manifests";
import { PulumiLab, withoutOutputs } from "../pr/harness";

// Statuses on the real engine: from one resource for each object to few, without a write; changes, a failed load balancer, a destroy. Steps build
// on each other.

const INGRESSES = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
let lab: PulumiLab;
let avi: AviSandbox;
let cluster: KubernetesSandbox;
let stack: Stack;
let names = ["a", "b", "c", "d"];
/** Whether the component writes the statuses; else the program does, one resource for each object. */
let together = false;

const hostOf = (name: string) => `${name}.x.com`;
const manifest = (name: string) => {
  const path = { path: "/", pathType: "Prefix", backend: { service: { name, port: { number: 80 } } } };
  const spec = { rules: [{ host: hostOf(name), http: { paths: [path] } }] };
  return { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { name, namespace: "default" }, spec };
};

async function program() {
  const { KubernetesCluster } = await import("pulumi-k8s-lb/avi");
  const { ObjectStatus } = await import("pulumi-k8s-lb/cluster");
  const specs = names.flatMap((name, i) => [...served(name, i + 1), manifest(name)]);
  const main = new KubernetesCluster("main", {
    specs: specs as never,
    settings: { clusterName: "c1", shardVSSize: "SMALL", subDomains: ["x.com"] },
    ...(together ? { writeStatus: true } : {}),
  });
  if (together) return;
  for (const name of names) {
    const status = main.hosts.apply((hosts) => ({ loadBalancer: { ingress: [{ ip: hosts[hostOf(name)], hostname: hostOf(name) }] } }));
    const object = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", namespace: "default", name };
    new ObjectStatus(`main-Ingress-default/${name}-status`, { ...object, status }, { parent: main });
  }
}

async function api(method: string, path: string, body?: object) {
  const headers = { "content-type": "application/json", authorization: `Bearer ${cluster.token}` };
  const answer = await fetch(cluster.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  expect(answer.ok, await answer.clone().text()).toBe(true);
  return (await answer.json()) as {
    status: { loadBalancer?: { ingress?: { hostname: string }[] } };
    metadata: { resourceVersion: string };
  };
}
const live = (name: string) => api("GET", `${INGRESSES}/${name}`);
const hostsIn = async (name: string) => (await live(name)).status.loadBalancer?.ingress?.map(({ hostname }) => hostname);
const writes = () => cluster.calls().filter(({ method }) => method !== "GET");

/** Steps that change statuses, `create ObjectStatuses`. */
async function steps(run: (options: { onEvent: (event: EngineEvent) => void }) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  cluster.resetCalls();
  await run({
    onEvent({ resourcePreEvent: event }) {
      const { type = "", op = "same" } = event?.metadata ?? {};
      const [, kind] = /kubernetes:(ObjectStatus\w*)$/.exec(type) ?? [];
      if (kind && op !== "same" && op !== "refresh") seen.push(`${op} ${kind}`);
    },
  });
  return seen.sort();
}

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({ https: false, operator: false })]);
  for (const name of names) await api("POST", INGRESSES, manifest(name));
  lab = new PulumiLab({
    env: { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" },
  });
  stack = await lab.inlineStack(program);
  await stack.setConfig("kubernetes:kubeconfig", { value: cluster.kubeconfig });
}, 120_000);
afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

test("statuses that were resources of their own pass to few without a write", async () => {
  expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(names.map(() => "create ObjectStatus"));
  const before = await Promise.all(names.map(live));
  expect(before.map(({ status }) => status.loadBalancer?.ingress?.[0]?.hostname)).toEqual(names.map(hostOf));
  together = true;
  const moved = await steps((on) => withoutOutputs(stack).up(on));
  expect(moved.filter((step) => step.startsWith("delete"))).toEqual(names.map(() => "delete ObjectStatus"));
  expect(moved.filter((step) => step.startsWith("create")).length).toBeLessThanOrEqual(names.length);
  expect(writes()).toEqual([]);
  const after = await Promise.all(names.map(live));
  expect(after.map(({ metadata }) => metadata.resourceVersion)).toEqual(before.map(({ metadata }) => metadata.resourceVersion));
  expect(await steps((on) => withoutOutputs(stack).up({ ...on, expectNoChanges: true }))).toEqual([]);
  expect(cluster.calls()).toEqual([]);
  await stack.refresh();
  expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
});

test("a status that is wiped by hand is found and written again, that of a removed Ingress goes, and no other is touched", async () => {
  await fetch(`${cluster.url}${INGRESSES}/b/status?fieldManager=pulumi-k8s-lb`, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json", authorization: `Bearer ${cluster.token}` },
    body: JSON.stringify({ status: { loadBalancer: null } }),
  });
  const { stdout } = await stack.refresh();
  expect(stdout).toMatch(/Ingress-statuses-\d .*\[diff: ~objects\]/);
  names = ["a", "b", "c"];
  await steps((on) => withoutOutputs(stack).up(on));
  const paths = writes().map(({ path }) => path.replace(/\?.*$/, ""));
  expect(paths.sort()).toEqual(["b", "d"].map((name) => `${INGRESSES}/${name}/status`));
  expect(await Promise.all(["a", "b", "c", "d"].map(hostsIn))).toEqual([["a.x.com"], ["b.x.com"], ["c.x.com"], undefined]);
});

test("a load balancer that fails in a run that goes on takes no status away", async () => {
  names = ["a", "b", "c", "d"];
  avi.fault({ method: "PUT", path: "/api/poolgroup", status: 400 });
  await expect(stack.up({ continueOnError: true })).rejects.toThrow(/LB2008/);
  expect(await Promise.all(["a", "b", "c"].map(hostsIn))).toEqual([["a.x.com"], ["b.x.com"], ["c.x.com"]]);
  await stack.up();
  expect(await Promise.all(names.map(hostsIn))).toEqual(names.map((name) => [hostOf(name)]));
});

test("a destroy takes all of them off", async () => {
  await stack.destroy();
  expect(await Promise.all(names.map(hostsIn))).toEqual(names.map(() => undefined));
});

test("a run that follows the plan of its preview writes statuses whose addresses the preview did not know", async () => {
  const plan = join(lab.folder, "plan.json");
  await stack.preview({ plan });
  await stack.up({ plan });
  expect(await Promise.all(names.map(hostsIn))).toEqual(names.map((name) => [hostOf(name)]));
  await stack.destroy();
});
