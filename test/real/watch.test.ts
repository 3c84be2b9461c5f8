import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "../../provider/kubernetes/connect";
import type { KubernetesBody, ResourceType } from "../../provider/kubernetes/types";
import { type AviSandbox, type KubernetesSandbox, startAviSandbox, startKubernetesSandbox } from "../../sandbox";
import { Lab, root } from "../pulumi/harness";

// One story on the real engine and the real command: Pods move and the pool follows; a new host waits for a person.

let lab: Lab;
let avi: AviSandbox;
let cluster: KubernetesSandbox;
let watch: ChildProcess | undefined;
let said = "";

const NAMESPACE = "shop";

/** Creates or replaces an object, as kubectl would. */
async function put(type: ResourceType, body: KubernetesBody & { metadata: { name: string } }): Promise<void> {
  const client = connect({ kubeconfig: cluster.kubeconfig });
  const key = { type, namespace: NAMESPACE, name: body.metadata.name };
  await ((await client.get(key)) ? client.mergePatch(key, body) : client.create(key, body));
}

const core = (plural: string, kind: string, namespaced = true): ResourceType => ({
  group: "",
  version: "v1",
  plural,
  kind,
  namespaced,
  tenanted: true,
});
const ENDPOINTS = core("endpoints", "Endpoints");
const INGRESSES: ResourceType = { ...core("ingresses", "Ingress"), group: "networking.k8s.io" };

const endpoints = (...ips: string[]) => ({
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: { name: "web", namespace: NAMESPACE },
  subsets: ips.length > 0 ? [{ addresses: ips.map((ip) => ({ ip })), ports: [{ port: 8080 }] }] : [],
});

const ingress = (host: string) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "web", namespace: NAMESPACE },
  spec: {
    rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] } }],
  },
});

const PROGRAM = `
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new KubernetesCluster("main", {
  specs: liveCluster({ namespaces: ["${NAMESPACE}"] }),
  settings: { clusterName: "c1", shardVSSize: "SMALL", disableStaticRouteSync: true },
});
`;

/** Addresses of the servers of the one pool. */
const servers = () => {
  const text = JSON.stringify(avi.store.list("pool").map((pool) => pool.servers ?? []));
  return [...new Set(text.match(/10\.1\.0\.\d+/g))].sort();
};

beforeAll(async () => {
  [avi, cluster] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startKubernetesSandbox({})]);
  lab = new Lab({
    env: {
      AVI_CONTROLLER: avi.url,
      AVI_USERNAME: avi.username,
      AVI_PASSWORD: avi.password,
      AVI_RATE_LIMIT: "off",
    },
  });
  lab.env.KUBECONFIG = join(lab.folder, "kubeconfig");
  writeFileSync(lab.env.KUBECONFIG, cluster.kubeconfig);
  lab.writeProject("watched", PROGRAM);
  await put(core("namespaces", "Namespace", false), { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  const service = { apiVersion: "v1", kind: "Service", metadata: { name: "web" }, spec: { ports: [{ port: 80, targetPort: 8080 }] } };
  await put(core("services", "Service"), service);
  await put(ENDPOINTS, endpoints("10.1.0.1"));
  await put(INGRESSES, ingress("shop.example.com"));
  await lab.pulumi(["stack", "init", "test"]);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
});

afterAll(async () => {
  watch?.kill("SIGKILL");
  lab?.dispose();
  await Promise.all([avi?.close(), cluster?.close()]);
});

const eventually = (check: () => void, timeout: number) => vi.waitFor(check, { timeout, interval: 20 });

function startWatch(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, [join(root, "dist/sdk/cli/main.js"), "watch", ...args], {
    cwd: lab.program,
    env: { ...process.env, ...lab.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  watch = child;
  said = "";
  child.stderr.on("data", (bytes) => {
    said += bytes;
    if (process.env.SHOW) process.stderr.write(bytes);
  });
  return eventually(() => expect(said).toContain("watching test"), 60_000);
}

test("servers follow the Pods at once, and a new host waits for a person", async () => {
  expect(servers()).toEqual(["10.1.0.1"]);
  await startWatch("--settle", "2s", "--listen", "127.0.0.1:9815");
  await put(ENDPOINTS, endpoints("10.1.0.1", "10.1.0.2"));
  await eventually(() => expect(servers()).toEqual(["10.1.0.1", "10.1.0.2"]), 5_000);
  // the state follows by itself, and without a write
  await eventually(() => expect(said).toContain("pulumi up done"), 60_000);
  await put(INGRESSES, ingress("other.example.com"));
  await eventually(() => expect(said).toMatch(/pending since .*create avi:Pool c1--other.example.com.*Ingress shop\/web/), 60_000);
  expect(avi.store.list("pool").map(({ name }) => name)).toEqual(["c1--shop.example.com_-shop-web"]);
  const told: unknown = await (await fetch("http://127.0.0.1:9815/pending")).json();
  const waits = { objects: { "avi:Pool c1--other.example.com_-shop-web": "create" }, causes: [{ kind: "Ingress", name: "web" }] };
  expect(told).toMatchObject({ ready: true, pending: [waits] });
  // members go on
  await put(ENDPOINTS, endpoints("10.1.0.3"));
  await eventually(() => expect(servers()).toEqual(["10.1.0.3"]), 5_000);
  await lab.pulumi(["up", "--yes", "--skip-preview"]);
  await eventually(() => expect(said).toContain("nothing is pending"), 60_000);
  const begun = Date.now();
  watch?.kill("SIGTERM");
  await new Promise((done) => watch?.once("exit", done));
  expect(Date.now() - begun).toBeLessThan(5_000);
}, 240_000);
