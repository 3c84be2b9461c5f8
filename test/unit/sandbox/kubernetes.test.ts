import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type KubernetesSandbox, type KubernetesSandboxOptions, startKubernetesSandbox, startSandbox } from "../../../sandbox/index";
import { clientOf, configMap, until } from "./kubernetes-client";
import { send } from "./openstack-client";

const MAPS = "/api/v1/namespaces/default/configmaps";

describe("the Kubernetes sandbox", () => {
  const running: KubernetesSandbox[] = [];
  const start = async (options: KubernetesSandboxOptions = {}) => {
    const cluster = await startKubernetesSandbox({ https: false, operator: false, ...options });
    running.push(cluster);
    return cluster;
  };
  afterEach(() => Promise.all(running.splice(0).map((cluster) => cluster.close())));

  it("has a kubeconfig that leads to it, over https unless told otherwise", async () => {
    const cluster = await start({ https: true });
    const { clusters, users, contexts, "current-context": current } = parse(cluster.kubeconfig);
    expect(clusters[0].cluster.server).toBe(cluster.url);
    expect(cluster.url).toMatch(/^https:/);
    expect(Buffer.from(clusters[0].cluster["certificate-authority-data"], "base64").toString()).toBe(cluster.ca);
    expect([current, contexts[0].context, users]).toEqual([
      "sandbox",
      { cluster: "sandbox", user: "sandbox" },
      [{ name: "sandbox", user: { token: cluster.token } }],
    ]);
  });

  it("keeps objects across restarts; a stack made yesterday finds it with the same token", async () => {
    const folder = mkdtempSync(join(tmpdir(), "k8s-lb-kubernetes-"));
    const stateFile = join(folder, "state.json");
    const first = await start({ stateFile });
    await clientOf(first).post(MAPS, configMap("kept", { a: "b" }));
    const service = { metadata: { name: "web" }, spec: { ports: [{ port: 80 }] } };
    const web = (await clientOf(first).post("/api/v1/namespaces/default/services", service)).body;
    await clientOf(first).delete("/api/v1/namespaces/kube-node-lease");
    await first.close();
    const second = await start({ stateFile });
    expect(second.token).toBe(first.token);
    const client = clientOf(second, first.token);
    expect((await client.get(`${MAPS}/kept`)).body.data).toEqual({ a: "b" });
    expect((await client.get("/api/v1/namespaces/default/services/web")).body).toEqual(web);
    const next = (await client.post("/api/v1/namespaces/default/services", { ...service, metadata: { name: "next" } })).body;
    expect(next.spec.clusterIP).not.toBe(web.spec.clusterIP);
    expect(next.metadata.uid).not.toBe(web.metadata.uid);
    await until(() => client.get("/api/v1/namespaces/kube-node-lease"), 404);
    rmSync(folder, { recursive: true });
  });

  it("does not take the state of the other sort of server for its own", async () => {
    const folder = mkdtempSync(join(tmpdir(), "k8s-lb-kubernetes-"));
    const stateFile = join(folder, "state.json");
    await (await start({ stateFile })).close();
    await expect(start({ stateFile, mode: "arktos" })).rejects.toThrow(/holds a server of mode vanilla/);
    rmSync(folder, { recursive: true });
  });

  it("logs calls, without those of its operator; faults hit them in the server's own words", async () => {
    const cluster = await start({ operator: { delayMs: 1 }, faults: [{ method: "POST", path: "/configmaps", status: 429 }] });
    const client = clientOf(cluster);
    const refused = await client.post(MAPS, configMap("a"));
    expect([refused.status, refused.body.reason]).toEqual([429, "TooManyRequests"]);
    expect((await client.post(MAPS, configMap("a"))).status).toBe(201);
    expect(cluster.calls().map(({ method, path, status }) => [method, path, status])).toEqual([
      ["POST", MAPS, 429],
      ["POST", MAPS, 201],
    ]);
    cluster.fault({ method: "DELETE", dropAfterCommit: true });
    await expect(client.delete(`${MAPS}/a`)).rejects.toThrow();
    expect((await client.get(`${MAPS}/a`)).status).toBe(404);
  });

  it("a watch from before a compaction, and a list continued after one, must begin anew", async () => {
    const cluster = await start();
    const client = clientOf(cluster);
    for (const name of ["a", "b", "c"]) await client.post(MAPS, configMap(name));
    const { metadata } = (await client.get(`${MAPS}?limit=1`)).body;
    await send(`${cluster.url}/_lab/compact`, "POST", {});
    await client.post(MAPS, configMap("d"));
    await send(`${cluster.url}/_lab/compact`, "POST", {});
    const [event] = await client.watch(`${MAPS}?watch=true&resourceVersion=${metadata.resourceVersion}`);
    expect(event).toMatchObject({ type: "ERROR", object: { code: 410, reason: "Expired" } });
    expect((await client.get(`${MAPS}?limit=1&continue=${metadata.continue}`)).status).toBe(410);
  });

  it("later pages of a list show what was there at the first", async () => {
    const client = clientOf(await start());
    for (const name of ["a", "b", "c"]) await client.post(MAPS, configMap(name, { old: "1" }));
    const first = (await client.get(`${MAPS}?limit=1`)).body;
    await client.delete(`${MAPS}/b`);
    await client.merge(`${MAPS}/c`, { data: { new: "2" } });
    await client.post(MAPS, configMap("bb"));
    const second = (await client.get(`${MAPS}?limit=5&continue=${first.metadata.continue}`)).body;
    expect(second.items.map((item: { metadata: { name: string }; data: object }) => [item.metadata.name, item.data])).toEqual([
      ["b", { old: "1" }],
      ["c", { old: "1" }],
    ]);
    expect([second.metadata.continue, second.metadata.resourceVersion]).toEqual([undefined, first.metadata.resourceVersion]);
  });

  it("a reset brings the first objects back and ends the others, seen by watches", async () => {
    const cluster = await start();
    const client = clientOf(cluster);
    const { resourceVersion } = (await client.post(MAPS, configMap("a"))).body.metadata;
    const events = client.watch(`${MAPS}?watch=true&resourceVersion=${resourceVersion}&timeoutSeconds=1`);
    await cluster.reset();
    expect((await events).map(({ type, object }) => [type, (object.metadata as { name: string }).name])).toEqual([["DELETED", "a"]]);
    expect((await client.get("/apis/mizar.com/v1/vpcs")).body.items).toEqual([]);
    expect((await client.get("/api/v1/namespaces/default/services/kubernetes")).status).toBe(200);
  });

  it("a token of a ServiceAccount may do what roles say, until the account is gone", async () => {
    const cluster = await start();
    const admin = clientOf(cluster);
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await admin.post(accounts, { metadata: { name: "reader" } });
    const { token } = (await admin.post(`${accounts}/reader/token`, { spec: {} })).body.status;
    const reader = clientOf(cluster, token);
    const refused = await reader.get(MAPS);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'configmaps is forbidden: User "system:serviceaccount:default:reader" cannot list resource "configmaps" in API group "" in the namespace "default"',
    ]);
    const RBAC = "/apis/rbac.authorization.k8s.io/v1";
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get", "list", "watch"] }];
    await admin.post(`${RBAC}/clusterroles`, { metadata: { name: "view" }, rules });
    const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" };
    const subjects = [{ kind: "ServiceAccount", name: "reader", namespace: "default" }];
    await admin.post(`${RBAC}/namespaces/default/rolebindings`, { metadata: { name: "r" }, roleRef, subjects });
    expect((await reader.get(MAPS)).status).toBe(200);
    expect((await reader.get("/api/v1/namespaces/kube-system/configmaps")).status).toBe(403);
    expect((await reader.post(MAPS, configMap("a"))).status).toBe(403);
    expect((await clientOf(cluster, `${token}x`).get(MAPS)).status).toBe(401);
    await admin.delete(`${accounts}/reader`);
    expect((await reader.get(MAPS)).status).toBe(401);
  });

  it("an unknown control is said so", async () => {
    const cluster = await start();
    expect((await send(`${cluster.url}/_lab/nonsense`, "POST", {})).status).toBe(404);
    const wrong = await send(`${cluster.url}/_lab/reset`, "POST", "{");
    expect(wrong.status).toBe(400);
  });

  it("stands beside the other back ends, with a kubeconfig on disk", async () => {
    const all = await startSandbox({ rateLimit: "off", kubernetesMode: "arktos" });
    const { kubernetes, env } = all.addresses();
    expect(kubernetes.tenants).toEqual(["system", "te1"]);
    expect(env.KUBECONFIG).toBe(kubernetes.kubeconfig);
    await all.close();
  });
});
