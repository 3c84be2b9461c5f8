// Endpoint sync over resources that hold many pools: a change of one Service is a matter of one pool.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { KubernetesObject } from "../../provider/kubernetes/types";
import { DYNAMIC } from "../../resources/resource-type";
import { type AviSandbox, startAviSandbox } from "../../sandbox/index";
import type { RunStep } from "../../sdk/watch/stack/program";
import type { Watcher } from "../../sdk/watch/watcher";
import { eventually } from "../support/eventually";
import { FakeCluster } from "../support/fake-cluster";
import { addressesIn, COMPONENT, FakeProgram, watchOver } from "../support/watched";

const BUNDLED = { ...COMPONENT, options: { ...COMPONENT.options, settings: { ...COMPONENT.options.settings, bundles: "on" } } };
const [KIND, NAME] = ["avi:SharedVS", "c1--Shared-L7-0"];
const NAMES = ["a", "b", "c"];

let avi: AviSandbox;
let cluster: FakeCluster;
let program: DriftingProgram;
let watcher: Watcher | undefined;

/** A program whose refresh finds what a test says. */
class DriftingProgram extends FakeProgram {
  found: RunStep[] = [];

  override async drift() {
    return this.found as never[];
  }
}

const object = (apiVersion: string, kind: string, name: string, rest: object): KubernetesObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: "shop", uid: `${kind}-${name}` },
  ...rest,
});
const endpoints = (name: string, ...hosts: number[]) =>
  object("v1", "Endpoints", name, {
    subsets: [{ addresses: hosts.map((host) => ({ ip: `10.1.0.${host}` })), ports: [{ port: 8080 }] }],
  });
const route = (name: string) => {
  const path = { path: "/", pathType: "Prefix", backend: { service: { name, port: { number: 80 } } } };
  return object("networking.k8s.io/v1", "Ingress", name, { spec: { rules: [{ host: `${name}.x.com`, http: { paths: [path] } }] } });
};
const serversOf = (name: string) =>
  addressesIn(
    avi.store
      .list("pool")
      .filter((pool) => pool.name === `c1--${name}.x.com_-shop-${name}`)
      .map((pool) => pool.servers ?? []),
  );
const written = () => avi.calls().filter(({ method }) => method !== "GET");

beforeAll(async () => {
  avi = await startAviSandbox({ rateLimit: "off" });
});
afterAll(() => avi?.close());
beforeEach(async () => {
  avi.reset();
  cluster = new FakeCluster();
  for (const [index, name] of NAMES.entries()) {
    cluster.put(object("v1", "Service", name, { spec: { ports: [{ port: 80, targetPort: 8080 }] } }));
    cluster.put(endpoints(name, index + 1));
    cluster.put(route(name));
  }
  program = new DriftingProgram(cluster, avi, [BUNDLED]);
  await program.up();
  expect([...program.state.keys()]).toEqual([`${KIND} ${NAME}`]);
});
afterEach(() => watcher?.close());

test("servers of one Service are one pool that is read and written, whatever else the resource holds", async () => {
  watcher = await watchOver(program, cluster);
  await watcher.idle();
  expect(watcher.pending()).toEqual([]);
  avi.resetCalls();
  cluster.put(endpoints("b", 2, 3));
  await eventually(() => expect(serversOf("b")).toEqual(["10.1.0.2", "10.1.0.3"]));
  await watcher.idle();
  expect(avi.calls().length).toBeLessThanOrEqual(3);
  expect(written().map(({ path }) => path.split("/")[2])).toEqual(["pool"]);
  expect(["a", "c"].map(serversOf)).toEqual([["10.1.0.1"], ["10.1.0.3"]]);
});

test("services of one resource do not wait for each other", async () => {
  watcher = await watchOver(program, cluster, { debounceMs: 60_000 });
  await watcher.idle();
  for (const [index, name] of NAMES.entries()) cluster.put(endpoints(name, index + 11));
  await eventually(() => expect(NAMES.map(serversOf)).toEqual([["10.1.0.11"], ["10.1.0.12"], ["10.1.0.13"]]));
});

test("servers that somebody changed while no watch ran are repaired when one begins", async () => {
  const pool = avi.store.list("pool").find(({ name }) => name === "c1--b.x.com_-shop-b");
  Object.assign(pool ?? {}, { servers: [] });
  watcher = await watchOver(program, cluster);
  await eventually(() => expect(serversOf("b")).toEqual(["10.1.0.2"]));
  expect(watcher.pending()).toEqual([]);
});

test("a refresh that finds the servers which the watch wrote has found nothing, and one that finds others has", async () => {
  const seen: unknown[] = [];
  watcher = await watchOver(program, cluster, { resyncMs: 40, emit: (event) => void (event.what === "drift" && seen.push(event.drift)) });
  await watcher.idle();
  cluster.put(endpoints("b", 7));
  await eventually(() => expect(serversOf("b")).toEqual(["10.1.0.7"]));
  await watcher.idle();
  program.found = [refreshed({ b: "10.1.0.7" })];
  seen.length = 0;
  await eventually(() => expect(seen.length).toBeGreaterThan(3));
  expect(seen.slice(1)).toEqual(seen.slice(1).map(() => []));
  program.found = [refreshed({ b: "10.1.0.7", c: "10.9.9.9" })];
  await eventually(() => expect(seen).toContainEqual([{ type: DYNAMIC + KIND, resource: NAME }]));
});

/** Step of a refresh that found the resource with these servers. */
function refreshed(found: { [name: string]: string }): RunStep {
  const { inputs = {}, outputs = {} } = program.state.get(`${KIND} ${NAME}`) ?? {};
  const pools = (outputs.pools as { name: string; servers: { ip: object }[] }[]).map((pool) => {
    const [, addr] = Object.entries(found).find(([name]) => pool.name.endsWith(`-${name}`)) ?? [];
    return addr ? { ...pool, servers: pool.servers.map((server) => ({ ...server, ip: { ...server.ip, addr } })) } : pool;
  });
  return { op: "update", type: DYNAMIC + KIND, name: NAME, before: { inputs, outputs }, after: { inputs, outputs: { ...outputs, pools } } };
}
