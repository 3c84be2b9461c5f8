import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { endpoints, ingress, NAMESPACE, service, watchedAvi } from "../../../support/watch-lab";

// Hosts, paths and ports from reviewed files, servers from the cluster (docs/helm-and-kustomize.md).

const folder = mkdtempSync(join(tmpdir(), "k8s-lb-rendered-"));
const manifests = join(folder, "shop.yaml");
const rendered = (...objects: object[]) => writeFileSync(manifests, objects.map((one) => JSON.stringify(one)).join("\n---\n"));
rendered(service(), ingress("files.example.com"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const watched = watchedAvi(`
import { KubernetesCluster } from "pulumi-k8s-lb/avi";
import { liveCluster } from "pulumi-k8s-lb/cluster";
new KubernetesCluster("main", {
  specs: [${JSON.stringify(manifests)}, liveCluster({ namespaces: ["${NAMESPACE}"], kinds: ["Endpoints", "Node"] })],
  settings: { clusterName: "c1", shardVSSize: "SMALL", disableStaticRouteSync: true },
});
`);

test("watch follows Endpoints of the cluster for an Ingress of a file, and nothing else of the cluster", async () => {
  // the cluster has an Ingress for shop.example.com, which nobody reviews here
  expect(watched.pools()).toEqual(["files.example.com_-shop-web"]);
  const watch = await watched.world.watch();
  await watched.world.put(ingress("unread.example.com", "unread"), endpoints(["10.1.0.1", "10.1.0.9"]));
  await expect.poll(() => watched.servers(), { timeout: 60_000 }).toEqual(["10.1.0.1", "10.1.0.9"]);
  await watch.stop();
  expect(watch.said).not.toMatch(/unread/);
  expect(watched.pools()).toEqual(["files.example.com_-shop-web"]);
}, 300_000);
