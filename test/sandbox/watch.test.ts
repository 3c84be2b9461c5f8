// The whole watch over a cluster in memory, without Pulumi: what it follows, what waits, who gets a report.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import type { ComponentDescriptor } from "../../sdk/components/register-with-watch";
import type { ReportedEvent } from "../../sdk/watch/terms/reported-event";
import { Watcher } from "../../sdk/watch/watcher";
import type { WatcherOptions } from "../../sdk/watch/watcher-options";
import { eventually } from "../support/eventually";
import { FakeCluster } from "../support/fake-cluster";
import { addressesIn, COMPONENT, FakeProgram, followOne } from "../support/watched";

let avi: AviSandbox;
let cluster: FakeCluster;
let watcher: Watcher | undefined;
let reported: ReportedEvent[];

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());
beforeEach(() => {
  avi.reset();
  [cluster, reported] = [new FakeCluster(), []];
});
afterEach(() => watcher?.close());

async function watch(program: FakeProgram, options: Partial<WatcherOptions> = {}): Promise<Watcher> {
  watcher = new Watcher(program, {
    ...{ apply: "members", debounceMs: 3, resyncMs: 3_600_000, settleMs: 3_600_000, emptyAfterMs: 30, historyMs: 20, planFile: "" },
    emit: (one) => void reported.push(one),
    follow: followOne(cluster),
    ...options,
  });
  await watcher.start();
  await watcher.idle();
  return watcher;
}

const object = (kind: string, name: string, rest: object, apiVersion = "v1"): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "shop", uid: `uid-${name}` },
  ...rest,
});
const service = () => object("Service", "web", { spec: { type: "LoadBalancer", ports: [{ port: 80 }] } });
const endpoints = (...hosts: number[]) =>
  object("Endpoints", "web", { subsets: [{ addresses: hosts.map((host) => ({ ip: `10.1.0.${host}` })), ports: [{ port: 8080 }] }] });
const servers = () => addressesIn(avi.store.list("pool").map((pool) => pool.servers ?? []));

const MIZAR: ComponentDescriptor = { ...COMPONENT, target: "mizar", name: "net", options: { owner: "pulumi-k8s-lb:p/s/mizar/net" } };
const placed = { op: "create", type: "pulumi-nodejs:dynamic/k8s-lb-kubernetes:ObjectStatus", name: "net-pods-shop-a" };

test("a new Pod of Mizar waits for a person, is told on the Pod once, and is reviewed with the next run", async () => {
  const program = new FakeProgram(cluster, avi, [MIZAR]);
  const running = await watch(program);
  expect(running.pending()).toEqual([]);
  program.steps = [placed];
  cluster.put(object("Pod", "a", { spec: { containers: [] } }));
  await eventually(() => expect(running.pending()).toHaveLength(1));
  expect(running.pending()).toMatchObject([
    { causes: [{ kind: "Pod", name: "a" }], objects: { "kubernetes:ObjectStatus net-pods-shop-a": "create" } },
  ]);
  await running.idle();
  expect(cluster.told).toMatchObject([{ involvedObject: { kind: "Pod", name: "a" }, reason: "PendingReview" }]);
  program.steps = [];
  await program.up();
  await eventually(() => expect(running.pending()).toEqual([]));
});

test("settings that a person has applied count from then on, and not before", async () => {
  cluster.put(service());
  cluster.put(endpoints(1));
  const program = new FakeProgram(cluster, avi);
  await program.up();
  const running = await watch(program);
  const other = {
    ...COMPONENT,
    options: { owner: "pulumi-k8s-lb:p/s/c2/main", settings: { ...COMPONENT.options.settings, clusterName: "c2" } },
  };
  program.components = [other];
  await program.up();
  expect(avi.store.list("pool").map(({ name }) => name)).toEqual(["c2--shop-web-80"]);
  await eventually(() => expect(reported.filter(({ what }) => what === "history")).toHaveLength(1));
  await running.idle();
  cluster.put(endpoints(2));
  await eventually(() => expect(servers()).toEqual(["10.1.0.2"]));
  expect(running.pending()).toEqual([]);
});

test("with none nothing is written, and each change is told", async () => {
  cluster.put(service());
  cluster.put(endpoints(1));
  const program = new FakeProgram(cluster, avi);
  await program.up();
  const running = await watch(program, { apply: "none" });
  cluster.put(endpoints(1, 2));
  await eventually(() => expect(reported).toContainEqual(expect.objectContaining({ what: "write", servers: 2, would: true })));
  await running.idle();
  expect(servers()).toEqual(["10.1.0.1"]);
});

test("a replica that does not lead has no queue and tells nobody; when it leads, everything is brought up to date", async () => {
  cluster.put(service());
  cluster.put(endpoints(1));
  const program = new FakeProgram(cluster, avi);
  await program.up();
  let leads = false;
  let change: (leader: boolean) => void = () => undefined;
  const onChange = (listener: typeof change) => {
    change = listener;
    return () => undefined;
  };
  const leadership = { isLeader: () => leads, onChange };
  const running = await watch(program, { leadership });
  cluster.put(endpoints(2));
  cluster.put(object("Service", "other", { spec: { type: "LoadBalancer", ports: [{ port: 81 }] } }));
  await eventually(() => expect(running.pending()).toHaveLength(1));
  await running.idle();
  expect([servers(), running.queue().waiting, cluster.told]).toEqual([["10.1.0.1"], 0, []]);
  leads = true;
  change(true);
  await eventually(() => expect(servers()).toEqual(["10.1.0.2"]));
  await eventually(() => expect(cluster.told).toMatchObject([{ involvedObject: { kind: "Service", name: "other" } }]));
  // the elector reports the change, and a watch that did so too would log it twice
  expect(reported.filter(({ what }) => what === "leader")).toEqual([]);
});
