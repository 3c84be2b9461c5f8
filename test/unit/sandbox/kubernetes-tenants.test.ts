import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { clientOf, configMap, until } from "./kubernetes-client";

const NETWORKS = "/apis/arktos.futurewei.com/v1";
const network = (name: string, spec: object = { type: "flat" }) => ({
  apiVersion: "arktos.futurewei.com/v1",
  kind: "Network",
  metadata: { name },
  spec,
});
const service = (name: string, labels: object = {}) => ({ metadata: { name, labels }, spec: { ports: [{ port: 80 }] } });

describe("the Kubernetes sandbox with tenants", () => {
  let cluster: KubernetesSandbox;
  beforeEach(async () => {
    cluster = await startKubernetesSandbox({ https: false, mode: "arktos", tenants: ["te1", "te2"], operator: false });
  });
  afterEach(() => cluster.close());

  const tokenOf = (tenant: string): string =>
    parse(cluster.kubeconfig).users.find(({ name }: { name: string }) => name === tenant).user.token;

  it("the short path is that of the tenant of the credentials; objects say whose they are", async () => {
    const [admin, own] = [clientOf(cluster), clientOf(cluster, tokenOf("te1"))];
    const made = (await own.post(`${NETWORKS}/networks`, network("n"))).body;
    expect(made.metadata.tenant).toBe("te1");
    expect((await admin.get(`${NETWORKS}/tenants/te1/networks/n`)).body).toEqual(made);
    expect((await admin.get(`${NETWORKS}/networks/n`)).status).toBe(404);
    expect((await admin.post(`${NETWORKS}/tenants/te2/networks`, network("n"))).status).toBe(201);
    const { items } = (await admin.get(`${NETWORKS}/tenants/all/networks`)).body;
    expect(items.map((item: { metadata: { tenant: string } }) => item.metadata.tenant)).toEqual(["te1", "te2"]);
  });

  it("a tenant sees nothing of another one; an unknown tenant is not found", async () => {
    const own = clientOf(cluster, tokenOf("te1"));
    expect((await own.get("/api/v1/tenants/te2/namespaces/default/configmaps")).status).toBe(403);
    expect((await own.get(`${NETWORKS}/tenants/all/networks`)).status).toBe(403);
    const absent = await clientOf(cluster).get("/api/v1/tenants/nobody/namespaces/default/configmaps");
    expect([absent.status, absent.body.message]).toEqual([404, 'tenants "nobody" not found']);
  });

  it("names are free per tenant; an object of another tenant in a body is refused", async () => {
    const admin = clientOf(cluster);
    const maps = (tenant: string) => `/api/v1/tenants/${tenant}/namespaces/default/configmaps`;
    for (const tenant of ["system", "te1", "te2"]) expect((await admin.post(maps(tenant), configMap("a"))).status).toBe(201);
    const foreign = { ...configMap("b"), metadata: { name: "b", tenant: "te2" } };
    expect((await admin.post(maps("te1"), foreign)).status).toBe(400);
    expect(
      (await admin.apply(`${maps("te1")}/b?fieldManager=x`, { ...configMap("b"), metadata: { name: "b", tenant: "te1" } })).status,
    ).toBe(201);
  });

  it("Mizar's kinds are in the tenant system, Networks in all", async () => {
    const admin = clientOf(cluster);
    expect((await admin.get("/apis/mizar.com/v1/tenants/system/namespaces/default/vpcs")).status).toBe(200);
    expect((await admin.get("/apis/mizar.com/v1/tenants/te1/namespaces/default/vpcs")).status).toBe(404);
    expect((await admin.get(`${NETWORKS}/tenants/te1/networks`)).status).toBe(200);
  });

  it("a tenant that goes takes everything with it; the first one stays", async () => {
    const admin = clientOf(cluster);
    await admin.post("/api/v1/tenants/te1/namespaces/default/configmaps", configMap("a"));
    await admin.post(`${NETWORKS}/tenants/te1/networks`, network("n"));
    const ending = (await admin.delete("/api/v1/tenants/te1")).body;
    expect(ending.status.phase).toBe("Terminating");
    await until(() => admin.get("/api/v1/tenants/te1"), 404);
    await admin.post("/api/v1/tenants", { metadata: { name: "te1" } });
    expect((await admin.get(`${NETWORKS}/tenants/te1/networks`)).body.items).toEqual([]);
    expect((await admin.delete("/api/v1/tenants/system")).status).toBe(403);
  });

  it("the Network of a Service says where its address comes from", async () => {
    const admin = clientOf(cluster);
    const services = "/api/v1/tenants/te1/namespaces/default/services";
    const label = (name: string) => ({ "arktos.futurewei.com/network": name });
    expect((await admin.post(services, service("a"))).body.spec.clusterIP).toMatch(/^10\.96\./);
    const refused = await admin.post(services, service("b", label("nowhere")));
    expect([refused.status, refused.body.message]).toEqual([403, 'services "b" is forbidden: network nowhere of tenant te1 not found']);
    await admin.post(`${NETWORKS}/tenants/te1/networks`, network("out", { type: "mizar", service: { ipam: "External" } }));
    const outside = (await admin.post(services, service("c", label("out")))).body;
    expect(outside.spec.clusterIP).toBeUndefined();
    const given = await admin.merge(`${services}/c`, { spec: { clusterIP: "192.0.2.9" } });
    expect([given.status, given.body.spec.clusterIP]).toEqual([200, "192.0.2.9"]);
  });
});
