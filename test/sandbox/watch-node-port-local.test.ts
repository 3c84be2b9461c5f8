// Servers that are ports of nodes leading to Pods: a change of a Pod is a change of servers and is written at once.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import type { ComponentDescriptor } from "../../sdk/components/register-with-watch";
import type { Watcher } from "../../sdk/watch/watcher";
import { eventually } from "../support/eventually";
import { FakeCluster } from "../support/fake-cluster";
import { COMPONENT, FakeProgram, watchOver } from "../support/watched";

let avi: AviSandbox;
let watcher: Watcher | undefined;
beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());
afterEach(() => watcher?.close());

const settings = { clusterName: "npl", naming: "ako-2", serviceType: "NodePortLocal", subDomains: ["example.com"] };
const component: ComponentDescriptor = { ...COMPONENT, options: { owner: "pulumi-k8s-lb:p/s/npl/main", settings } };

const object = (kind: string, name: string, metadata: object, rest: object, apiVersion = "v1"): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "shop", ...metadata },
  ...rest,
});
const service = (name: string, app: string) =>
  object("Service", name, {}, { spec: { type: "LoadBalancer", selector: { app }, ports: [{ port: 80, targetPort: 8080 }] } });
const endpoints = (name: string, ...pods: string[]) => {
  const addresses = pods.map((pod, index) => ({ ip: `10.1.0.${index + 1}`, targetRef: { kind: "Pod", name: pod } }));
  return object("Endpoints", name, {}, { subsets: pods.length > 0 ? [{ addresses, ports: [{ port: 8080 }] }] : [] });
};
const pod = (name: string, app: string, nodePort?: number, ready = "True") =>
  object(
    "Pod",
    name,
    {
      labels: { app },
      annotations: nodePort ? { "nodeportlocal.antrea.io": JSON.stringify([{ podPort: 8080, nodeIP: "10.0.0.1", nodePort }]) } : {},
    },
    { spec: { containers: [] }, status: { conditions: [{ type: "Ready", status: ready }] } },
  );
const portsOf = (service: string) => {
  const pool = avi.store.list("pool").find(({ name }) => name === `npl--shop-${service}-TCP-80`);
  return ((pool?.servers ?? []) as { port: number; enabled: boolean }[]).map(({ port, enabled }) => (enabled ? port : -port));
};
const become = (service: string, ports: number[]) => eventually(() => expect(portsOf(service)).toEqual(ports));

test("Pods come, move, end and go, and the servers of every Service that selects them follow", async () => {
  const cluster = new FakeCluster();
  for (const name of ["web", "twin"]) {
    cluster.put(service(name, "web"));
    cluster.put(endpoints(name, "a"));
  }
  cluster.put(service("other", "other"));
  cluster.put(endpoints("other", "x"));
  cluster.put(pod("a", "web", 61000));
  cluster.put(pod("x", "other", 62000));
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  expect([portsOf("web"), portsOf("twin"), portsOf("other")]).toEqual([[61000], [61000], [62000]]);
  watcher = await watchOver(program, cluster);
  await watcher.idle();

  cluster.put(pod("b", "web"));
  cluster.put(pod("b", "web", 61001));
  for (const name of ["web", "twin"]) cluster.put(endpoints(name, "a", "b"));
  await become("web", [61000, 61001]);
  await become("twin", [61000, 61001]);

  // the Pod gets another label: it leaves two Services and joins a third
  cluster.put(pod("b", "other", 61001));
  for (const name of ["web", "twin"]) cluster.put(endpoints(name, "a"));
  cluster.put(endpoints("other", "x", "b"));
  await become("web", [61000]);
  await become("other", [61001, 62000]);

  cluster.put(endpoints("other", "b"));
  cluster.put(pod("x", "other", 62000, "False"));
  await become("other", [61001]);

  // a Pod that is deleted is off at once, and no server when it is gone
  const [first] = cluster.objects().filter(({ kind, metadata }) => kind === "Pod" && metadata.name === "a");
  if (!first) throw new Error("the Pod is not there");
  cluster.put({ ...first, metadata: { ...first.metadata, deletionTimestamp: "2026-01-01T00:00:00Z" } });
  await become("web", [-61000]);
  cluster.put(pod("c", "web", 61002));
  cluster.put(endpoints("web", "c"));
  cluster.remove("Pod", "a");
  await become("web", [61002]);

  expect([watcher.pending(), watcher.activeErrors()]).toEqual([[], []]);
  cluster.remove("Pod", "c");
  cluster.put(endpoints("web"));
  await become("web", []);
});

test("a Pod that nobody has annotated yet, or a list that lacks the Pods, takes no server away", async () => {
  avi.reset();
  const cluster = new FakeCluster();
  cluster.put(service("web", "web"));
  cluster.put(endpoints("web", "a"));
  cluster.put(pod("a", "web", 61000));
  const program = new FakeProgram(cluster, avi, [component]);
  await program.up();
  watcher = await watchOver(program, cluster);
  await watcher.idle();
  cluster.put(pod("a", "web"));
  await new Promise((done) => setTimeout(done, 150));
  cluster.remove("Pod", "a");
  await new Promise((done) => setTimeout(done, 150));
  await watcher.idle();
  expect(portsOf("web")).toEqual([61000]);
});
