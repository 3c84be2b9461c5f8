// Arktos looks for the Network of a Service at every write of it: a Service without address passed the sandbox, a deletion went well, and no one
// could write a status (mizar.md 3.3; pkg/registry/core/service/storage/rest.go of Arktos).
import { afterEach, beforeEach, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../../sandbox/index";
import { clientOf } from "../../../unit/sandbox/kubernetes-client";

const NETWORKS = "/apis/arktos.futurewei.com/v1/tenants/te1/networks";
const SERVICES = "/api/v1/tenants/te1/namespaces/default/services";
const service = (name: string, network: string, spec: object = {}) => ({
  metadata: { name, labels: { "arktos.futurewei.com/network": network } },
  spec: { ports: [{ port: 80 }], ...spec },
});

let cluster: KubernetesSandbox;
beforeEach(async () => {
  cluster = await startKubernetesSandbox({ https: false, mode: "arktos", tenants: ["te1"], operator: false });
});
afterEach(() => cluster.close());

it("a Service without address needs its Network too", async () => {
  const admin = clientOf(cluster);
  const named = { type: "ExternalName", externalName: "example.com" };
  const refused = await admin.post(SERVICES, service("a", "nowhere", named));
  expect([refused.status, refused.body.message]).toEqual([403, 'services "a" is forbidden: network nowhere of tenant te1 not found']);
  expect((await admin.post(SERVICES, service("a", "default", named))).status).toBe(201);
});

it("without its Network a Service cannot be changed, its status can, and a deletion takes it away and fails", async () => {
  const admin = clientOf(cluster);
  await admin.post(NETWORKS, { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "n" }, spec: { type: "flat" } });
  expect((await admin.post(SERVICES, service("a", "n", { type: "LoadBalancer" }))).status).toBe(201);
  await admin.delete(`${NETWORKS}/n`);
  expect((await admin.merge(`${SERVICES}/a`, { metadata: { labels: { x: "y" } } })).status).toBe(403);
  const status = { loadBalancer: { ingress: [{ ip: "192.0.2.9" }] } };
  expect((await admin.merge(`${SERVICES}/a/status`, { status })).status).toBe(200);
  const deleted = await admin.delete(`${SERVICES}/a`);
  expect(deleted.status).toBe(500);
  expect(deleted.body.message).toContain("network n of tenant te1 not found");
  expect((await admin.get(`${SERVICES}/a`)).status).toBe(404);
});
