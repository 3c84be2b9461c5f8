import { join } from "node:path";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AviSandbox, type OctaviaSandbox, startAviSandbox, startOctaviaSandbox } from "../../../sandbox/index";
import { openstackEnvironment } from "../../../sandbox/octavia-sandbox";
import { aviObjects, octaviaObjects, readManifestFiles, readSpecs, translateToAvi, translateToOctavia } from "../../../sdk";
import { clusterWorld } from "../../sandbox/lib/cluster-world";
import { PulumiLab, root, withoutOutputs } from "../pr/harness";

// The examples once more, with a real kube-apiserver as their source and the rights of `k8s-lb rbac`: what is in the cluster is what
// is deployed, without a controller. Steps build on each other.

const world = clusterWorld();
const AVI = { clusterName: "c1", shardVSSize: "MEDIUM", subDomains: ["avi.internal"] } as const;
/** Of the Octavia example, whose objects would otherwise meet those of the other. */
const CLOUD = "cloud";

let lab: PulumiLab;
let avi: AviSandbox;
let octavia: OctaviaSandbox;
let stack: Stack;

const settings = () => ({
  naming: "occm" as const,
  cluster_name: "c2",
  subnet_id: octavia.subnetId,
  floating_network_id: octavia.externalNetworkId,
  create_monitor: true,
});

beforeAll(async () => {
  [avi, octavia] = await Promise.all([startAviSandbox({ rateLimit: "off" }), startOctaviaSandbox()]);
  for (const name of ["red", CLOUD]) await load({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  for (const object of manifests("quickstart")) await load(object);
  for (const object of manifests("octavia", CLOUD)) await load(object);
  const kubeconfig = await world.limited({ target: "avi", writeStatus: true });
  const login = { AVI_CONTROLLER: avi.url, AVI_USERNAME: avi.username, AVI_PASSWORD: avi.password, AVI_RATE_LIMIT: "off" };
  lab = new PulumiLab({ env: { ...login, ...openstackEnvironment(octavia) } });
  stack = await lab.inlineStack(async () => {
    const { liveCluster } = await import("pulumi-k8s-lb/cluster");
    const { KubernetesCluster } = await import("pulumi-k8s-lb/avi");
    const { KubernetesCluster: OctaviaCluster } = await import("pulumi-k8s-lb/octavia");
    const [one, two] = [["default", "red"], [CLOUD]].map((namespaces) => liveCluster({ kubeconfig, namespaces }));
    const onAvi = new KubernetesCluster("one", { specs: one!, settings: AVI as never, writeStatus: true });
    const onOctavia = new OctaviaCluster("two", { specs: two!, settings: settings(), writeStatus: true });
    return {
      vips: onAvi.vips,
      hosts: onAvi.hosts,
      inventory: onAvi.inventory,
      balancers: onOctavia.inventory,
      services: onOctavia.services,
    };
  });
}, 300_000);

afterAll(async () => {
  lab?.dispose();
  await Promise.all([avi?.close(), octavia?.close()]);
});

// biome-ignore lint/suspicious/noExplicitAny: manifests of all kinds
type NamedManifest = any;

/** The manifests of an example, those without a namespace in this one. */
function manifests(example: string, namespace = "default"): NamedManifest[] {
  const files = readManifestFiles([join(root, "examples", example, "manifests")]).objects;
  return files.map(({ value }) => {
    const object = value as NamedManifest;
    return object.kind === "Node" ? object : { ...object, metadata: { namespace, ...object.metadata } };
  });
}

/** Path of the objects of a manifest on the API server. */
function folderOf({ apiVersion, kind, metadata: { namespace } }: NamedManifest): string {
  const plural = { Ingress: "ingresses", Endpoints: "endpoints" }[kind as string] ?? `${String(kind).toLowerCase()}s`;
  return `/${apiVersion === "v1" ? "api" : "apis"}/${apiVersion}${namespace ? `/namespaces/${namespace}` : ""}/${plural}`;
}

async function load(object: NamedManifest): Promise<void> {
  const { status, body } = await world.api("POST", folderOf(object), object);
  expect(status, `${object.kind} ${object.metadata.name}: ${body.message}`).toBe(201);
}

const ingressOf = async (namespace: string, plural: "services" | "ingresses", name: string) => {
  const group = plural === "services" ? "/api/v1" : "/apis/networking.k8s.io/v1";
  return (await world.api("GET", `${group}/namespaces/${namespace}/${plural}/${name}`)).body.status.loadBalancer.ingress;
};

/** The operations of a run on resources, without what stays the same. */
async function steps(run: (options: { onEvent: (event: EngineEvent) => void }) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  await run({
    onEvent({ resourcePreEvent: event }) {
      const { op = "same", type = "", urn = "" } = event?.metadata ?? {};
      if (type.startsWith("pulumi-nodejs:dynamic/") && op !== "same") seen.push(`${op} ${urn.slice(urn.lastIndexOf("::") + 2)}`);
    },
  });
  return seen.sort();
}

test("what is in the cluster comes up as the same objects that its manifests mean", async () => {
  const { outputs } = await stack.up();
  const onAvi = translateToAvi(readSpecs(manifests("quickstart").map((value) => ({ value }))), { settings: AVI });
  expect(outputs.inventory?.value).toEqual(Object.keys(aviObjects(onAvi).owners));
  const onOctavia = translateToOctavia(readSpecs(manifests("octavia", CLOUD).map((value) => ({ value }))), { settings: settings() });
  expect(outputs.balancers?.value).toEqual(Object.keys(octaviaObjects(onOctavia).owners));

  const { vips, hosts, services } = Object.fromEntries(Object.entries(outputs).map(([key, { value }]) => [key, value]));
  expect(await ingressOf("red", "services", "game")).toMatchObject([{ ip: vips["c1--red-game"], hostname: "game.red.avi.internal" }]);
  expect(await ingressOf("default", "ingresses", "shop")).toEqual(
    ["shop.avi.internal", "status.avi.internal"].map((hostname) => ({ ip: hosts[hostname], hostname })),
  );
  expect(await ingressOf(CLOUD, "services", "web")).toMatchObject([services["cloud/web"]]);
  expect((await ingressOf(CLOUD, "ingresses", "shop"))[0].ip).toMatch(/^203\.0\.113\./);
});

test("one changed Endpoints object is one changed pool, and then nothing is left to do", async () => {
  const body = {
    subsets: [{ addresses: [{ ip: "10.244.1.12" }, { ip: "10.244.2.12" }], ports: [{ name: "dns", port: 5353, protocol: "UDP" }] }],
  };
  await world.api("PATCH", "/api/v1/namespaces/red/endpoints/resolver", body, "application/merge-patch+json");
  avi.resetCalls();
  const [changed, ...others] = await steps((on) => withoutOutputs(stack).up(on));
  expect(others).toEqual([expect.stringMatching(/^update \S+-summary$/)]);
  expect(changed).toMatch(/^update c1--red-resolver/);
  const written = avi.calls().filter(({ method, path }) => method !== "GET" && path !== "/login");
  expect(written.map(({ method, path }) => `${method} ${path.replace(/pool-[0-9a-f-]+/, "ID")}`)).toEqual(["PUT /api/pool/ID"]);
  expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
});

test("a cluster that cannot be read as a whole changes nothing", async () => {
  const binding = "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/pulumi-k8s-lb-avi";
  const { body } = await world.api("GET", binding);
  await world.api("DELETE", binding);
  avi.resetCalls();
  await expect(stack.up()).rejects.toThrow(
    /LB2104: cluster test: some kinds cannot be read.*resources: \["services"\], verbs: \["list"\]/s,
  );
  expect(avi.calls()).toEqual([]);
  const { apiVersion, kind, metadata, roleRef, subjects } = body;
  await world.api("POST", binding.replace(/\/[^/]*$/, ""), { apiVersion, kind, metadata: { name: metadata.name }, roleRef, subjects });
});

test("a destroy takes the addresses out of the objects again", async () => {
  await stack.destroy();
  expect(await ingressOf("red", "services", "game")).toBeUndefined();
  expect(await ingressOf(CLOUD, "ingresses", "shop")).toBeUndefined();
  expect(avi.store.list("pool").filter(({ name }) => String(name).startsWith("c1--"))).toEqual([]);
});
